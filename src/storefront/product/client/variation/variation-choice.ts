import type { OfferedOptions, OptionList, OptionState } from "#shop/catalogue/variations/variations.rules.ts";

/** A drop-down's name and values, with all options that the server rendered, including those removed since. */
interface ChoiceList extends OptionList {
  select: HTMLSelectElement;
  options: readonly HTMLOptionElement[];
}

/** Returns the drop-downs of a variations form in order. Their values are the only state: any script may set them. */
export function choiceSelects(form: HTMLFormElement): HTMLSelectElement[] {
  return [...form.querySelectorAll<HTMLSelectElement>(".variations select")];
}

/** Returns the chosen values by field name (attribute_{slug}); "" if none is chosen. */
export function chosenIn(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(choiceSelects(form).map((select) => [nameOf(select), select.value]));
}

/** Clears the drop-downs that have no value in `kept`; each dispatches a change event. @returns whether there were any */
export function clearChoices(form: HTMLFormElement, kept: Readonly<Record<string, string>>): boolean {
  const cleared = choiceSelects(form).filter((select) => select.value && !kept[nameOf(select)]);
  for (const select of cleared) select.value = "";
  for (const select of cleared) dispatchChange(select);
  return cleared.length > 0;
}

/** Returns the drop-downs with all their options. Call before options are removed. */
export function choiceLists(form: HTMLFormElement): ChoiceList[] {
  return choiceSelects(form).map((select) => {
    const options = [...select.options].filter(({ value }) => value !== "");
    return { select, name: nameOf(select), values: options.map(({ value }) => value), options };
  });
}

/** Removes the options that are not offered and inserts those that are; null restores all as the server rendered them. */
export function offerOptions(lists: readonly ChoiceList[], offered: OfferedOptions | null): void {
  for (const { select, name, options } of lists) {
    let last = select.querySelector<HTMLOptionElement>("option[value='']");
    for (const option of options) {
      const state = offered?.[name]?.[option.value];
      if (offered && !state) option.remove();
      else {
        insertAfter(select, option, last);
        setState(option, state);
        last = option;
      }
    }
  }
}

/** Does not touch an option that is in place already: the drop-down may be open. */
function insertAfter(select: HTMLSelectElement, option: HTMLOptionElement, after: HTMLOptionElement | null): void {
  if (option.parentNode === select && option.previousElementSibling === after) return;
  if (after) after.after(option);
  else select.prepend(option);
}

/** Sets the protocol's classes of an option, or removes them. */
function setState(option: HTMLOptionElement, state: OptionState | undefined): void {
  option.disabled = state === "disabled";
  option.classList.toggle("attached", state !== undefined);
  option.classList.toggle("enabled", state === "enabled");
}

export function showResetLink(form: HTMLFormElement, isShown: boolean): void {
  form.querySelector(".reset_variations")?.classList.toggle("is-shown", isShown);
}

/** Sets the variation that the form buys; 0 for none. */
export function setVariationId(form: HTMLFormElement, id: number): void {
  const field = form.querySelector<HTMLInputElement>("input.variation_id");
  if (!field || field.value === String(id)) return;
  field.value = String(id);
  dispatchChange(field);
}

/**
 * Writes the choice to the page's address, for links and reloads. A cleared choice with a default is written as empty. Does
 * nothing for a form in a popup, whose product has another address.
 */
export function writeToAddress(form: HTMLFormElement): void {
  const address = new URL(window.location.href);
  if (new URL(form.action).pathname !== address.pathname) return;
  for (const select of choiceSelects(form)) {
    if (select.value || select.dataset.default) address.searchParams.set(nameOf(select), select.value);
    else address.searchParams.delete(nameOf(select));
  }
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address);
}

/** Returns the field name of a drop-down. */
function nameOf(select: HTMLSelectElement): string {
  return select.dataset.attribute_name ?? select.name;
}

function dispatchChange(control: HTMLElement): void {
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
