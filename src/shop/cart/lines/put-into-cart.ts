import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { QueryBatcher } from "#db/query-batcher.ts";
import { isRefusedStatement } from "#db/retry-on-conflict.ts";
import { cartRules } from "../../accounts/sessions/cart-rules.ts";
import { Refusal } from "../../refusal.ts";
import type { CheckedAddition } from "./check-addition.ts";
import { type AddedLine, type PutAnswer, putRefusal } from "./put-answer.ts";
import { highestQuantity, lowestQuantity } from "./quantity.rules.ts";
import { listStoredLines, type StoredLine } from "./stored-lines.ts";

/** A session's id, or the data of a session to start with the first line. */
export type CartHolder = number | NewHolder;

export interface NewHolder {
  /** SHA-256 of the visitor's token. */
  tokenHash: Buffer;
  customerKey: string;
  expiresAt: Date;
  /** Called once the session exists, with or without a cart line. */
  begun(sessionId: number): void;
}

interface Put {
  /** null: the session has ended. */
  sessionId: number | null;
  /** Why nothing was added; see `putRefusal`. */
  refusal: Refusal | null;
  added: AddedLine;
  /** The cart's lines afterwards. */
  lines: StoredLine[];
}

interface PutRequest {
  holder: CartHolder;
  addition: CheckedAddition;
  now: Date;
  /** Idempotency key (a UUID); null: none. */
  attempt: string | null;
}

const batchers = new WeakMap<Database, QueryBatcher<PutRequest, Row>>();

/**
 * Adds what the product allows to the cart in one statement, which also starts the session if needed. The database
 * checks the stock, because a cached offer may be a few sales old. Concurrent first adds share a statement: nobody else
 * can lock their carts yet, so batching cannot deadlock.
 */
export async function putIntoCart(
  db: Database,
  holder: CartHolder,
  addition: CheckedAddition,
  { now, attempt }: Pick<PutRequest, "now" | "attempt">,
): Promise<Put> {
  const request = { holder, addition, now, attempt };
  const answer = typeof holder === "number" ? (await putAll(db, [request]))[0] : await batcherOf(db).load(request);
  if (!answer) throw new Error("add_to_cart returned no row");
  const isGone = answer.accepted === null;
  return {
    sessionId: isGone ? null : answer.sessionId,
    refusal: putRefusal(answer, addition),
    added: addedLineOf(addition, answer),
    lines: isGone ? [] : answer.lines,
  };
}

function batcherOf(db: Database): QueryBatcher<PutRequest, Row> {
  let found = batchers.get(db);
  if (!found)
    batchers.set(
      db,
      (found = new QueryBatcher((requests) => putAll(db, requests), { isCausedByOne: isRefusedStatement })),
    );
  return found;
}

/** Returns what the confirmation message needs. */
export function addedLineOf(checked: CheckedAddition, { added, isRepeat }: PutAnswer): AddedLine {
  const { lineKey, productId, variationId, slug, name } = checked;
  return { lineKey, productId, variationId, slug, name, quantity: added, isRepeat };
}

/** Returns a session as the SQL functions take it: an existing id, or the data to start one. */
export function holderFields(holder: CartHolder) {
  if (typeof holder === "number") return { sessionId: holder, tokenHash: null, customerKey: null, expiresAt: null };
  const { tokenHash, customerKey, expiresAt } = holder;
  return { sessionId: null, tokenHash, customerKey, expiresAt: expiresAt.toISOString() };
}

/** Returns an addition as the SQL functions take it. */
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

type Row = PutAnswer & { sessionId: number; lines: StoredLine[] };

/** The columns of a request, as the SQL function reads them from JSON. */
const requestColumns = sql.raw(`"sessionId" bigint, "tokenHash" text, "customerKey" text, "expiresAt" timestamptz,
  attempt uuid, "lineKey" text, "productId" bigint, "variationId" bigint, chosen jsonb, quantity integer, price bigint,
  now timestamptz, minimum integer, "limit" integer, "stockId" bigint, "isLimited" boolean`);

/** Calls the SQL function add_to_cart once per request, in order; all or none are written. */
function putAll(db: Database, requests: readonly PutRequest[]): Promise<Row[]> {
  const given = requests.map(({ holder, addition, now, attempt }) => {
    const { tokenHash, ...held } = holderFields(holder);
    return { ...held, tokenHash: tokenHash?.toString("hex"), ...putFields(addition), now, attempt };
  });
  const query = prepared(db, "add_to_carts", (db, name) =>
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
        sql`rows from (jsonb_to_recordset(${sql.placeholder("given")}::jsonb) as (${requestColumns})) with ordinality as asked
          cross join lateral add_to_cart("sessionId", decode("tokenHash", 'hex'), "customerKey", "expiresAt",
            attempt, "lineKey", "productId", "variationId", chosen, quantity, price, now, minimum, "limit", "stockId",
            "isLimited", ${cartRules}::jsonb) as put`,
      )
      .orderBy(sql`asked.ordinality`)
      .prepare(name),
  );
  return query.execute({ given: JSON.stringify(given) });
}

/**
 * Throws if the product is unavailable; items sold individually are also checked against the cart, with one more
 * statement. @throws Refusal
 */
export async function refuseUnavailable(db: Database, holder: CartHolder, checked: CheckedAddition): Promise<void> {
  const { refusal, lineKey, name, slug } = checked;
  if (!refusal) return;
  const lines = typeof holder === "number" ? await listStoredLines(db, holder) : [];
  throw lines.some(({ key }) => key === lineKey) ? new Refusal("product_sold_individually", { name, slug }) : refusal;
}
