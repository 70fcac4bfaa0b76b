import type { WireVariation } from "./variation-table.ts";

/** What the form shows of the chosen variation. */
export type ShownFields = Pick<
  WireVariation,
  "variation_is_visible" | "variation_description" | "price_html" | "offer_html" | "availability_html"
>;

/**
 * The HTML of the place that shows the chosen variation, the same from the server and in the browser; the fields are HTML
 * that the shop itself wrote.
 * @param unavailable the text for one that may not be shown
 */
export function shownHtml(variation: ShownFields | null, unavailable: string): string {
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
