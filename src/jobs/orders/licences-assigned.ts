import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { translator } from "#messages/translate.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { findGoods } from "#shop/orders/downloads/goods.ts";
import { getOrder } from "#shop/orders/orders.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { licencesMails } from "../emails/licence-mails.tsx";
import { mailedGoods } from "../emails/mailed-goods.tsx";
import type { GoodsMailDependencies } from "./order-placed.ts";

const payloadShape = Compile(Type.Object({ orderId: Type.Integer() }));

/**
 * Job `licences-assigned`: mails the buyer of an order the licence keys that it waited for, unless the order ended in the meantime.
 * Safe to run twice: each number of keys is mailed once.
 */
export function licencesAssigned({ db, clock, linkOrigin, signatures }: GoodsMailDependencies): Task {
  return async (payload) => {
    const { orderId } = payloadShape.Parse(payload);
    const settings = await getSettings(db);
    const goods = await findGoods(db, orderId);
    const mailed = mailedGoods(goods, orderId, { signatures, origin: linkOrigin(), now: clock.now() });
    if (!mailed) return;
    const order = await getOrder(db, orderId, settings);
    const context = { settings, t: translator(settings.language), origin: linkOrigin() };
    await putIntoOutbox(db, licencesMails(order, mailed, context), clock.now());
  };
}
