import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { translator } from "#messages/translate.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { findEstimate } from "#shop/wishlist/request-estimate.ts";
import { renderEstimateCopy, renderEstimateMail } from "./emails/estimate-mail.tsx";
import type { OrderPlacedDependencies } from "./orders/order-placed.ts";

const payloadShape = Compile(Type.Object({ estimateId: Type.Integer() }));

/**
 * Job `estimate-mail`: mails the shop a shopper's request for an estimate, and by setting confirms it to the shopper. Sends
 * nothing if the list was deleted meanwhile. Safe to run twice: each mail has one key.
 */
export function estimateMail({ db, clock, linkOrigin }: OrderPlacedDependencies): Task {
  return async (payload) => {
    const { estimateId } = payloadShape.Parse(payload);
    const estimate = await findEstimate(db, estimateId);
    if (!estimate) return;
    const settings = await getSettings(db);
    const context = { settings, t: translator(settings.language), origin: linkOrigin() };
    const mails = [renderEstimateMail(estimate, context)];
    if (settings.wishlist_estimate_copy === "yes") mails.push(renderEstimateCopy(estimate, context));
    await putIntoOutbox(db, mails, clock.now());
  };
}
