/** What the slides of the form take, as the style sheet has it too. In milliseconds. Source: storefront specification 9. */
const slide = 200;

/** The place that shows the chosen variation: what it tells slides in, and out before it is taken away. */
export class VariationPlace {
  readonly #element: HTMLElement;
  readonly #original: string;
  #html: string;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement) {
    this.#element = element;
    this.#html = this.#original = element.innerHTML;
  }

  /** Shows what the server put there. */
  restore(): void {
    this.show(this.#original);
  }

  /** Shows this in the place of what was there; what is there already is not read out again. */
  show(written: string): void {
    const html = asRead(written);
    if (html === this.#html) return;
    this.#html = html;
    clearTimeout(this.#leaving);
    const isLeaving = html === "" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#element.classList.toggle("is-leaving", isLeaving);
    if (isLeaving) this.#leaving = setTimeout(() => this.#put(), slide);
    else this.#put();
  }

  #put(): void {
    this.#element.innerHTML = this.#html;
    this.#element.classList.remove("is-leaving");
  }
}

/** The HTML as the browser writes it, to compare it with what it has. */
function asRead(html: string): string {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.innerHTML;
}
