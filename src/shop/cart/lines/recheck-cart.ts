import { and, eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";
import { type Amount, formatMoney } from "#platform/money.ts";
import { addNotice, type Notice } from "../../accounts/sessions/sessions.ts";
import type { TaxedSettings } from "../../taxes/tax-terms.rules.ts";
import type { CartProblem } from "../cart.ts";
import { withCartLocked } from "../cart-lock.ts";
import { emptyTerms, listCartLines, loadTerms } from "../carts.ts";
import { type CartLineRecord, isRepriced, type OfferedLine, offeredLines, priceCart } from "../totals/price-cart.ts";
import { cartPriceShower, taxedPlace } from "../totals/tax-cart.ts";
import { writeQuantity } from "./set-quantity.ts";

/**
 * Adjusts a cart that is about to be shown to what can be ordered now, and leaves a notice for each change since it was
 * last seen: a quantity that stock or limits no longer allow, a price. Lines that are out of stock stay, with one
 * notice while it is unread, because the stock may return. Takes one statement when nothing has changed. Otherwise the
 * cart is checked again under its lock, so that only one of two concurrent pages writes and reports.
 * @returns the number of notices left
 */
export async function recheckCart(
  db: Database,
  sessionId: number,
  settings: TaxedSettings,
  now: Date,
): Promise<number> {
  const seen = judge(await listCartLines(db, sessionId), settings, now);
  if (seen.problems.length + seen.repriced.length === 0) return 0;
  return withCartLocked(db, sessionId, now, async (db, cartId) => {
    const { problems, repriced } = judge(await listCartLines(db, cartId), settings, now);
    for (const { lineKey, code, allowed } of problems)
      if (code !== "out_of_stock") await writeQuantity(db, cartId, lineKey, allowed);
    for (const line of repriced) await learnPrice(db, cartId, line);
    const changed = repriced.filter((line) => line.seenPrice !== null);
    const notices = [...problems.map(problemNotice), ...(await priceNotices(db, cartId, changed, settings, now))];
    for (const notice of notices) await addNotice(db, sessionId, notice);
    return notices.length;
  });
}

/** Returns the problems that prevent ordering, and the lines whose price changed since the shopper last saw it. */
function judge(records: readonly CartLineRecord[], settings: TaxedSettings, now: Date) {
  const { problems } = priceCart(records, emptyTerms, settings, now);
  return { problems, repriced: offeredLines(records, now).offered.filter(isRepriced) };
}

function problemNotice({ name, code, allowed }: CartProblem): Notice {
  if (code === "out_of_stock") return { kind: "error", messageKey: "notices.outOfStock", values: { name } };
  return limitNotice(name, allowed, code === "too_few");
}

async function learnPrice(db: Database, cartId: number, { key, offer }: OfferedLine): Promise<void> {
  await db
    .update(cartLines)
    .set({ seenPrice: offer.price })
    .where(and(eq(cartLines.sessionId, cartId), eq(cartLines.lineKey, key)));
}

/**
 * Returns notices with the old and new unit price as the cart shows them, with the taxes of its destination or pickup
 * store.
 */
async function priceNotices(
  db: Database,
  cartId: number,
  changed: readonly OfferedLine[],
  settings: TaxedSettings,
  now: Date,
): Promise<Notice[]> {
  if (changed.length === 0) return [];
  const records = await listCartLines(db, cartId);
  const terms = await loadTerms(db, cartId, records);
  const { shipping, currency } = priceCart(records, terms, settings, now);
  const show = cartPriceShower(settings, taxedPlace(shipping, terms.delivery?.destination ?? null));
  return changed.map(({ name, seenPrice, offer }) => {
    const formatted = (price: Amount | null) => formatMoney(show(price ?? 0, offer.taxClass), currency);
    const values = { name, before: formatted(seenPrice), now: formatted(offer.price) };
    return { kind: "info", messageKey: "notices.priceChanged", values };
  });
}

/** Returns the notice that a line's quantity was raised to the minimum, or lowered to what can be ordered. */
export function limitNotice(name: string, quantity: number, isRaised: boolean): Notice {
  if (isRaised)
    return { kind: "error", messageKey: "notices.refused.quantity_too_small", values: { name, min: quantity } };
  return { kind: "error", messageKey: "notices.held", values: { name, quantity } };
}
