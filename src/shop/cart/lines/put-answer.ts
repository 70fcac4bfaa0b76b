import { maxCartLines } from "../../accounts/sessions/cart-rules.ts";
import { Refusal } from "../../refusal.ts";
import type { CheckedAddition } from "./check-addition.ts";
import { highestQuantity, lowestQuantity } from "./quantity.rules.ts";

/** The added line, for the confirmation message. */
export interface AddedLine {
  lineKey: string;
  productId: number;
  variationId: number | null;
  slug: string;
  name: string;
  quantity: number;
  /** The same call was counted before; nothing was added now. */
  isRepeat: boolean;
}

/** The database's answer to an addition, with the numbers that decided it. */
export interface PutAnswer {
  /** null: the session has ended. */
  accepted: boolean | null;
  isRepeat: boolean;
  /** The cart has the maximum number of lines. */
  isFull: boolean;
  added: number;
  lineBefore: number;
  /** The quantity of all lines that take from the same stock. */
  sharedBefore: number;
  /** null: no limit. */
  stockLeft: number | null;
}

/**
 * Returns why nothing was added: session_ended, cart_full, product_sold_individually, quantity_too_large,
 * quantity_too_small, stock_insufficient, stock_insufficient_with_cart; null if it was added.
 */
export function putRefusal(answer: PutAnswer, { offer, name, slug }: CheckedAddition): Refusal | null {
  if (answer.accepted === null) return new Refusal("session_ended");
  if (answer.accepted) return null;
  const details = { name, slug };
  const { added, lineBefore: inCart } = answer;
  const after = inCart + added;
  if (answer.isFull) return new Refusal("cart_full", { ...details, max: maxCartLines });
  if (offer.soldIndividually && inCart > 0) return new Refusal("product_sold_individually", details);
  if (after > highestQuantity(offer))
    return new Refusal("quantity_too_large", { ...details, max: highestQuantity(offer), inCart });
  if (after < lowestQuantity(offer))
    return new Refusal("quantity_too_small", { ...details, min: lowestQuantity(offer) });
  const remaining = answer.stockLeft ?? 0;
  if (added > remaining) return new Refusal("stock_insufficient", { ...details, remaining });
  return new Refusal("stock_insufficient_with_cart", { ...details, remaining, inCart: answer.sharedBefore });
}
