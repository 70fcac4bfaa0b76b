/** The drop-downs of a variations form, in order. The browser keeps what is chosen: every script may set it there. */
export function choiceSelects(form: HTMLFormElement): HTMLSelectElement[] {
  return [...form.querySelectorAll<HTMLSelectElement>(".variations select")];
}

/** What is chosen by field name (attribute_{slug}); "" where nothing is. */
export function chosenIn(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(choiceSelects(form).map((select) => [nameOf(select), select.value]));
}

/**
 * Clears the drop-downs whose value the given choice no longer has; each raises its change.
 * @returns whether there were any.
 */
export function clearChoices(form: HTMLFormElement, kept: Readonly<Record<string, string>>): boolean {
  const wrong = choiceSelects(form).filter((select) => select.value && !kept[nameOf(select)]);
  for (const select of wrong) select.value = "";
  for (const select of wrong) change(select);
  return wrong.length > 0;
}

/** Shows the way to take everything back, once there is anything. */
export function showResetLink(form: HTMLFormElement, isShown: boolean): void {
  form.querySelector(".reset_variations")?.classList.toggle("is-shown", isShown);
}

/** Says which variation the form buys; 0 for none. */
export function setVariationId(form: HTMLFormElement, id: number): void {
  const field = form.querySelector<HTMLInputElement>("input.variation_id");
  if (!field || field.value === String(id)) return;
  field.value = String(id);
  change(field);
}

/** The field name of a drop-down. */
export function nameOf(select: HTMLSelectElement): string {
  return select.dataset.attribute_name ?? select.name;
}

function change(control: HTMLElement): void {
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
