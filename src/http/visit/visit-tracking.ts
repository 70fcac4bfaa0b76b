import type { FastifyRequest } from "fastify";
import type { OrderTracking } from "#shop/orders/order-tracking.ts";
import { browserIdNames } from "#shop/tracking/networks/network.rules.ts";

const categories = ["statistics", "marketing"] as const;

/**
 * Returns what the visitor allows networks to be told, and what their scripts stored in the browser if anything is allowed; null
 * if nothing is. Nothing said is nothing allowed, and Global Privacy Control and Do Not Track refuse everything.
 * Source: the WordPress consent API, cookies.
 */
export function trackingOf({ cookies, headers }: FastifyRequest): OrderTracking | null {
  if (headers["sec-gpc"] === "1" || headers.dnt === "1") return null;
  const allowed = categories.filter((category) => cookies[`wp_consent_${category}`] === "allow");
  if (allowed.length === 0) return null;
  const ids = browserIdNames.flatMap((name) => {
    const value = cookies[name] ?? "";
    return /^[\w.:|*=+/-]{1,500}$/.test(value) ? [[name, value] as const] : [];
  });
  return { allowed, ids: Object.fromEntries(ids) };
}
