import { minus, times } from "#platform/money.ts";
import type { Payload, TrackedItem } from "#shop/tracking/facts.rules.ts";
import type { TrackingData } from "./tracking-data.ts";

/** One product with what it costs, as facts have it. */
export interface PickedGoods {
  currency: { code: string; symbol: string; minorUnit: number };
  value: number;
  items: readonly [TrackedItem];
}

/** A chosen variation, as the variation form's events carry it. */
export interface FoundVariation {
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

  /** Returns a product with its price, now if the page knows it. Undefined if there is no such product. */
  find(productId: number, { variationId = 0, quantity = 1 } = {}): PickedGoods | Promise<PickedGoods | undefined> {
    const { items } = this.#data;
    const product = items[productId];
    const item = items[variationId] ?? (product && this.#chosen(product, variationId));
    if (item) return this.#goods(item, quantity);
    return this.#ask(variationId || productId).then((asked) => asked && this.#goods(asked, quantity));
  }

  #chosen(product: TrackedItem, variationId: number): TrackedItem {
    const variation = this.#variations.get(variationId);
    if (!variation) return product;
    return {
      ...product,
      id: variationId,
      sku: variation.sku ?? "",
      variant: Object.values(variation.attributes ?? {}).join(", "),
      price: this.#toMinor(variation.display_price ?? 0),
      discount: 0,
      isGroup: false,
    };
  }

  #goods(item: TrackedItem, quantity: number): PickedGoods {
    const value = times(minus(item.price, item.discount), quantity);
    return { currency: { symbol: "", ...this.#data.currency }, value, items: [{ ...item, quantity }] };
  }

  /** Asks for what networks are told about a product. Source: wire notes 14. */
  async #ask(id: number): Promise<TrackedItem | undefined> {
    const body = new URLSearchParams({ action: "fca_pc_woo_ajax_add_to_cart", product_id: String(id) });
    const response = await fetch(this.#data.ajaxUrl, { method: "POST", body, keepalive: true });
    const { data }: { data?: { ga?: { items?: readonly Payload[] }; facebook?: Payload } } = await response.json();
    const [told] = data?.ga?.items ?? [];
    if (!told) return undefined;
    const categories = Object.keys(told).filter((key) => key.startsWith("item_category"));
    return {
      id,
      sku: this.#data.itemIdentifier === "product_sku" ? String(told.item_id) : "",
      name: String(told.item_name),
      variant: "",
      categories: categories.map((key) => String(told[key])),
      price: this.#toMinor(Number(told.price)),
      discount: 0,
      quantity: 1,
      isGroup: data?.facebook?.content_type === "product_group",
    };
  }

  #toMinor(decimal: number): number {
    return Math.round(decimal * 10 ** this.#data.currency.minorUnit);
  }
}
