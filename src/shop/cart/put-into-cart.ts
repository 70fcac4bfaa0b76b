import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { mostCartLines } from "../accounts/held-cart.ts";
import type { Refusal } from "../refusal.ts";
import type { CheckedAddition } from "./check-addition.ts";
import { type AddedLine, type PutAnswer, putRefusal } from "./put-answer.ts";
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

interface Put {
  /** null: the session is gone. */
  sessionId: number | null;
  /** Why nothing was put in; see `putRefusal`. */
  refusal: Refusal | null;
  added: AddedLine;
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
  const asked = putFields(addition);
  const given = { ...holderFields(holder), ...asked, chosen: JSON.stringify(asked.chosen) };
  const [answer] = await query(db).execute({ ...given, now: now.toISOString(), attempt });
  if (!answer) throw new Error("put_into_held_cart gave no answer");
  const isGone = answer.accepted === null;
  return {
    sessionId: isGone ? null : answer.sessionId,
    refusal: putRefusal(answer, addition),
    added: addedLineOf(addition, answer),
    lines: isGone ? [] : answer.lines,
  };
}

/** What the message says of what was put in. */
export function addedLineOf(checked: CheckedAddition, { added, isRepeat }: PutAnswer): AddedLine {
  const { lineKey, productId, variationId, slug, name } = checked;
  return { lineKey, productId, variationId, slug, name, quantity: added, isRepeat };
}

/** A session as the database's functions take it: one that is there, or what begins it. */
export function holderFields(holder: CartHolder) {
  if (typeof holder === "number") return { sessionId: holder, tokenHash: null, customerKey: null, expiresAt: null };
  const { tokenHash, customerKey, expiresAt } = holder;
  return { sessionId: null, tokenHash, customerKey, expiresAt: expiresAt.toISOString() };
}

/** An addition as the database's functions take it. */
export function putFields({ lineKey, productId, variationId, chosen, quantity, offer }: CheckedAddition) {
  return {
    lineKey,
    productId,
    variationId,
    chosen,
    quantity,
    price: offer.price,
    minimum: lowestQuantity(offer),
    limit: highestQuantity(offer),
    stockId: offer.stockId,
    isLimited: offer.stockLimit !== null,
  };
}

/** See the function in migration 0052. */
function query(db: Database) {
  return prepared(db, "put_into_held_cart", (db, name) =>
    db
      .select({
        sessionId: sql<number>`put.for_session`,
        accepted: sql<PutAnswer["accepted"]>`put.accepted`,
        isRepeat: sql<PutAnswer["isRepeat"]>`put.is_repeat`,
        isFull: sql<PutAnswer["isFull"]>`put.is_full`,
        added: sql<PutAnswer["added"]>`put.added`,
        lineBefore: sql<PutAnswer["lineBefore"]>`put.line_before`,
        sharedBefore: sql<PutAnswer["sharedBefore"]>`put.shared_before`,
        stockLeft: sql<PutAnswer["stockLeft"]>`put.stock_left`,
        lines: sql<StoredLine[]>`put.lines`,
      })
      .from(
        sql`put_into_held_cart(${p("sessionId")}, ${p("tokenHash")}, ${p("customerKey")}, ${p("expiresAt")},
          ${p("attempt")}, ${p("lineKey")}, ${p("productId")}, ${p("variationId")}, ${p("chosen")}, ${p("quantity")},
          ${p("price")}, ${p("now")}, ${p("minimum")}, ${p("limit")}, ${p("stockId")}, ${p("isLimited")}, ${mostCartLines})
          as put`,
      )
      .prepare(name),
  );
}

const p = (name: string) => sql.placeholder(name);
