import { formatMoney } from "#platform/money.ts";
import { routes } from "#routes";
import type { Order } from "#shop/orders/order.ts";
import { Day } from "#ui/day.tsx";
import { useLocale } from "#ui/locale.tsx";

function Row({ order }: { order: Order }) {
  const { t } = useLocale();
  const { id, status, createdAt, total, currency } = order;
  return (
    <tr className={`woocommerce-orders-table__row woocommerce-orders-table__row--status-${status} order`}>
      <th scope="row" data-title={t("account.orders.number")}>
        <a href={routes.viewOrder(id)} aria-label={t("account.orders.see", { id: String(id) })}>
          {id}
        </a>
      </th>
      <td data-title={t("account.orders.date")}>
        <Day date={createdAt} />
      </td>
      <td data-title={t("account.orders.status")}>{t(`account.status.${status}`)}</td>
      <td data-title={t("account.orders.total")} className="num">
        {formatMoney(total, currency)}
      </td>
    </tr>
  );
}

/** Renders a table of orders with links to their pages. */
export function OrdersTable({ orders }: { orders: readonly Order[] }) {
  const { t } = useLocale();
  return (
    <table className="woocommerce-orders-table shop_table account-orders">
      <thead>
        <tr>
          <th scope="col">{t("account.orders.number")}</th>
          <th scope="col">{t("account.orders.date")}</th>
          <th scope="col">{t("account.orders.status")}</th>
          <th scope="col" className="num">
            {t("account.orders.total")}
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  );
}
