import { routes } from "#routes";
import type { Order } from "#shop/orders/order.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.tsx";
import { OrdersTable } from "./orders-table.tsx";

/** Renders the empty state of the order list. */
export function NoOrders() {
  const { t } = useLocale();
  return (
    <EmptyState
      title={t("account.orders.empty")}
      className="woocommerce-info"
      actions={<Button href={routes.shop()}>{t("account.goShopping")}</Button>}
    >
      <p className="muted">{t("account.orders.emptyText")}</p>
    </EmptyState>
  );
}

/** Renders the first page of the account: the newest orders. */
export function Dashboard({ orders }: { orders: readonly Order[] }) {
  const { t } = useLocale();
  return (
    <>
      <p className="lead">{t("account.lead")}</p>
      {orders.length === 0 ? (
        <NoOrders />
      ) : (
        <section className="group">
          <h2>{t("account.lastOrders")}</h2>
          <OrdersTable orders={orders} />
          <p>
            <a className="link" href={routes.accountOrders()}>
              {t("account.allOrders")}
            </a>
          </p>
        </section>
      )}
    </>
  );
}
