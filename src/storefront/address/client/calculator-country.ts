import { dispatch } from "../../client/events.ts";
import { drawnValue } from "../../client/form-controls.ts";

const name = "calc_shipping_country";

/** In the estimate of a delivery the fields follow the country as soon as it is chosen. */
export function startCalculatorCountry(): void {
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.name === name) follow(target);
  });
  // Chosen before this listened, or put back by the browser.
  for (const country of document.querySelectorAll<HTMLSelectElement>(`select[name=${name}]`))
    if (country.value !== drawnValue(country)) follow(country);
}

function follow({ form, value }: HTMLSelectElement): void {
  if (!form) return;
  showPlaceFields(form, value);
  dispatch(document.body, "country_to_state_changed", [value, form]);
}

/** Shows the fields of a country's places. The postcode stays where it has one too; a state is its own country's. */
export function showPlaceFields(within: Element, country: string): void {
  const template = within.querySelector<HTMLTemplateElement>(`template[data-countries~="${CSS.escape(country)}"]`);
  const place = within.querySelector(".shipping-calculator-place");
  if (!template || !place) return;
  const typed = postcodeOf(place)?.value ?? "";
  const focused = place.querySelector(":focus")?.id;
  place.replaceChildren(document.importNode(template.content, true));
  const fresh = postcodeOf(place);
  if (fresh) fresh.value = typed;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function postcodeOf(place: Element): HTMLInputElement | null {
  return place.querySelector("[name=calc_shipping_postcode]");
}
