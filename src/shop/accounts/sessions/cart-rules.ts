import { maxPerLine } from "../../cart/lines/quantity.rules.ts";
import type { Notice } from "./sessions.ts";

/** The most lines in a cart. */
export const maxCartLines = 200;

/** The most coupons in a cart. */
export const maxCartCoupons = 10;

/** How long (ms) a cart is kept after the last visit. */
export const cartRetentionMs = 30 * 24 * 3_600_000;

/** Tells that not all lines fitted into the account's cart. */
const fullNotice: Notice = { kind: "error", messageKey: "notices.cartFull", values: { max: maxCartLines } };

/** The rules that the SQL functions of carts apply, as JSON: see lock_cart. */
export const cartRules = JSON.stringify({
  maxLines: maxCartLines,
  maxPerLine,
  maxCoupons: maxCartCoupons,
  retentionSeconds: cartRetentionMs / 1000,
  fullNotice,
});
