import { mostCartLines } from "../../accounts/sessions/hold-cart.ts";
import { Refusal } from "../../refusal.ts";
import type { CheckedAddition } from "./check-addition.ts";
import { highestQuantity, lowestQuantity } from "./quantity.rules.ts";

/** What was added, for the message that says so. */
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

/** What the database says to an addition; the numbers are those that it judged by. */
export interface PutAnswer {
  /** null: the session is gone. */
  accepted: boolean | null;
  isRepeat: boolean;
  /** It would be a line more than a cart can have. */
  isFull: boolean;
  added: number;
  lineBefore: number;
  /** All lines that take from the same stock. */
  sharedBefore: number;
  /** null: no limit. */
  stockLeft: number | null;
}

/**
 * Why nothing was put in: session_ended, cart_full, product_sold_individually, quantity_too_large, quantity_too_small,
 * stock_insufficient, stock_insufficient_with_cart; null when it was.
 */
export function putRefusal(answer: PutAnswer, { offer, name, slug }: CheckedAddition): Refusal | null {
  if (answer.accepted === null) return new Refusal("session_ended");
  if (answer.accepted) return null;
  const details = { name, slug };
  const { added, lineBefore: inCart } = answer;
  const after = inCart + added;
  if (answer.isFull) return new Refusal("cart_full", { ...details, max: mostCartLines });
  if (offer.soldIndividually && inCart > 0) return new Refusal("product_sold_individually", details);
  if (after > highestQuantity(offer))
    return new Refusal("quantity_too_large", { ...details, max: highestQuantity(offer), inCart });
  if (after < lowestQuantity(offer))
    return new Refusal("quantity_too_small", { ...details, min: lowestQuantity(offer) });
  const remaining = answer.stockLeft ?? 0;
  if (added > remaining) return new Refusal("stock_insufficient", { ...details, remaining });
  return new Refusal("stock_insufficient_with_cart", { ...details, remaining, inCart: answer.sharedBefore });
}
