import { cityNames, stateOfCity } from "#shop/delivery/cities.rules.ts";

const listId = "chowk-cities";

/** Suggests Pakistan's cities and selects the province of a known city, unless the buyer has chosen one. */
export function suggestCities(form: HTMLFormElement, part: "billing" | "shipping", signal: AbortSignal): void {
  const city = form.querySelector<HTMLInputElement>(`#${part}_city`);
  const country = form.querySelector<HTMLInputElement | HTMLSelectElement>(`#${part}_country`);
  if (!city || !country) return;
  addCityList(form);
  /** The province selected here; "" once the buyer has chosen one. */
  let selected = "";
  const update = () => {
    const isPakistan = country.value === "PK";
    if (isPakistan) city.setAttribute("list", listId);
    else city.removeAttribute("list");
    const province = isPakistan ? stateOfCity(city.value) : undefined;
    const state = form.querySelector<HTMLSelectElement>(`select#${part}_state`);
    if (!state || !province || province === state.value || (state.value !== "" && state.value !== selected)) return;
    state.value = province;
    selected = province;
    state.dispatchEvent(new Event("input", { bubbles: true }));
    state.dispatchEvent(new Event("change", { bubbles: true }));
  };
  // Even if the buyer chooses the province selected here.
  const onChange = ({ isTrusted, target }: Event) => {
    if (isTrusted && target instanceof Element && target.id === `${part}_state`) selected = "";
  };
  city.addEventListener("input", update, { signal });
  form.addEventListener("change", onChange, { signal });
  country.addEventListener("change", update, { signal });
  update();
}

function addCityList(form: HTMLFormElement): void {
  if (document.getElementById(listId)) return;
  const list = document.createElement("datalist");
  list.id = listId;
  list.append(...cityNames.map((name) => Object.assign(document.createElement("option"), { value: name })));
  form.append(list);
}
