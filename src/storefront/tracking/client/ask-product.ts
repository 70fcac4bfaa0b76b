import type { Payload, TrackedItem } from "#shop/tracking/facts.rules.ts";
import type { TrackingData } from "./tracking-data.ts";

interface Answer {
  data?: { ga?: { items?: readonly Payload[] }; facebook?: Payload };
}

/** Asks the shop for a product that the page has no data of. Undefined if there is none. Source: wire notes 14. */
export async function askProduct(
  id: number,
  { ajaxUrl, itemIdentifier, currency }: TrackingData,
): Promise<TrackedItem | undefined> {
  const body = new URLSearchParams({ action: "fca_pc_woo_ajax_add_to_cart", product_id: String(id) });
  const response = await fetch(ajaxUrl, { method: "POST", body, keepalive: true });
  const { data } = (await response.json()) as Answer;
  const [told] = data?.ga?.items ?? [];
  if (!told) return undefined;
  const categories = Object.keys(told).filter((key) => key.startsWith("item_category"));
  return {
    id,
    sku: itemIdentifier === "product_sku" ? String(told.item_id) : "",
    name: String(told.item_name),
    variant: "",
    categories: categories.map((key) => String(told[key])),
    price: Math.round(Number(told.price) * 10 ** currency.minorUnit),
    discount: 0,
    quantity: 1,
    isGroup: data?.facebook?.content_type === "product_group",
  };
}
