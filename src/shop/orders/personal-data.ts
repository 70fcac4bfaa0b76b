import type { Database } from "#db/database.ts";
import { formatMoney } from "#platform/money.ts";
import type { User } from "../accounts/user.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { listAllUserOrders } from "./orders.ts";
import { findAddresses } from "./user-addresses.ts";

/** Everything that the shop knows of somebody with an account, for him to take along. */
export async function personalDataOf(db: Database, user: User, settings: Settings) {
  const { id: _id, disabledAt: _disabled, ...account } = user;
  const [addresses, orders] = await Promise.all([findAddresses(db, user.id), listAllUserOrders(db, user.id, settings)]);
  return {
    shop: settings.shop_name,
    account,
    addresses,
    orders: orders.map(({ key: _key, userId: _userId, ...order }) => ({
      ...order,
      total: formatMoney(order.total, order.currency),
      subtotal: formatMoney(order.subtotal, order.currency),
      currency: order.currency.code,
      lines: order.lines.map(({ name, sku, choices, quantity, total }) => ({
        name,
        sku,
        choices,
        quantity,
        total: formatMoney(total, order.currency),
      })),
      shipping: order.shipping && { ...order.shipping, amount: formatMoney(order.shipping.amount, order.currency) },
      discount: formatMoney(order.discount, order.currency),
      tax: formatMoney(order.tax, order.currency),
    })),
  };
}
