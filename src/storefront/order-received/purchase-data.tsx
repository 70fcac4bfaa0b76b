import type { ReactNode } from "react";
import { scriptJson } from "#http/script-json.ts";
import { listCategoryNames } from "#shop/catalogue/import/write/category-names.ts";
import type { Order } from "#shop/orders/order.ts";
import { markPurchaseReported } from "#shop/orders/orders.ts";
import type { LoadedPage, PageServices } from "../rendering/public-page.ts";
import { scriptItem } from "../tracking/fragments/script-item.ts";

interface PurchaseDataProps {
  order: Order;
  /** The shop's name at the time of the order; for orders without it, today's name. */
  affiliation: string;
  /** Category names of the products, by product id. */
  categories: ReadonlyMap<number, readonly string[]>;
  /** True if the purchase was already reported or the visitor is not the buyer, so that it is not counted again. */
  isTracked: boolean;
}

/**
 * Renders the order data for scripts; amounts are in minor units. Some scripts look for tax, shipping and currency
 * among the totals, others next to them. Source: storefront specification 3, order; wire notes 12.1.
 */
function PurchaseData({ order, affiliation, categories, isTracked }: PurchaseDataProps) {
  const { code: currency_code, minorUnit: currency_minor_unit } = order.currency;
  const sums = { currency_code, tax_total: order.tax, shipping_total: order.shipping?.amount ?? 0 };
  const data = {
    id: order.id,
    transaction_id: order.transactionId,
    affiliation,
    is_tracked: isTracked,
    ...sums,
    totals: { ...sums, currency_minor_unit, total_price: order.total },
    coupons: order.coupons.map(({ code }) => ({ code })),
    items: order.lines.map((line) => scriptItem(line, categories.get(line.productId ?? 0) ?? [], currency_minor_unit)),
  };
  return (
    <script
      type="application/json"
      id="order-data"
      className="order-data"
      dangerouslySetInnerHTML={{ __html: scriptJson(data) }}
    />
  );
}

/**
 * Returns the order data for scripts that count purchases. Only the buyer's first view counts; later ones have
 * `is_tracked`.
 * @param isSeenByBuyer whether the visitor is verified as the buyer
 */
export async function purchaseData(
  { db }: Pick<PageServices, "db">,
  order: Order,
  { facts, now }: Pick<LoadedPage, "facts" | "now">,
  isSeenByBuyer: boolean,
): Promise<ReactNode> {
  const ids = order.lines.flatMap(({ productId }) => productId ?? []);
  const categories = await listCategoryNames(db, [...new Set(ids)]);
  const isTracked = !isSeenByBuyer || !(await markPurchaseReported(db, order.id, now));
  return (
    <PurchaseData
      order={order}
      affiliation={order.affiliation || facts.settings.shop_name}
      categories={categories}
      isTracked={isTracked}
    />
  );
}
