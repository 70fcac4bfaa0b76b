import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { Refusal } from "../refusal.ts";
import type { CheckedAddition } from "./check-addition.ts";
import { highestQuantity, lowestQuantity } from "./quantity.rules.ts";
import type { StoredLine } from "./stored-lines.ts";

/** A session's id, or what begins the session when there is something to put into its cart. */
export type CartHolder = number | NewHolder;

export interface NewHolder {
  /** SHA-256 of the token that the visitor gets. */
  tokenHash: Buffer;
  customerKey: string;
  expiresAt: Date;
  /** Hears that the session is there, with its cart or without. */
  begun(sessionId: number): void;
}

/** What was added, for the message that says so. */
export interface AddedLine {
  lineKey: string;
  productId: number;
  variationId: number | null;
  slug: string;
  name: string;
  quantity: number;
}

interface Put {
  /** null: the session is gone. */
  sessionId: number | null;
  /** Why nothing was put in: session_ended, product_sold_individually, quantity_too_large, quantity_too_small, stock_insufficient, stock_insufficient_with_cart. */
  refusal: Refusal | null;
  added: number;
  /** The cart afterwards. */
  lines: StoredLine[];
}

/**
 * Puts what the product allows into the cart, in one statement, which begins the session where there is none. Stock is
 * what the database says: an offer may be a few sales old.
 */
export async function putIntoCart(
  db: Database,
  holder: CartHolder,
  addition: CheckedAddition,
  { now, attempt }: { now: Date; attempt: string | null },
): Promise<Put> {
  const { offer, lineKey, productId, variationId, quantity } = addition;
  const held = typeof holder === "number" ? { ...noHolder, sessionId: holder } : newSession(holder);
  const [answer] = await query(db).execute({
    ...held,
    lineKey,
    productId,
    variationId,
    quantity,
    chosen: JSON.stringify(addition.chosen),
    price: offer.price,
    minimum: lowestQuantity(offer),
    limit: highestQuantity(offer),
    stockId: offer.stockId,
    isLimited: offer.stockLimit !== null,
    now: now.toISOString(),
    attempt,
  });
  if (!answer) throw new Error("put_into_cart gave no answer");
  if (answer.accepted === null) return { sessionId: null, refusal: new Refusal("session_ended"), added: 0, lines: [] };
  const refusal = answer.accepted ? null : refusalOf(answer, addition);
  return { sessionId: answer.sessionId, refusal, added: answer.added, lines: answer.lines };
}

/** What the message says of what was put in. */
export function addedLineOf(checked: CheckedAddition, { added }: Pick<Put, "added">): AddedLine {
  const { lineKey, productId, variationId, slug, name } = checked;
  return { lineKey, productId, variationId, slug, name, quantity: added };
}

interface Answer {
  sessionId: number;
  /** null: the session is gone. */
  accepted: boolean | null;
  added: number;
  lineBefore: number;
  sharedBefore: number;
  stockLeft: number | null;
  lines: StoredLine[];
}

const noHolder = { sessionId: null, tokenHash: null, customerKey: null, expiresAt: null };

function newSession({ tokenHash, customerKey, expiresAt }: NewHolder) {
  return { ...noHolder, tokenHash, customerKey, expiresAt: expiresAt.toISOString() };
}

/** See the function in migration 0046. */
function query(db: Database) {
  return prepared(db, "put_into_cart", (db, name) =>
    db
      .select({
        sessionId: sql<Answer["sessionId"]>`put.for_session`,
        accepted: sql<Answer["accepted"]>`put.accepted`,
        added: sql<Answer["added"]>`put.added`,
        lineBefore: sql<Answer["lineBefore"]>`put.line_before`,
        sharedBefore: sql<Answer["sharedBefore"]>`put.shared_before`,
        stockLeft: sql<Answer["stockLeft"]>`put.stock_left`,
        lines: sql<Answer["lines"]>`put.lines`,
      })
      .from(
        sql`put_into_cart(${p("sessionId")}, ${p("tokenHash")}, ${p("customerKey")}, ${p("expiresAt")}, ${p("attempt")},
          ${p("lineKey")}, ${p("productId")}, ${p("variationId")}, ${p("chosen")}, ${p("quantity")}, ${p("price")}, ${p("now")},
          ${p("minimum")}, ${p("limit")}, ${p("stockId")}, ${p("isLimited")}) as put`,
      )
      .prepare(name),
  );
}

const p = (name: string) => sql.placeholder(name);

function refusalOf(answer: Answer, { offer, name, slug }: CheckedAddition): Refusal {
  const details = { name, slug };
  const { added, lineBefore: inCart } = answer;
  const after = inCart + added;
  if (offer.soldIndividually && inCart > 0) return new Refusal("product_sold_individually", details);
  if (after > highestQuantity(offer))
    return new Refusal("quantity_too_large", { ...details, max: highestQuantity(offer), inCart });
  if (after < lowestQuantity(offer))
    return new Refusal("quantity_too_small", { ...details, min: lowestQuantity(offer) });
  const remaining = answer.stockLeft ?? 0;
  if (added > remaining) return new Refusal("stock_insufficient", { ...details, remaining });
  return new Refusal("stock_insufficient_with_cart", { ...details, remaining, inCart: answer.sharedBefore });
}
