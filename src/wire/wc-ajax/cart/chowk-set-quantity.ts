// Answers POST /?wc-ajax=chowk_set_quantity, the cart drawer's steppers: cart_item_key, quantity (0 removes the line).
import { translator } from "#messages/translate.ts";
import { setQuantities } from "#shop/cart/lines/set-quantity.ts";
import type { Call, CallAnswer } from "../entrance.ts";
import { quantityOf, textOf } from "../fields.ts";
import { limitedNotice } from "../notices.ts";
import { answerFragments } from "./cart-fragments.tsx";

/** Returns fragments, with a `message` if the quantity was limited or the line is gone. An unreadable quantity changes nothing. */
export async function answerSetQuantity(call: Call): Promise<CallAnswer> {
  const session = await call.visit.session.find();
  const quantity = quantityOf(call.fields, "quantity");
  if (quantity === null) return { json: { success: false } };
  const t = translator((await call.visit.facts()).settings.language);
  if (Number.isNaN(quantity)) return { json: { success: false, message: t("notices.quantityUnreadable") } };
  const requested = new Map([[textOf(call.fields, "cart_item_key"), quantity]]);
  const [change] = session ? await setQuantities(call.db, session.id, requested, call.clock.now()) : [];
  if (!change) return answerFragments(call, { extra: { message: t("notices.lineGone") } });
  const notice = limitedNotice(change);
  if (!notice) return answerFragments(call);
  return answerFragments(call, { extra: { message: t(notice.messageKey, notice.values) } });
}
