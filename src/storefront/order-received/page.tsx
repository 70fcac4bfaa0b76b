import type { ComponentProps, ReactNode } from "react";
import { routes } from "#routes";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { Order } from "#shop/orders/order.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { WhatsAppLink } from "../layout/fragments/whats-app-link.tsx";
import { OrderDetails } from "./fragments/order-details.tsx";
import { KeepLink } from "./keep-link.tsx";
import { Headline, isUnderway, NextStep } from "./next-step.tsx";
import { WhatNext } from "./what-next.tsx";

export interface OrderReceivedPageProps {
  /** null when the link does not open an order for this visitor; no details are shown then. */
  order: Order | null;
  /** Sign-in link for the order's owner; null when no sign-in is needed. */
  signInHref: string | null;
  /** Verification form for a guest's order; null when not needed. */
  question: ReactNode;
  /** Pictures of the order's products by product id; deleted products are missing. */
  pictures: ReadonlyMap<number, Picture>;
  /** Seconds since the order was placed in this browser; null in any other browser. */
  orderedAgo: number | null;
  /** ISO 3166-1 alpha-2. */
  storeCountry: string;
  /** The shop's WhatsApp number as displayed; "" for none. */
  whatsApp: string;
  /** This page, to be kept: its path and absolute URL, and the nonce of the form that mails it; null: not the buyer. */
  link: ComponentProps<typeof KeepLink> | null;
  /** Files and licence keys; null: none, or not the buyer. */
  goods: ReactNode;
  /** Order data for scripts; null when the visitor may not see the order. */
  data: ReactNode;
  /** Articles to read in the meantime. */
  children?: ReactNode;
}

function Thanks({ order, whatsApp, link, goods }: OrderReceivedPageProps & { order: Order }) {
  const { t } = useLocale();
  const hasNoMail = order.userId === null && order.billing.email === "";
  return (
    <div className="done-main">
      <h1 className="woocommerce-notice woocommerce-thankyou-order-received">
        <Headline order={order} />
      </h1>
      <p className="lead">
        <NextStep order={order} />
      </p>
      {goods}
      {isUnderway(order) && (
        <WhatNext
          placedAt={order.createdAt}
          days={order.shipping?.days ?? null}
          arrival={order.shipping?.arrival ?? null}
        />
      )}
      {hasNoMail && <p>{t("orders.keepLink")}</p>}
      {hasNoMail && link && <KeepLink {...link} />}
      {whatsApp && (
        <p>
          {t("orders.askByWhatsApp")} <WhatsAppLink number={whatsApp} />
        </p>
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

/** Renders the thank-you page: what was ordered, and what happens when. */
export function OrderReceivedPage(props: OrderReceivedPageProps) {
  const { order, signInHref, question, pictures, storeCountry, orderedAgo, data, children } = props;
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce-order order-received-page" data-chowk-ordered={orderedAgo ?? undefined}>
      <div className={order ? "done" : "done done--plain"}>
        {order ? <Thanks {...props} order={order} /> : (question ?? <ThanksOnly signInHref={signInHref} />)}
        {order && <OrderDetails order={order} pictures={pictures} storeCountry={storeCountry} />}
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
