// Answers POST /?wc-ajax=chowk_restore_line, the drawer's Undo: cart_item_key.
import { translator } from "#messages/translate.ts";
import { restoreLine } from "#shop/cart/lines/restore-line.ts";
import { Refusal } from "#shop/refusal.ts";
import { answerFragments } from "./cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";
import { textOf } from "./fields.ts";
import { restoredNotice, unrestoredNotice } from "./refusal-notice.ts";

/** The fragments, and in `message` why the line is not as it was; without fragments why it is not there. */
export async function answerRestoreLine(call: Call): Promise<CallAnswer> {
  const session = await call.visit.session.find();
  const t = translator((await call.visit.facts()).settings.language);
  const refused = (refusal: Refusal) => {
    const { messageKey, values } = unrestoredNotice(refusal);
    return { json: { success: false, message: t(messageKey, values) } };
  };
  if (!session) return refused(new Refusal("cart_line_unknown"));
  try {
    const change = await restoreLine(call.db, session.id, textOf(call.fields, "cart_item_key"), call.clock.now());
    const held = change && restoredNotice(change);
    return await answerFragments(call, held ? { besides: { message: t(held.messageKey, held.values) } } : {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused(error);
  }
}
