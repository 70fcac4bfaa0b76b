import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { getOrder } from "#shop/orders/orders.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { linkMail } from "../emails/link-mail.tsx";
import type { OrderPlacedDependencies } from "./order-placed.ts";

const payloadShape = Compile(
  Type.Object({ orderId: Type.Integer(), email: Type.String(), requestedAt: Type.String() }),
);

/**
 * Job `order-link-mail`: mails an order's link to the address that a guest entered. The mail has no details of the order, because
 * the address may be misspelled. Safe to run twice: each request has one key.
 */
export function orderLinkMail({ db, clock, linkOrigin }: OrderPlacedDependencies): Task {
  return async (payload) => {
    const { orderId, email: recipient, requestedAt } = payloadShape.Parse(payload);
    const settings = await getSettings(db);
    const { id, key } = await getOrder(db, orderId, settings);
    const t = translator(settings.language);
    const texts = {
      title: t("mail.orderLink.title"),
      text: t("mail.orderLink.text"),
      link: { label: t("mail.orderReceived.see"), href: linkOrigin() + routes.orderReceived(id, key) },
      foot: t("mail.questions"),
    };
    const mail = {
      key: `order-link:${orderId}:${requestedAt}`,
      recipient,
      subject: t("mail.orderLink.subject", { shop: settings.shop_name }),
      ...linkMail(texts, { settings, t }),
      isSecret: true,
    };
    await putIntoOutbox(db, [mail], clock.now());
  };
}
