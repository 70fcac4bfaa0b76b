import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { inTransaction } from "#db/transaction.ts";
import { translator } from "#messages/translate.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { findGoodsOf } from "#shop/orders/downloads/goods.ts";
import { isMailedToCustomer, isOrderStatus } from "#shop/orders/order-status.rules.ts";
import { getOrder } from "#shop/orders/orders.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { storeOrderConversions } from "#shop/tracking/order-conversions.ts";
import { mailedGoods } from "../emails/mailed-goods.tsx";
import { orderStatusMails } from "../emails/order-mails.tsx";
import { licenceWarnings } from "./licence-warnings.ts";
import type { GoodsMailDependencies } from "./order-placed.ts";

const payloadShape = Compile(
  Type.Object({
    orderId: Type.Integer(),
    eventId: Type.Integer(),
    status: Type.String(),
    unpaidBy: Type.Optional(Type.String({ minLength: 1 })),
  }),
);

/**
 * Job `order-status-changed`: mails the buyer, and stores what networks are told of the order as it is now. Safe to run twice: each
 * status change has a unique mail key, and each order is bought, refunded and cancelled once.
 */
export function orderStatusChanged({ db, clock, linkOrigin, signatures }: GoodsMailDependencies): Task {
  return async (payload) => {
    const { orderId, eventId, status, unpaidBy } = payloadShape.Parse(payload);
    if (!isOrderStatus(status)) throw new Error(`Unknown order status "${status}"`);
    const settings = await getSettings(db);
    const order = await getOrder(db, orderId, settings);
    const context = { settings, t: translator(settings.language), origin: linkOrigin() };
    const found = await findGoodsOf(db, order);
    const goods = mailedGoods(found, orderId, { signatures, origin: linkOrigin(), now: clock.now() });
    const change = { status, eventId, unpaidBy: unpaidBy ? new Date(unpaidBy) : null, goods };
    const mails = isMailedToCustomer(status) ? orderStatusMails(order, change, context) : [];
    await inTransaction(db, async (db) => {
      const warnings = await licenceWarnings(db, found, orderId, context);
      await putIntoOutbox(db, [...mails, ...warnings], clock.now());
      await storeOrderConversions(db, order, settings, clock.now());
    });
  };
}
