// Answers POST chowk_wishlist_alerts=on|off, for guests with email: mails about price drops and restocks.
import { requestGuestAlerts, startUserAlerts, stopAlerts } from "#shop/wishlist/alerts.ts";
import { formNames } from "#storefront/wishlist/fragments/form-id.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { textOf } from "../../wc-ajax/fields.ts";
import { done, type FormResult, type TypedForm } from "./wishlist-form.ts";

export async function wishlistAlertsRequest(call: Call): Promise<FormResult> {
  const { db, clock, visit, fields } = call;
  const now = clock.now();
  if (textOf(fields, "chowk_wishlist_alerts") === "off") {
    const own = await visit.wishlists.find();
    if (own) await stopAlerts(db, own.ownerId);
    return { notices: [done("notices.wishlist.alertsStopped")] };
  }
  const ownerId = await visit.wishlists.keepOwnerId();
  const session = await visit.session.find();
  if (session?.user) {
    await startUserAlerts(db, ownerId, now);
    return { notices: [done("notices.wishlist.alertsStarted")] };
  }
  await requestGuestAlerts(db, { ownerId, email: textOf(fields, "email"), address: visit.request.ip }, now);
  return { notices: [done("notices.wishlist.alertsAsked")] };
}

export const typedAlerts: TypedForm = {
  name: formNames.alerts,
  controls: async ({ visit }) => ((await visit.wishlists.find()) ? ["email"] : []),
};
