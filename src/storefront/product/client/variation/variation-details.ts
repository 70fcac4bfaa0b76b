import type { WireVariation } from "./variation-table.ts";

const attributesTable = ".woocommerce-product-attributes-item";

/** Product details that each variation may have of its own, and where the page shows them. */
const details = [
  { selector: ".product_meta .sku", textOf: ({ sku }: WireVariation) => sku },
  {
    selector: `.product_weight, ${attributesTable}--weight ${attributesTable}__value`,
    textOf: (variation: WireVariation) => unlessNone(variation.weight_html),
  },
  {
    selector: `.product_dimensions, ${attributesTable}--dimensions ${attributesTable}__value`,
    textOf: (variation: WireVariation) => unlessNone(variation.dimensions_html),
  },
] as const;

/** Returns "" for the protocol's "N/A". */
function unlessNone(text: string): string {
  return text === "N/A" ? "" : text;
}

/** Shows a variation's SKU, weight and dimensions, or the product's where it has none. */
export function showDetails(product: Element, variation: WireVariation): void {
  for (const { selector, textOf } of details) {
    for (const place of product.querySelectorAll<HTMLElement>(selector)) {
      place.dataset.o_content ??= place.textContent ?? "";
      place.textContent = textOf(variation) || place.dataset.o_content;
    }
  }
}

/** Shows the product's own details again. */
export function restoreDetails(product: Element): void {
  for (const { selector } of details) {
    for (const place of product.querySelectorAll<HTMLElement>(selector)) {
      if (place.dataset.o_content !== undefined) place.textContent = place.dataset.o_content;
    }
  }
}
