import type { AddedLine } from "#shop/cart/lines/put-answer.ts";
import { networkIds } from "#shop/tracking/network-sources.rules.ts";
import type { Call } from "../../wc-ajax/entrance.ts";

/** Counts what a form has added to the cart, and lets the next page of the cart tell the networks of it, if there are any. */
export async function reportAdded({ statistics, visit }: Call, added: readonly AddedLine[]): Promise<void> {
  statistics.addToCart(visit.request.headers, added);
  const { settings } = await visit.facts();
  const now = added.filter(({ isRepeat }) => !isRepeat);
  if (now.length > 0 && Object.keys(networkIds(settings)).length > 0) visit.cookies.setAdded(now);
}
