type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** React's record of what a field contained when it last looked; it ignores events of fields that equal it. */
interface Tracked {
  _valueTracker?: { setValue(value: string): void };
}

/**
 * Remembers the fields that differ from what the server rendered.
 * @returns a function that restores them after hydration, and tells the component by the events that it listens to
 */
export function keepFields(container: Element): () => Promise<void> {
  const before = contentsOf(changedFields(container));
  return async () => {
    const contents = new Map([...before, ...contentsOf(changedFields(container))]);
    // One at a time: the component renders between two events.
    for (const [field, content] of contents) await restore(field, content, container);
  };
}

function contentsOf(fields: readonly Field[]): Map<Field, string> {
  return new Map(fields.map((field) => [field, contentOf(field)]));
}

function changedFields(container: Element): Field[] {
  const fields = [...container.querySelectorAll<Field>("input, textarea, select")];
  return fields.filter((field) => contentOf(field) !== renderedContentOf(field));
}

function isCheckable(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type);
}

function contentOf(field: Field): string {
  return isCheckable(field) ? String(field.checked) : field.value;
}

function renderedContentOf(field: Field): string {
  if (isCheckable(field)) return String(field.defaultChecked);
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  const rendered = options.filter(({ defaultSelected }) => defaultSelected).at(-1);
  return (rendered ?? options.find(({ disabled }) => !disabled))?.value ?? "";
}

/**
 * React resets text areas when it hydrates, and controlled fields whenever it renders them before it knows. Other scripts have
 * received the event when it happened, so it stops at the container.
 */
async function restore(field: Field, content: string, container: Element): Promise<void> {
  setContent(field, content);
  // The group's other radio button tells the choice.
  if (field.type === "radio" && content === "false") return;
  (field as Tracked)._valueTracker?.setValue(renderedContentOf(field));
  const name = isCheckable(field) ? "click" : field instanceof HTMLSelectElement ? "change" : "input";
  const stop = (event: Event) => event.stopPropagation();
  container.addEventListener(name, stop);
  field.dispatchEvent(new Event(name, { bubbles: true }));
  container.removeEventListener(name, stop);
}

/** Leaves a field with this content alone, because setting it moves the cursor. */
function setContent(field: Field, content: string): void {
  if (isCheckable(field)) field.checked = content === "true";
  else if (field.value !== content) field.value = content;
}
