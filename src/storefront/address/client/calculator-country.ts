import { dispatch } from "../../client/events.ts";
import { initialValue } from "../../client/forms/form-controls.ts";

const name = "calc_shipping_country";

/** Shows the fields that belong to the chosen country of the delivery estimate. */
export function startCalculatorCountry(signal: AbortSignal): void {
  const onChange = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement && target.name === name) onCountry(target);
  };
  document.addEventListener("change", onChange, { signal });
  // Changed before this code had loaded, or restored by the browser.
  for (const country of document.querySelectorAll<HTMLSelectElement>(`select[name=${name}]`))
    if (country.value !== initialValue(country)) onCountry(country);
}

function onCountry({ form, value }: HTMLSelectElement): void {
  if (!form) return;
  showPlaceFields(form, value);
  dispatch(document.body, "country_to_state_changed", [value, form]);
}

/** Shows a country's fields, keeping the postcode and the focus. */
export function showPlaceFields(within: Element, country: string): void {
  const template = within.querySelector<HTMLTemplateElement>(`template[data-countries~="${CSS.escape(country)}"]`);
  const place = within.querySelector(".shipping-calculator-place");
  if (!template || !place) return;
  const postcode = postcodeOf(place)?.value ?? "";
  const focused = place.querySelector(":focus")?.id;
  place.replaceChildren(document.importNode(template.content, true));
  const field = postcodeOf(place);
  if (field) field.value = postcode;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function postcodeOf(place: Element): HTMLInputElement | null {
  return place.querySelector("[name=calc_shipping_postcode]");
}
