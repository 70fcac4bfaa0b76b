import { pixelNonce } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { isToldByServer } from "#shop/tracking/conversion-apis.ts";
import { networkIds } from "#shop/tracking/network-sources.rules.ts";
import { networkNames } from "#shop/tracking/networks/networks.rules.ts";
import type { ParameterContext } from "./page-parameters.ts";

/**
 * Returns what our own client tells networks with: their ids, the page's facts, and the products that its buttons add, by id.
 * Undefined while no network is configured. Amounts are in minor units, the delay is in seconds.
 */
export function trackingParameters({ facts: { settings, currency }, page, reader, nonce }: ParameterContext) {
  const networks = networkIds(settings);
  if (Object.keys(networks).length === 0) return undefined;
  const { facts, items } = page.tracking ?? { facts: [], items: [] };
  return {
    networks,
    currency: { code: currency.code, minorUnit: currency.minorUnit },
    currencyOfPixels: settings.pixel_currency,
    delay: settings.event_delay,
    googleEvents: settings.google_events,
    itemIdentifier: settings.google_item_identifier,
    // Pages of guests are cached for everybody.
    isTest: isTestFor(settings, reader),
    nonce: nonce(pixelNonce),
    ajaxUrl: routes.siteCall(),
    serverNetworks: networkNames.filter((name) => networks[name] && isToldByServer(name, settings)),
    facts,
    items: Object.fromEntries(items.map((item) => [item.id, item])),
  };
}

/** Whether the reader sees what networks are told: only staff do, in test mode. */
export function isTestFor(
  { tracking_test_mode: mode }: ParameterContext["facts"]["settings"],
  reader: ParameterContext["reader"],
): boolean {
  return mode === "yes" && reader?.isStaff === true;
}
