import type { ReactNode } from "react";
import { routes } from "#routes";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { Order } from "#shop/orders/order.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { OrderDetails } from "./fragments/order-details.tsx";
import { Headline, isUnderway, NextStep } from "./next-step.tsx";
import { WhatNext } from "./what-next.tsx";

export interface OrderReceivedPageProps {
  /** null: the link does not open an order, or not for this visitor; then nothing of it is shown. */
  order: Order | null;
  /** Where its owner signs in to see it; null: nobody needs to. */
  signInHref: string | null;
  /** What a guest is asked before he sees it; null: nothing. */
  question: ReactNode;
  /** Pictures of the products in the order, by product id, as far as they still exist. */
  pictures: ReadonlyMap<number, Picture>;
  /** How long ago (seconds) its buyer, in whose browser this is, has placed it; null: nobody knows him here. */
  orderedAgo: number | null;
  /** The days on which it can arrive; null: only the usual time is told. */
  arrival: { from: Date; to: Date } | null;
  /** IANA name of the shop's time zone. */
  timeZone: string;
  /** ISO 3166-1 alpha-2. */
  storeCountry: string;
  /** The order for scripts; null: they may not see it. */
  data: ReactNode;
  /** What to read while waiting. */
  children?: ReactNode;
}

function Thanks({ order, arrival, timeZone }: OrderReceivedPageProps & { order: Order }) {
  const { t } = useLocale();
  return (
    <div className="done-main">
      <h1 className="woocommerce-notice woocommerce-thankyou-order-received">
        <Headline order={order} />
      </h1>
      <p className="lead">
        <NextStep order={order} />
      </p>
      {order.userId === null && order.billing.email === "" && <p>{t("orders.keepLink")}</p>}
      {isUnderway(order) && (
        <WhatNext
          placedAt={order.createdAt}
          days={order.shipping?.days ?? null}
          arrival={arrival}
          timeZone={timeZone}
        />
      )}
      <p>
        <Button href={routes.shop()}>{t("orders.goOn")}</Button>
      </p>
    </div>
  );
}

function ThanksOnly({ signInHref }: Pick<OrderReceivedPageProps, "signInHref">) {
  const { t } = useLocale();
  return (
    <div className="done-main">
      <h1 className="woocommerce-notice woocommerce-notice--success woocommerce-thankyou-order-received">
        {t("orders.thanksPlain")}
      </h1>
      <p className="lead">{t("orders.thanksPlainText")}</p>
      {signInHref && (
        <p>
          <a className="link" href={signInHref}>
            {t("orders.signIn")}
          </a>
        </p>
      )}
      <p>
        <Button href={routes.shop()}>{t("orders.goOn")}</Button>
      </p>
    </div>
  );
}

/** Thank you: what was ordered, what happens next and when. */
export function OrderReceivedPage(props: OrderReceivedPageProps) {
  const { order, signInHref, question, pictures, timeZone, storeCountry, orderedAgo, data, children } = props;
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce-order order-received-page" data-chowk-ordered={orderedAgo ?? undefined}>
      <div className={order ? "done" : "done done--plain"}>
        {order ? <Thanks {...props} order={order} /> : (question ?? <ThanksOnly signInHref={signInHref} />)}
        {order && <OrderDetails order={order} pictures={pictures} timeZone={timeZone} storeCountry={storeCountry} />}
      </div>
      {data}
      {children && (
        <section className="section">
          <div className="section-head">
            <h2>{t("orders.whileYouWait")}</h2>
          </div>
          {children}
        </section>
      )}
    </div>
  );
}
