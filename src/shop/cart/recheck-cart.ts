import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";
import { type Currency, formatMoney } from "#platform/money.ts";
import { addNotice, type Notice } from "../accounts/sessions.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { currencyOf } from "../settings/settings.ts";
import type { CartProblem } from "./cart.ts";
import { listCartLines } from "./carts.ts";
import { type OfferedLine, offeredLines, priceCart } from "./price-cart.ts";
import { setQuantities } from "./set-quantity.ts";

/**
 * Holds a cart that is about to be shown to what may be ordered now, and leaves a notice for each thing that has changed
 * since it was last seen: a quantity that stock or limits no longer allow, a price. What is out of stock stays, with a notice:
 * it may come back. One statement when nothing has changed. @returns how many notices it left
 */
export async function recheckCart(db: Database, sessionId: number, settings: Settings, now: Date): Promise<number> {
  const records = await listCartLines(db, sessionId);
  const { problems } = priceCart(records, { coupons: [] }, settings, now);
  const held = problems.filter(({ code }) => code !== "out_of_stock");
  const wanted = new Map(held.map(({ lineKey, allowed }) => [lineKey, allowed]));
  const changes = wanted.size > 0 ? await setQuantities(db, sessionId, wanted, now) : [];
  const notices = problems.map((problem) => {
    const change = changes.find(({ lineKey }) => lineKey === problem.lineKey);
    return problemNotice(problem, change?.quantity ?? 0);
  });
  for (const line of offeredLines(records, now).offered) {
    if (await learnPrice(db, sessionId, line)) notices.push(priceNotice(line, currencyOf(settings)));
  }
  for (const notice of notices) await addNotice(db, sessionId, notice);
  return notices.length;
}

function problemNotice({ name, code, allowed }: CartProblem, quantity: number): Notice {
  if (code === "out_of_stock") return { kind: "error", messageKey: "notices.outOfStock", values: { name } };
  if (code === "too_few")
    return { kind: "error", messageKey: "notices.refused.quantity_too_small", values: { name, min: allowed } };
  const messageKey = quantity === 0 ? "notices.soldOut" : "notices.held";
  return { kind: "error", messageKey, values: { name, ...(quantity > 0 && { quantity }) } };
}

/** @returns whether the shopper was told of another price before; of two pages at once one says so. */
async function learnPrice(db: Database, sessionId: number, { key, seenPrice, offer }: OfferedLine): Promise<boolean> {
  if (seenPrice === offer.price) return false;
  const isThis = and(eq(cartLines.sessionId, sessionId), eq(cartLines.lineKey, key));
  const { rowCount } = await db
    .update(cartLines)
    .set({ seenPrice: offer.price })
    .where(and(isThis, sql`${cartLines.seenPrice} is not distinct from ${seenPrice}`));
  return seenPrice !== null && rowCount !== 0;
}

function priceNotice({ name, seenPrice, offer }: OfferedLine, currency: Currency): Notice {
  const values = { name, before: formatMoney(seenPrice ?? 0, currency), now: formatMoney(offer.price ?? 0, currency) };
  return { kind: "info", messageKey: "notices.priceChanged", values };
}
