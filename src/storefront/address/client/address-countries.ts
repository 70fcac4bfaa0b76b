import { dispatch } from "../../client/events.ts";
import { initialValue } from "../../client/forms/form-controls.ts";
import { parseElements } from "../../notices/client/page-notices.ts";

type Part = "billing" | "shipping";

const parts = ["billing", "shipping"] as const;

/** Shows the fields that belong to the chosen country of each address. */
export function startCountries(form: HTMLFormElement, signal: AbortSignal): void {
  for (const part of parts) {
    const country = countryOf(form, part);
    country?.addEventListener("change", () => showFields(form, part), { signal });
    // Changed before this code had loaded, or restored by the browser.
    if (country && country.value !== initialValue(country)) showFields(form, part);
  }
}

/** Shows the fields of the chosen countries, keeping entered values. */
export function showAllFields(form: HTMLFormElement): void {
  for (const part of parts) showFields(form, part);
}

function countryOf(form: HTMLFormElement, part: Part): HTMLSelectElement | null {
  return form.querySelector<HTMLSelectElement>(`select#${part}_country`);
}

function showFields(form: HTMLFormElement, part: Part): void {
  const country = countryOf(form, part)?.value ?? "";
  const template = form.querySelector(`template[data-countries~="${CSS.escape(country)}"]`);
  if (!template) return;
  // Templates name the fields of one part and serve both.
  const markup = template.innerHTML.replaceAll(/\b(?:billing|shipping)(?=[_ ])/g, part);
  for (const row of parseElements(markup)) {
    const old = document.getElementById(row.id);
    const [oldInput, newInput] = [old, row].map((one) => one?.querySelector("input"));
    // States belong to one country.
    const keepsValue = row.id === `${part}_postcode_field` && !row.matches("[hidden]");
    if (keepsValue && oldInput && newInput) newInput.value = oldInput.value;
    old?.replaceWith(row);
  }
  dispatch(document.body, "country_to_state_changed", [country, form]);
}
