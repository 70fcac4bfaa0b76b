// Answers POST /?wc-ajax=remove_from_cart: cart_item_key.
import { removeLine } from "#shop/cart/lines/remove-line.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call, CallAnswer } from "../entrance.ts";
import { textOf } from "../fields.ts";
import { answerFragments } from "./cart-fragments.tsx";

export async function answerRemoveFromCart(call: Call): Promise<CallAnswer> {
  const session = await call.visit.session.find();
  const lineKey = textOf(call.fields, "cart_item_key");
  if (!session || lineKey === "") return { json: { success: false } };
  try {
    await removeLine(call.db, session.id, lineKey, call.clock.now());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { json: { success: false } };
  }
  return answerFragments(call);
}
