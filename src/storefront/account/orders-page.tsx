import type { ReactNode } from "react";
import { routes } from "#routes";
import type { Order } from "#shop/orders/order.ts";
import type { OrdersPage as Page } from "#shop/orders/orders.ts";
import { useLocale } from "#ui/locale.tsx";
import { PageSteps } from "#ui/pagination.tsx";
import { NoOrders } from "./dashboard.tsx";
import { OrdersTable } from "./orders-table.tsx";

/** Renders one page of the user's orders. */
export function OrdersPage({ orders, newer, older }: Page) {
  if (orders.length === 0) return <NoOrders />;
  return (
    <>
      <OrdersTable orders={orders} />
      <PageSteps previous={newer && routes.accountOrders(newer)} next={older && routes.accountOrders(older)} />
    </>
  );
}

/** Renders one order: its status and its items. */
export function ViewOrderPage({ order, children }: { order: Order; children: ReactNode }) {
  const { t } = useLocale();
  return (
    <>
      <p className="order-status">
        {t("account.orders.status")}: <strong>{t(`account.status.${order.status}`)}</strong>
      </p>
      {children}
      <p>
        <a className="link" href={routes.accountOrders()}>
          {t("account.order.back")}
        </a>
      </p>
    </>
  );
}
