// Answers chowk_restore_cart={token} by POST: puts what a reminder is about into the visitor's cart.
import { routes } from "#routes";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import type { AddedLine } from "#shop/cart/lines/put-answer.ts";
import { limitNotice } from "#shop/cart/lines/recheck-cart.ts";
import { listStoredLines } from "#shop/cart/lines/stored-lines.ts";
import { findRememberedCart, type RememberedLine } from "#shop/marketing/cart-reminders.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { textOf } from "../../wc-ajax/fields.ts";
import { addedNotice, isSilent, refusalNotice } from "../../wc-ajax/notices.ts";

/** Returns the cart's path; the page of the link if it no longer works. What is in the cart already stays as it is. */
export async function restoreCartRequest(call: Call): Promise<string | undefined> {
  const { db, clock, visit, fields } = call;
  if (visit.request.method !== "POST") return undefined;
  const token = textOf(fields, "chowk_restore_cart");
  const lines = await findRememberedCart(db, token, clock.now());
  if (!lines) return routes.restoreCart(token);
  const session = await visit.session.find();
  const own = new Set(session ? (await listStoredLines(db, session.id)).map(({ key }) => key) : []);
  const added: AddedLine[] = [];
  for (const line of lines.filter(({ key }) => !own.has(key))) {
    const result = await addWhatIsLeft(call, line);
    if (!(result instanceof Refusal)) added.push(result);
    else if (!isSilent(result)) await visit.addNotice(refusalNotice(result));
    // Each further one would be refused too.
    if (result instanceof Refusal && result.code === "cart_full") break;
  }
  if (added.length > 0) await visit.addNotice(addedNotice(added));
  return routes.cart();
}

/** Adds a line, or as much of it as is in stock, and says so by a notice. */
async function addWhatIsLeft(call: Call, line: RememberedLine): Promise<AddedLine | Refusal> {
  const result = await addLine(call, line);
  if (!(result instanceof Refusal) || result.code !== "stock_insufficient") return result;
  const remaining = Number(result.details.remaining);
  if (remaining <= 0) return result;
  const less = await addLine(call, { ...line, quantity: remaining });
  if (!(less instanceof Refusal)) await call.visit.addNotice(limitNotice(less.name, remaining, false));
  return less;
}

async function addLine(
  { db, clock, cartProducts, visit, statistics }: Call,
  { productId, variationId, quantity, chosen }: RememberedLine,
): Promise<AddedLine | Refusal> {
  const values = Object.entries(chosen).map(([name, value]) => [name.replace(/^attribute_/, ""), value] as const);
  const addition = { productId, variationId, quantity, attributes: Object.fromEntries(values) };
  const options = { findProduct: (id: number) => cartProducts.findToAdd(id) };
  try {
    const added = await addToCart(db, await visit.session.cartHolder(), addition, clock.now(), options);
    statistics.addToCart(visit.request.headers, [added]);
    return added;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error;
  }
}
