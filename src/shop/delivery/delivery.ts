import type { Amount } from "#platform/money.ts";
import type { Settings } from "../settings/setting-definitions.ts";

/** How an order reaches the buyer and what that costs. */
export interface Delivery {
  /** The method's id on the wire. */
  id: string;
  title: string;
  amount: Amount;
}

/** The delivery of lines: the store's one flat method, or null when no line has to be carried anywhere. */
export function deliveryFor(lines: readonly { needsShipping: boolean }[], settings: Settings): Delivery | null {
  if (!lines.some((line) => line.needsShipping)) return null;
  return { id: "flat_rate:1", title: settings.shipping_title, amount: settings.shipping_price };
}
