import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { Refusal } from "../refusal.ts";
import { type CartAddition, type CheckedAddition, checkAddition } from "./check-addition.ts";
import { highestQuantity, lowestQuantity } from "./quantity.rules.ts";

/** A session's id, or what begins the session: asked only when there is something to put into its cart. */
export type CartHolder = number | (() => Promise<number>);

/** What was added, for the message that says so. */
export interface AddedLine {
  lineKey: string;
  productId: number;
  variationId: number | null;
  slug: string;
  name: string;
  quantity: number;
}

/**
 * Puts pieces of a product into a session's cart: onto the line of the same choice if there is one. Two statements, exact
 * however many adds arrive at once: none is lost, and no limit is passed.
 * @throws Refusal what `checkAddition` and then `putIntoCart` refuse. Details name the product (`name`, `slug`) and the
 * numbers.
 */
export async function addToCart(
  db: Database,
  holder: CartHolder,
  addition: CartAddition,
  now: Date,
): Promise<AddedLine> {
  const checked = await checkAddition(db, addition, now);
  return putIntoCart(db, await sessionOf(holder), checked, now);
}

/** The session that holds the cart, begun now if there was none. */
export async function sessionOf(holder: CartHolder): Promise<number> {
  return typeof holder === "number" ? holder : holder();
}

/**
 * Puts what the product allows into the cart, in one statement.
 * @throws Refusal session_ended, product_sold_individually, quantity_too_large, quantity_too_small, stock_insufficient_with_cart.
 */
export async function putIntoCart(
  db: Database,
  sessionId: number,
  checked: CheckedAddition,
  now: Date,
): Promise<AddedLine> {
  const answer = await addLine(db, sessionId, checked, now);
  if (answer.accepted === null) throw new Refusal("session_ended");
  if (!answer.accepted) throw refusalOf(answer, checked);
  const { lineKey, productId, variationId, slug, name } = checked;
  return { lineKey, productId, variationId, slug, name, quantity: answer.added };
}

interface Answer {
  /** null: the session is gone. */
  accepted: boolean | null;
  added: number;
  lineBefore: number;
  sharedBefore: number;
}

/** One statement: see the function in migration 0025. */
async function addLine(db: Database, sessionId: number, addition: CheckedAddition, now: Date): Promise<Answer> {
  const query = prepared(db, "add_cart_line", (db, name) =>
    db
      .select({
        accepted: sql<boolean | null>`line.accepted`,
        added: sql<number>`wanted.pieces`,
        lineBefore: sql<number>`line.line_before`,
        sharedBefore: sql<number>`line.shared_before`,
      })
      .from(
        sql`(select coalesce(${p("quantity")}::integer, ${fewestMore})) as wanted (pieces),
          add_cart_line(${p("sessionId")}, ${p("lineKey")}, ${p("productId")}, ${p("variationId")}, ${p("chosen")},
          wanted.pieces, ${p("now")}, ${p("minimum")}, ${p("limit")}, ${p("stockId")}, ${p("stockLimit")}) as line`,
      )
      .prepare(name),
  );
  const { offer, lineKey, productId, variationId, quantity } = addition;
  const limits = { minimum: lowestQuantity(offer), limit: highestQuantity(offer) };
  const stock = { stockId: offer.stockId, stockLimit: offer.stockLimit };
  const written = { chosen: JSON.stringify(addition.chosen), now: now.toISOString() };
  const line = { sessionId, lineKey, productId, variationId, quantity };
  const [answer] = await query.execute({ ...line, ...limits, ...stock, ...written });
  if (!answer) throw new Error("add_cart_line gave no answer");
  return answer;
}

const p = (name: string) => sql.placeholder(name);

/** What the line lacks of the fewest that it can hold; one when it holds them. */
const fewestMore = sql`greatest(1, ${p("minimum")}::integer - coalesce((
  select held.quantity from cart_lines held
  where held.session_id = ${p("sessionId")} and held.line_key = ${p("lineKey")} and held.removed_at is null), 0))`;

function refusalOf(answer: Answer, { offer, name, slug }: CheckedAddition): Refusal {
  const details = { name, slug };
  const after = answer.lineBefore + answer.added;
  const inCart = answer.lineBefore;
  if (offer.soldIndividually && inCart > 0) return new Refusal("product_sold_individually", details);
  if (after > highestQuantity(offer))
    return new Refusal("quantity_too_large", { ...details, max: highestQuantity(offer), inCart });
  if (after < lowestQuantity(offer))
    return new Refusal("quantity_too_small", { ...details, min: lowestQuantity(offer) });
  const remaining = offer.stockLimit ?? 0;
  return new Refusal("stock_insufficient_with_cart", { ...details, remaining, inCart: answer.sharedBefore });
}
