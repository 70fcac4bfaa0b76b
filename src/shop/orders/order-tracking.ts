import type { BrowserIds } from "../tracking/networks/network.rules.ts";

/** What an order keeps for conversions. */
export interface OrderTracking {
  /** The consent that the buyer gave; empty for none. */
  allowed: readonly ("statistics" | "marketing")[];
  /** What networks' scripts stored in the browser, by cookie. */
  ids: BrowserIds;
}
