import type { ReactNode } from "react";
import { scriptJson } from "#http/script-json.ts";
import { listCategoryNames } from "#shop/catalogue/import/write/category-names.ts";
import type { Order } from "#shop/orders/order.ts";
import { markPurchaseReported } from "#shop/orders/orders.ts";
import { isPaidOnDelivery } from "#shop/payments/payment-methods.ts";
import { saleEventId } from "#shop/tracking/event-id.ts";
import type { PageTracking } from "#shop/tracking/page-tracking.rules.ts";
import { countsAsPurchase } from "#shop/tracking/purchase-counts.rules.ts";
import { saleFactOf } from "#shop/tracking/sale-fact.ts";
import type { LoadedPage, PageServices } from "../rendering/public-page.ts";
import { scriptItem } from "../tracking/fragments/script-item.ts";

interface OrderDataParts {
  order: Order;
  /** The shop's name at the time of the order; for orders without it, today's name. */
  affiliation: string;
  /** Category names of the products, by product id. */
  categories: ReadonlyMap<number, readonly string[]>;
  /** True if the purchase was already reported, or may not be: the visitor is not the buyer, or did not agree. */
  isTracked: boolean;
}

/**
 * Returns the order in the format for scripts; amounts are in minor units. Some scripts look for tax, shipping and currency
 * among the totals, others next to them. Source: storefront specification 3, order; wire notes 12.1.
 */
function orderData({ order, affiliation, categories, isTracked }: OrderDataParts) {
  const { code: currency_code, minorUnit: currency_minor_unit } = order.currency;
  const sums = { currency_code, tax_total: order.tax, shipping_total: order.shipping?.amount ?? 0 };
  return {
    id: order.id,
    transaction_id: order.transactionId,
    affiliation,
    is_tracked: isTracked,
    ...sums,
    totals: { ...sums, currency_minor_unit, total_price: order.total },
    coupons: order.coupons.map(({ code }) => ({ code })),
    items: order.lines.map((line) => scriptItem(line, categories.get(line.productId ?? 0) ?? [], currency_minor_unit)),
  };
}

/** Renders the order data for scripts. */
function PurchaseData({ data }: { data: ReturnType<typeof orderData> }) {
  return (
    <script
      type="application/json"
      id="order-data"
      className="order-data"
      dangerouslySetInnerHTML={{ __html: scriptJson(data) }}
    />
  );
}

/** What the confirmation page says about its order to scripts. */
interface Purchase {
  data: ReactNode;
  /** undefined: networks are told nothing. */
  tracking: PageTracking | undefined;
}

/** How long (ms) networks recognise the browser's and the server's copy of an event by their id. Source: Meta, Conversions API. */
const deduplicatedMs = 48 * 60 * 60_000;

/**
 * Returns the order data for scripts that count purchases, and the purchase for our own. Others' scripts know no event id, so
 * only the buyer's first view counts for them, with consent if the shop asks for it; later ones have `is_tracked`. Our own gets
 * the purchase with its event id on each of the buyer's views while the order counts, and sends it once.
 * @param view isOwn: whether the visitor is verified as the buyer; mayCount: whether the visitor allows statistics or marketing, or is not asked
 */
export async function purchaseData(
  { db }: Pick<PageServices, "db">,
  order: Order,
  { facts: { settings }, now }: Pick<LoadedPage, "facts" | "now">,
  view: { isOwn: boolean; mayCount: boolean },
): Promise<Purchase> {
  const ids = order.lines.flatMap(({ productId }) => productId ?? []);
  const categories = await listCategoryNames(db, [...new Set(ids)]);
  const affiliation = order.affiliation || settings.shop_name;
  const isFirst = view.isOwn && view.mayCount && (await markPurchaseReported(db, order.id, now));
  const isRecent = now.getTime() - order.createdAt.getTime() < deduplicatedMs;
  const counts =
    isRecent && countsAsPurchase({ ...order, isCollected: isPaidOnDelivery(order.paymentMethod.id) }, settings);
  const data = orderData({ order, affiliation, categories, isTracked: !isFirst });
  return {
    data: <PurchaseData data={data} />,
    tracking: view.isOwn && counts ? purchaseTracking(order, data, categories) : undefined,
  };
}

function purchaseTracking(
  order: Order,
  data: ReturnType<typeof orderData>,
  categories: OrderDataParts["categories"],
): PageTracking {
  const { affiliation, is_tracked: isTold } = data;
  const fact = { ...saleFactOf(order, "purchase", categories), affiliation };
  const eventId = saleEventId(order.key, "purchase");
  return { facts: [{ ...fact, eventId }], items: [], forScripts: { order: data }, isTold };
}
