import type { WireVariation } from "./variation-table.ts";

const attributesTable = ".woocommerce-product-attributes-item";

/** What the page says of a product that each variation says for itself, and where. */
const details = [
  { selector: ".product_meta .sku", textOf: ({ sku }: WireVariation) => sku },
  {
    selector: `.product_weight, ${attributesTable}--weight ${attributesTable}__value`,
    textOf: (variation: WireVariation) => given(variation.weight_html),
  },
  {
    selector: `.product_dimensions, ${attributesTable}--dimensions ${attributesTable}__value`,
    textOf: (variation: WireVariation) => given(variation.dimensions_html),
  },
] as const;

/** The protocol's word for "none", where the product's own value stands. */
function given(text: string): string {
  return text === "N/A" ? "" : text;
}

/** Shows a variation's article number, weight and size around the form; what it lacks stays the product's. */
export function showDetails(product: Element, variation: WireVariation): void {
  for (const { selector, textOf } of details) {
    for (const place of product.querySelectorAll<HTMLElement>(selector)) {
      place.dataset.o_content ??= place.textContent ?? "";
      place.textContent = textOf(variation) || place.dataset.o_content;
    }
  }
}

/** Shows the product's own again. */
export function restoreDetails(product: Element): void {
  for (const { selector } of details) {
    for (const place of product.querySelectorAll<HTMLElement>(selector)) {
      if (place.dataset.o_content !== undefined) place.textContent = place.dataset.o_content;
    }
  }
}
