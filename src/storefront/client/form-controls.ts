export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function isControl(target: unknown): target is Control {
  return [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((kind) => target instanceof kind);
}

function isTicked(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && ["radio", "checkbox"].includes(control.type);
}

/** What stands in a control; of one that is ticked "1", else "". */
export function valueOf(control: Control): string {
  return isTicked(control) ? (control.checked ? "1" : "") : control.value;
}

/** What the page was drawn with, as `valueOf` has it. */
export function drawnValue(control: Control): string {
  if (isTicked(control)) return control.defaultChecked ? "1" : "";
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const options = [...control.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? "";
}

/** Puts a value, as `valueOf` has it, into a control; a list that does not have it stays as it is. */
export function fill(control: Control, value: string): void {
  if (isTicked(control)) control.checked = value !== "";
  else if (!(control instanceof HTMLSelectElement) || [...control.options].some((option) => option.value === value))
    control.value = value;
}
