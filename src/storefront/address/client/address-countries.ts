import { dispatch } from "../../client/events.ts";
import { drawnValue } from "../../client/form-controls.ts";
import { elementsOf } from "../../notices/client/page-notices.ts";

type Part = "billing" | "shipping";

const parts = ["billing", "shipping"] as const;

/** The fields of a place follow its country. */
export function startCountries(form: HTMLFormElement): void {
  for (const part of parts) {
    const country = countryOf(form, part);
    country?.addEventListener("change", () => showFields(form, part));
    // Chosen before this listened, or put back by the browser.
    if (country && country.value !== drawnValue(country)) showFields(form, part);
  }
}

/** Shows the fields of the countries that are chosen, with what is typed. */
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
  // The templates are those of one part, for both.
  const markup = template.innerHTML.replaceAll(/\b(?:billing|shipping)(?=[_ ])/g, part);
  for (const row of elementsOf(markup)) {
    const old = document.getElementById(row.id);
    const [typed, fresh] = [old, row].map((one) => one?.querySelector("input"));
    // A state is its own country's.
    const isKept = row.id === `${part}_postcode_field` && fresh?.type !== "hidden";
    if (isKept && typed && fresh) fresh.value = typed.value;
    old?.replaceWith(row);
  }
  dispatch(document.body, "country_to_state_changed", [country, form]);
}
