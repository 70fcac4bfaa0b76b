import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { translator } from "#messages/translate.ts";
import type { Clock } from "#platform/clock.ts";
import type { Signatures } from "#platform/signatures.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { findGoodsOf } from "#shop/orders/downloads/goods.ts";
import { mayConfirm } from "#shop/orders/limit-confirmations.ts";
import { findPlacedStatus, getOrder } from "#shop/orders/orders.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { storeOrderConversions } from "#shop/tracking/order-conversions.ts";
import { mailedGoods } from "../emails/mailed-goods.tsx";
import { newOrderMail, orderReceivedMails } from "../emails/order-mails.tsx";
import { licenceWarnings } from "./licence-warnings.ts";

export interface OrderPlacedDependencies {
  db: Database;
  clock: Clock;
  /** Returns the origin of links in mails. */
  linkOrigin: () => string;
}

/** What mails with files and licence keys need besides. */
export interface GoodsMailDependencies extends OrderPlacedDependencies {
  /** Signs links to files. */
  signatures: Signatures;
}

const payloadShape = Compile(Type.Object({ orderId: Type.Integer() }));

/**
 * Job `order-placed`: mails the shop and the buyer, unless the confirmations to the buyer's address, or to strangers for orders
 * of a network, have reached their limit, and stores what networks are told. Safe to run twice: each mail has a unique key, and
 * each order is bought once.
 */
export function orderPlaced({ db, clock, linkOrigin, signatures }: GoodsMailDependencies): Task {
  return async (payload) => {
    const { orderId } = payloadShape.Parse(payload);
    const settings = await getSettings(db);
    const order = await getOrder(db, orderId, settings);
    const context = { settings, t: translator(settings.language), origin: linkOrigin() };
    const { email } = order.billing;
    const found = await findGoodsOf(db, order);
    const goods = mailedGoods(found, orderId, { signatures, origin: linkOrigin(), now: clock.now() });
    await inTransaction(db, async (db) => {
      const mayMail = await mayConfirm(db, { orderId, email }, settings, clock.now());
      const confirmations = mayMail
        ? orderReceivedMails(order, await findPlacedStatus(db, orderId), context, goods)
        : [];
      const toShop = [newOrderMail(order, context), ...(await licenceWarnings(db, found, orderId, context))];
      await putIntoOutbox(db, [...confirmations, ...toShop], clock.now());
      await storeOrderConversions(db, order, settings, clock.now());
    });
  };
}
