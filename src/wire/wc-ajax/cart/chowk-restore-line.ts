// Answers POST /?wc-ajax=chowk_restore_line, the cart drawer's Undo: cart_item_key.
import { translator } from "#messages/translate.ts";
import { restoreLine } from "#shop/cart/lines/restore-line.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call, CallAnswer } from "../entrance.ts";
import { textOf } from "../fields.ts";
import { restoredNotice, unrestoredNotice } from "../notices.ts";
import { answerFragments } from "./cart-fragments.tsx";

/** Returns fragments, with a `message` if the line could not be fully restored; without fragments if it was not restored. */
export async function answerRestoreLine(call: Call): Promise<CallAnswer> {
  const session = await call.visit.session.find();
  const t = translator((await call.visit.facts()).settings.language);
  const refuse = (refusal: Refusal) => {
    const { messageKey, values } = unrestoredNotice(refusal);
    return { json: { success: false, message: t(messageKey, values) } };
  };
  if (!session) return refuse(new Refusal("cart_line_unknown"));
  try {
    const change = await restoreLine(call.db, session.id, textOf(call.fields, "cart_item_key"), call.clock.now());
    const notice = change && restoredNotice(change);
    return await answerFragments(call, notice ? { extra: { message: t(notice.messageKey, notice.values) } } : {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuse(error);
  }
}
