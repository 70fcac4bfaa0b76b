import { cityNames, stateOfCity } from "#shop/delivery/cities.rules.ts";

const listId = "chowk-cities";

/** Proposes Pakistan's cities where one is typed, and chooses the province of a city that is known, unless it was chosen by hand. */
export function proposeCities(form: HTMLFormElement, part: "billing" | "shipping"): void {
  const city = form.querySelector<HTMLInputElement>(`#${part}_city`);
  const country = form.querySelector<HTMLInputElement | HTMLSelectElement>(`#${part}_country`);
  if (!city || !country) return;
  listIn(form);
  let preset = "";
  const follow = () => {
    const isHere = country.value === "PK";
    if (isHere) city.setAttribute("list", listId);
    else city.removeAttribute("list");
    const known = isHere ? stateOfCity(city.value) : undefined;
    const state = form.querySelector<HTMLSelectElement>(`select#${part}_state`);
    if (!state || !known || known === state.value || (state.value !== "" && state.value !== preset)) return;
    state.value = known;
    preset = known;
    state.dispatchEvent(new Event("input", { bubbles: true }));
    state.dispatchEvent(new Event("change", { bubbles: true }));
  };
  city.addEventListener("input", follow);
  // What somebody has chosen is his, also where it is what we would have chosen.
  form.addEventListener("change", ({ isTrusted, target }) => {
    if (isTrusted && target instanceof Element && target.id === `${part}_state`) preset = "";
  });
  country.addEventListener("change", follow);
  follow();
}

function listIn(form: HTMLFormElement): void {
  if (document.getElementById(listId)) return;
  const list = document.createElement("datalist");
  list.id = listId;
  list.append(...cityNames.map((name) => Object.assign(document.createElement("option"), { value: name })));
  form.append(list);
}
