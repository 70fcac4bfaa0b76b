// Answers POST chowk_gift=take.{token}.{item} or undo.{token}.{item} of a shared list's page: what a visitor will give.
import { randomBytes } from "node:crypto";
import { routes } from "#routes";
import { Refusal } from "#shop/refusal.ts";
import { giverHash, markGift, unmarkGift } from "#shop/wishlist/gifts.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { textOf } from "../../wc-ajax/fields.ts";
import { refusalNotice } from "../../wc-ajax/notices.ts";
import { referringPage } from "../return-paths.ts";

/** Returns the path of the list's page. Needs no nonce: posts from other sites are rejected, and any visitor may do it. */
export async function giftRequest(call: Call): Promise<string | undefined> {
  const { db, clock, visit, fields } = call;
  const wish = /^(take|undo)\.([A-Z0-9]{12})\.([1-9]\d{0,14})$/.exec(textOf(fields, "chowk_gift"));
  const [, what, listToken = "", itemId] = wish ?? [];
  const { settings } = await visit.facts();
  if (!wish || visit.request.method !== "POST" || settings.wishlist_gifts === "no") return undefined;
  const known = visit.cookies.giver;
  const giver = known ?? randomBytes(24).toString("base64url");
  try {
    if (what === "undo") await unmarkGift(db, Number(itemId), giverHash(giver));
    else {
      const viewerId = (await visit.wishlists.find())?.ownerId ?? null;
      const by = { giver: giverHash(giver), viewerId };
      await markGift(db, { listToken, itemId: Number(itemId) }, by, clock.now());
      if (known === null) visit.cookies.setGiver(giver);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await visit.addNotice(refusalNotice(error));
  }
  const page = referringPage(call);
  return page?.startsWith(routes.wishlist()) ? page : routes.wishlistView(listToken);
}
