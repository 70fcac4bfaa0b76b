// Answers POST /?wc-ajax=chowk_restore_line, the drawer's Undo: cart_item_key.
import { restoreLine } from "#shop/cart/restore-line.ts";
import { Refusal } from "#shop/refusal.ts";
import { answerFragments } from "./cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";
import { textOf } from "./fields.ts";

export async function answerRestoreLine(call: Call): Promise<CallAnswer> {
  const session = await call.visitors.find(call.request, call.reply);
  if (!session) return { json: { success: false } };
  try {
    await restoreLine(call.db, session.id, textOf(call.fields, "cart_item_key"), call.clock.now());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { json: { success: false } };
  }
  return answerFragments(call);
}
