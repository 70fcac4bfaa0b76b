import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import { translator } from "#messages/translate.ts";
import type { Clock } from "#platform/clock.ts";
import { isFullOfConfirmations, putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { findPlacedStatus, getOrder } from "#shop/orders/orders.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { newOrderMail, orderReceivedMails } from "./emails/order-mails.tsx";

export interface OrderPlacedDependencies {
  db: Database;
  clock: Clock;
  /** Returns the origin of links in mails. */
  linkOrigin: () => string;
}

const payloadShape = Compile(Type.Object({ orderId: Type.Integer() }));

/**
 * Job `order-placed`: mails the shop and the buyer, unless the buyer's address has reached its limit of confirmations. Safe to
 * run twice: each mail has a unique key.
 */
export function orderPlaced({ db, clock, linkOrigin }: OrderPlacedDependencies): Task {
  return async (payload) => {
    const { orderId } = payloadShape.Parse(payload);
    const settings = await getSettings(db);
    const order = await getOrder(db, orderId, settings);
    const context = { settings, t: translator(settings.language), origin: linkOrigin() };
    const isFull = await isFullOfConfirmations(db, order.billing.email, clock.now());
    const confirmations = isFull ? [] : orderReceivedMails(order, await findPlacedStatus(db, orderId), context);
    await putIntoOutbox(db, [...confirmations, newOrderMail(order, context)], clock.now());
  };
}
