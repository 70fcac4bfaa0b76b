import type { Visit } from "#http/visit/visit.ts";
import { consentOf } from "#http/visit/visit-consent.ts";
import type { Cart } from "#shop/cart/cart.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { networkIds } from "#shop/tracking/network-sources.rules.ts";
import { type NetworkName, networkNames, networks } from "#shop/tracking/networks/networks.rules.ts";
import { addedFact, type PageFact } from "#shop/tracking/page-tracking.rules.ts";

/** Ends of the cookies' names. Source: wire notes 14. */
const cookieEnds: Readonly<Record<NetworkName, string>> = {
  meta: "",
  tiktok: "_tiktok",
  pinterest: "_pinterest",
  snapchat: "_snapchat",
  google: "_ga",
};

/**
 * Returns what forms have just added to the cart, for the page to tell once. Others' scripts get it in the protocol's cookies, for
 * the networks that the visitor allows.
 */
export function takeAdded(visit: Visit, cart: Cart, settings: Settings): readonly PageFact[] {
  const { added } = visit.cookies;
  if (added.length === 0 || !visit.isViewed) return [];
  visit.cookies.clearAdded();
  const fact = addedFact(cart, new Map(added.map(({ lineKey, quantity }) => [lineKey, quantity])));
  if (!fact) return [];
  const consent = consentOf(visit.request, settings);
  const ids = networkIds(settings);
  for (const name of networkNames.filter((name) => ids[name] !== undefined && consent[networks[name].consent])) {
    const event = networks[name].eventOf(fact, settings.google_item_identifier);
    if (event) visit.cookies.setPixelAdd(cookieEnds[name], event.payload);
  }
  return [fact];
}
