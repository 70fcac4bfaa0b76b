import type { TrackedItem } from "#shop/tracking/facts.rules.ts";
import type { TrackingData } from "./tracking-data.ts";

/** A chosen variation, as the variation form's events carry it. */
interface FoundVariation {
  variation_id?: number;
  sku?: string;
  /** Decimal. */
  display_price?: number;
  attributes?: Readonly<Record<string, string>>;
}

/** The products that this page's buttons can add, and those that it asks the shop for. */
export class Products {
  readonly #data: TrackingData;
  readonly #variations = new Map<number, FoundVariation>();

  constructor(data: TrackingData) {
    this.#data = data;
  }

  /** Keeps a variation that the shopper has chosen. */
  keep(variation: FoundVariation): void {
    if (variation.variation_id) this.#variations.set(variation.variation_id, variation);
  }

  /** Returns a product or variation, now if the page knows it. Undefined if there is no such product. */
  find(productId: number, variationId: number): TrackedItem | Promise<TrackedItem | undefined> {
    const { items } = this.#data;
    const product = items[productId];
    const item = items[variationId] ?? (product && this.#chosen(product, variationId));
    return (
      item ?? import("./ask-product.ts").then(({ askProduct }) => askProduct(variationId || productId, this.#data))
    );
  }

  #chosen(product: TrackedItem, variationId: number): TrackedItem {
    const variation = this.#variations.get(variationId);
    if (!variation) return product;
    return {
      ...product,
      id: variationId,
      sku: variation.sku ?? "",
      variant: Object.values(variation.attributes ?? {}).join(", "),
      price: Math.round((variation.display_price ?? 0) * 10 ** this.#data.currency.minorUnit),
      discount: 0,
      isGroup: false,
    };
  }
}
