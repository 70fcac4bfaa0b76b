import { eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { arrayOf, prepared } from "#db/prepared.ts";
import { QueryBatcher } from "#db/query-batcher.ts";
import { sessions } from "#db/tables/carts-and-orders.ts";
import { livingSession, type Session, selectSession } from "../accounts/sessions/sessions.ts";
import type { StoredLine } from "./lines/stored-lines.ts";

/** A session with the lines of its cart. */
export type SessionCart = Session & { lines: StoredLine[] };

interface SessionCartQuery {
  tokenHash: Buffer;
  now: Date;
}

const batchers = new WeakMap<Database, QueryBatcher<SessionCartQuery, SessionCart | undefined>>();

/** Returns the results of `findSession` and `listStoredLines` from one statement, which concurrent requests share. */
export function findSessionCart(db: Database, tokenHash: Buffer, now: Date): Promise<SessionCart | undefined> {
  let batcher = batchers.get(db);
  if (!batcher) batchers.set(db, (batcher = new QueryBatcher((queries) => findSessionCarts(db, queries))));
  return batcher.load({ tokenHash, now });
}

/** An equality instead of `any`, so that PostgreSQL can keep a plan for one row. */
const ofOne = eq(sessions.tokenHash, sql.placeholder("tokenHash"));
const ofSome = sql`${sessions.tokenHash} = any(${arrayOf("tokenHashes", "bytea")})`;

/**
 * The id that holds the session's cart, as in the SQL function cart_of. `offset 0` keeps the planner from inlining it
 * at each use.
 */
const cart = sql`(select coalesce((select shelf.id from sessions shelf
  where shelf.user_id = ${sessions.userId} and shelf.parked_at is not null), ${sessions.id}) as id offset 0) as cart`;

async function findSessionCarts(
  db: Database,
  queries: readonly SessionCartQuery[],
): Promise<(SessionCart | undefined)[]> {
  const [which, statement] = queries.length === 1 ? [ofOne, "find_session_cart"] : [ofSome, "find_session_carts"];
  const query = prepared(db, statement, (db, name) =>
    selectSession(db, { lines: sql<StoredLine[]>`contents.lines`, tokenHash: sql<Buffer>`${sessions.tokenHash}` })
      .crossJoinLateral(cart)
      .crossJoinLateral(sql`cart_contents(cart.id) as contents`)
      .where(livingSession(which))
      .prepare(name),
  );
  const tokenHashes = queries.map(({ tokenHash }) => tokenHash);
  const earliest = new Date(Math.min(...queries.map(({ now }) => now.getTime())));
  const found = await query.execute({ tokenHashes, tokenHash: tokenHashes[0], now: earliest });
  return queries.map(({ tokenHash, now }) => {
    const cart = found.find((one) => one.tokenHash.equals(tokenHash) && one.expiresAt > now);
    if (!cart) return undefined;
    const { tokenHash: _, ...session } = cart;
    return session;
  });
}
