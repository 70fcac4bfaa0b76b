import type { ReactNode } from "react";
import { routes } from "#routes";
import type { Order } from "#shop/orders/order.ts";
import { useLocale } from "#ui/locale.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { NoOrders } from "./dashboard.tsx";
import { OrdersTable } from "./orders-table.tsx";

interface OrdersPageProps {
  orders: readonly Order[];
  page: number;
  pages: number;
}

/** Renders one page of the user's orders. */
export function OrdersPage({ orders, page, pages }: OrdersPageProps) {
  if (orders.length === 0) return <NoOrders />;
  return (
    <>
      <OrdersTable orders={orders} />
      <Pagination current={page} total={pages} href={routes.accountOrders} />
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
