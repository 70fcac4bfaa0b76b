import { sql } from "drizzle-orm";
import { AskedTogether } from "#db/asked-together.ts";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { sessions } from "#db/tables/carts-and-orders.ts";
import { livingSession, type Session, selectSession } from "../accounts/sessions.ts";
import type { StoredLine } from "./stored-lines.ts";

/** A session with the lines of its cart. */
export type SessionCart = Session & { lines: StoredLine[] };

interface Asked {
  tokenHash: Buffer;
  now: Date;
}

const finders = new WeakMap<Database, AskedTogether<Asked, SessionCart | undefined>>();

/** What `findSession` finds and what `listStoredLines` reads, in one statement, which many who ask at once share. */
export function findSessionCart(db: Database, tokenHash: Buffer, now: Date): Promise<SessionCart | undefined> {
  let finder = finders.get(db);
  if (!finder) finders.set(db, (finder = new AskedTogether((asked) => findSessionCarts(db, asked))));
  return finder.ask({ tokenHash, now });
}

async function findSessionCarts(db: Database, asked: readonly Asked[]): Promise<(SessionCart | undefined)[]> {
  const lines = sql<StoredLine[]>`cart_lines_json(coalesce((select shelf.id from sessions shelf
    where shelf.user_id = sessions.user_id and shelf.parked_at is not null), sessions.id))`;
  const query = prepared(db, "find_session_carts", (db, name) =>
    selectSession(db, { lines, tokenHash: sql<Buffer>`${sessions.tokenHash}` })
      .where(livingSession(sql`${sessions.tokenHash} = any(${sql.placeholder("tokenHashes")}::bytea[])`))
      .prepare(name),
  );
  const tokenHashes = asked.map(({ tokenHash }) => tokenHash);
  const earliest = new Date(Math.min(...asked.map(({ now }) => now.getTime())));
  const found = await query.execute({ tokenHashes, now: earliest });
  return asked.map(({ tokenHash, now }) => {
    const cart = found.find((one) => one.tokenHash.equals(tokenHash) && one.expiresAt > now);
    if (!cart) return undefined;
    const { tokenHash: _, ...session } = cart;
    return session;
  });
}
