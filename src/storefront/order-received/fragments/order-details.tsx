import type { ReactNode } from "react";
import { formatPhone } from "#shop/accounts/profile/format-phone.ts";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { Order, OrderLine } from "#shop/orders/order.ts";
import { useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";
import { placeLines } from "../../address/fragments/place-labels.ts";
import { LinePicture } from "../../cart/fragments/line-picture.tsx";
import { Sums } from "../../cart/fragments/sums.tsx";
import { OrderDate } from "./order-date.tsx";
import { PaymentRequestDetails } from "./payment-request.tsx";

interface OrderDetailsProps {
  order: Order;
  pictures: ReadonlyMap<number, Picture>;
  /** ISO 3166-1 alpha-2. Addresses in other countries show their country. */
  storeCountry: string;
}

interface OverviewItemProps {
  name: "order" | "date" | "email" | "total" | "payment-method";
  label: string;
  /** For screen readers only, because the heading and totals next to it show the same. */
  isShownElsewhere?: boolean;
  children: ReactNode;
}

function OverviewItem({ name, label, isShownElsewhere, children }: OverviewItemProps) {
  return (
    <li className={`woocommerce-order-overview__${name} ${name}${isShownElsewhere ? " vh" : ""}`}>
      {label} <strong>{children}</strong>
    </li>
  );
}

/** Renders number, date, email, total and payment method in the markup that scripts read. */
function Overview({ order }: Pick<OrderDetailsProps, "order">) {
  const { t } = useLocale();
  return (
    <ul className="woocommerce-order-overview woocommerce-thankyou-order-details order_details" role="list">
      <OverviewItem name="order" label={t("orders.number")} isShownElsewhere>
        {order.id}
      </OverviewItem>
      <OverviewItem name="date" label={t("orders.date")}>
        <OrderDate date={order.createdAt} />
      </OverviewItem>
      {order.billing.email && (
        <OverviewItem name="email" label={t("orders.email")}>
          {order.billing.email}
        </OverviewItem>
      )}
      <OverviewItem name="total" label={t("orders.total")} isShownElsewhere>
        <Money amount={order.total} />
      </OverviewItem>
      <OverviewItem name="payment-method" label={t("orders.payment")}>
        {order.paymentMethod.title}
      </OverviewItem>
    </ul>
  );
}

function Line({ line, picture }: { line: OrderLine; picture: Picture | null }) {
  const { t } = useLocale();
  const choices = line.choices.map(({ value }) => value).join(", ");
  const { quantity } = line;
  return (
    <li className="woocommerce-table__line-item order_item">
      <LinePicture picture={picture} />
      <p className="what">
        <b>{line.name}</b>
        <small>
          {choices ? t("orders.times", { what: choices, quantity }) : t("orders.quantityOnly", { quantity })}
        </small>
      </p>
      <p className="cost">
        <Money amount={line.total} />
      </p>
    </li>
  );
}

function DeliveredTo({ order, storeCountry }: Pick<OrderDetailsProps, "order" | "storeCountry">) {
  const { t, lang } = useLocale();
  const { firstName, lastName, address1, address2, phone } = order.shippingAddress;
  const heading = t(order.status === "completed" ? "orders.deliveredTo" : "orders.deliverTo");
  const lines = [
    `${firstName} ${lastName}`.trim(),
    address1,
    address2,
    ...placeLines(order.shippingAddress, { storeCountry, lang }),
    formatPhone(phone || order.billing.phone),
  ].filter(Boolean);
  return (
    <div className="woocommerce-customer-details delivered-to">
      <h3>{order.shipping && !order.shipping.isPickup ? heading : t("orders.orderedBy")}</h3>
      <address>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      {order.customerNote && (
        <p>
          <b>{t("orders.note")}</b> {order.customerNote}
        </p>
      )}
    </div>
  );
}

/** Renders the order's lines, totals and addresses. */
export function OrderDetails({ order, pictures, storeCountry }: OrderDetailsProps) {
  const { t } = useLocale();
  return (
    <section className="woocommerce-order-details" aria-labelledby="order-heading">
      <h2 id="order-heading">
        {t("orders.order")} <span className="num">{order.id}</span>
      </h2>
      <Overview order={order} />
      {order.paymentRequest && <PaymentRequestDetails request={order.paymentRequest} orderId={order.id} />}
      <ul className="woocommerce-table--order-details order_lines lines" role="list">
        {order.lines.map((line, index) => (
          <Line key={index} line={line} picture={pictures.get(line.productId ?? 0) ?? null} />
        ))}
      </ul>
      <Sums of={order} />
      <DeliveredTo order={order} storeCountry={storeCountry} />
    </section>
  );
}
