export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function isControl(target: unknown): target is Control {
  return [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((kind) => target instanceof kind);
}

function isCheckable(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && ["radio", "checkbox"].includes(control.type);
}

/** Returns a control's value; "1" or "" for radio buttons and checkboxes. */
export function valueOf(control: Control): string {
  return isCheckable(control) ? (control.checked ? "1" : "") : control.value;
}

/** Returns the value that the server rendered, in the form of `valueOf`. */
export function initialValue(control: Control): string {
  if (isCheckable(control)) return control.defaultChecked ? "1" : "";
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const options = [...control.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? "";
}

/** Sets a value in the form of `valueOf`. A select without that option is left unchanged. */
export function setValue(control: Control, value: string): void {
  if (isCheckable(control)) control.checked = value !== "";
  else if (!(control instanceof HTMLSelectElement) || [...control.options].some((option) => option.value === value))
    control.value = value;
}

/** Returns a form's text fields, as it would submit them. */
export function textFields(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  return fields;
}
