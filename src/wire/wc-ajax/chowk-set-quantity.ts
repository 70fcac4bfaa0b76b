// Answers POST /?wc-ajax=chowk_set_quantity, the drawer's steppers: cart_item_key, quantity (0: the line goes).
import { translator } from "#messages/translate.ts";
import { setQuantities } from "#shop/cart/lines/set-quantity.ts";
import { answerFragments } from "./cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";
import { quantityOf, textOf } from "./fields.ts";
import { heldNotice } from "./refusal-notice.ts";

/**
 * The fragments, and in `message` why the line does not hold what was asked for, or that it is gone. What cannot be read changes
 * nothing.
 */
export async function answerSetQuantity(call: Call): Promise<CallAnswer> {
  const session = await call.visit.session.find();
  const quantity = quantityOf(call.fields, "quantity");
  if (quantity === null) return { json: { success: false } };
  const t = translator((await call.visit.facts()).settings.language);
  if (Number.isNaN(quantity)) return { json: { success: false, message: t("notices.quantityUnreadable") } };
  const wanted = new Map([[textOf(call.fields, "cart_item_key"), quantity]]);
  const [change] = session ? await setQuantities(call.db, session.id, wanted, call.clock.now()) : [];
  if (!change) return answerFragments(call, { besides: { message: t("notices.lineGone") } });
  const held = heldNotice(change);
  if (!held) return answerFragments(call);
  return answerFragments(call, { besides: { message: t(held.messageKey, held.values) } });
}
