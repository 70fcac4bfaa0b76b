/** Shows a form's errors and its answer: next to the fields, in the response output and in the list for screen readers. */
export class FieldMessages {
  readonly #wrapper: HTMLElement;

  constructor(wrapper: HTMLElement) {
    this.#wrapper = wrapper;
  }

  /** Removes all errors and the answer. */
  clear(): void {
    for (const wrap of this.wraps()) this.#hideIn(wrap);
    this.#all(".screen-reader-response ul").forEach((list) => list.replaceChildren());
    this.say("");
  }

  /** Shows the form's answer. */
  say(message: string): void {
    for (const place of this.#all(".screen-reader-response [role=status], .wpcf7-response-output"))
      place.textContent = message;
  }

  /** Shows a field's error, or hides it if there is none. */
  set(field: string, message: string | undefined): void {
    const id = `${this.#wrapper.id}-ve-${field}`.replace(/[^\w-]/g, "");
    document.getElementById(id)?.remove();
    const wraps = this.wraps().filter((wrap) => wrap.dataset.name === field);
    for (const wrap of wraps) {
      this.#hideIn(wrap);
      if (message !== undefined) showIn(wrap, message, id);
    }
    if (message === undefined) return;
    const control = wraps[0]?.querySelector("[aria-invalid], .wpcf7-form-control");
    // A form that is on the page twice has each id twice.
    const isReachable = control?.id && document.getElementById(control.id) === control;
    const item = document.createElement("li");
    item.id = id;
    item.append(
      isReachable
        ? Object.assign(document.createElement("a"), { href: `#${control.id}`, textContent: message })
        : message,
    );
    this.#all(".screen-reader-response ul")[0]?.append(item);
  }

  /** Moves the focus to the first field with an error. */
  focusFirst(): void {
    this.#all("[aria-invalid=true]")[0]?.focus();
  }

  wraps(): HTMLElement[] {
    return this.#all(".wpcf7-form-control-wrap");
  }

  #hideIn(wrap: HTMLElement): void {
    for (const tip of wrap.querySelectorAll(".wpcf7-not-valid-tip")) tip.remove();
    for (const control of controlsIn(wrap)) {
      control.classList.remove("wpcf7-not-valid");
      if (!control.hasAttribute("aria-invalid")) continue;
      control.setAttribute("aria-invalid", "false");
      control.removeAttribute("aria-describedby");
      setValidity(control, "");
    }
  }

  #all(selector: string): HTMLElement[] {
    return [...this.#wrapper.querySelectorAll<HTMLElement>(selector)];
  }
}

/** Creates an empty span. */
export function span(className: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  return element;
}

function controlsIn(wrap: HTMLElement): NodeListOf<HTMLElement> {
  return wrap.querySelectorAll(".wpcf7-form-control, [aria-invalid]");
}

function showIn(wrap: HTMLElement, message: string, id: string): void {
  for (const control of controlsIn(wrap)) {
    if (control.matches(".wpcf7-form-control")) control.classList.add("wpcf7-not-valid");
    if (!control.hasAttribute("aria-invalid")) continue;
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-describedby", id);
    setValidity(control, message);
  }
  const tip = span("wpcf7-not-valid-tip");
  tip.ariaHidden = "true";
  tip.textContent = message;
  wrap.append(tip);
}

function setValidity(control: HTMLElement, message: string): void {
  if ("setCustomValidity" in control) (control as HTMLInputElement).setCustomValidity(message);
}
