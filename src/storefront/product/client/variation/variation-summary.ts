import type { WireVariation } from "./variation-table.ts";

/** The fields of the chosen variation that the form shows. */
export type SummaryFields = Pick<
  WireVariation,
  "variation_is_visible" | "variation_description" | "price_html" | "offer_html" | "availability_html"
>;

/** Duration of the slide animations, as in the style sheet. Source: storefront specification 9. */
const slideMs = 200;

/** The element that shows the chosen variation. Its content slides in, and out before it is removed. */
export class VariationSummary {
  readonly #element: HTMLElement;
  readonly #original: string;
  #html: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement) {
    this.#element = element;
    this.#html = this.#original = element.innerHTML;
  }

  /** Shows what the server rendered. */
  restore(): void {
    this.show(this.#original);
  }

  /** Shows HTML unless it is shown already, so that it is not announced again. */
  show(source: string): void {
    const html = normalized(source);
    if (html === this.#html) return;
    this.#html = html;
    clearTimeout(this.#timer);
    const isLeaving = html === "" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#element.classList.toggle("is-leaving", isLeaving);
    if (isLeaving) this.#timer = setTimeout(() => this.#render(), slideMs);
    else this.#render();
  }

  #render(): void {
    this.#element.innerHTML = this.#html;
    this.#element.classList.remove("is-leaving");
  }
}

/** Returns HTML as the browser serializes it, for comparison with `innerHTML`. */
function normalized(html: string): string {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.innerHTML;
}

/**
 * Returns the HTML of the chosen variation, for the server and the browser. The fields contain HTML that the shop rendered.
 * @param unavailable the text for a variation that may not be shown
 */
export function summaryHtml(variation: SummaryFields | null, unavailable: string): string {
  if (!variation) return "";
  if (!variation.variation_is_visible) return `<p role="alert">${unavailable}</p>`;
  const { variation_description, price_html, offer_html, availability_html } = variation;
  const description = variation_description && part("description", variation_description);
  const line = part("price", price_html + offer_html) + part("availability", availability_html);
  return `<div class="variation-line">${line}</div>${description}`;
}

function part(name: string, html: string): string {
  return `<div class="woocommerce-variation-${name}">${html}</div>`;
}
