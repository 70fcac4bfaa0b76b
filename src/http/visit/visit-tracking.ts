import type { FastifyRequest } from "fastify";
import { consentCategories } from "#shop/consent/consent.rules.ts";
import type { OrderTracking } from "#shop/orders/order-tracking.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { browserIdNames } from "#shop/tracking/networks/network.rules.ts";
import { consentOf } from "./visit-consent.ts";

/**
 * Returns what the visitor allows networks to be told, and what their scripts stored in the browser if anything is allowed; null
 * if nothing is.
 */
export function trackingOf(request: FastifyRequest, settings: Settings): OrderTracking | null {
  const consent = consentOf(request, settings);
  const allowed = consentCategories.filter((category) => consent[category]);
  if (allowed.length === 0) return null;
  const ids = browserIdNames.flatMap((name) => {
    const value = request.cookies[name] ?? "";
    return /^[\w.:|*=+/-]{1,500}$/.test(value) ? [[name, value] as const] : [];
  });
  return { allowed, ids: Object.fromEntries(ids) };
}
