import { sql } from "drizzle-orm";
import { currentActor } from "./actor.ts";
import { type Database, onOneConnection } from "./database.ts";
import { sharePrepared } from "./prepared.ts";

type AfterCommit = () => void;

const pending = new WeakMap<object, AfterCommit[]>();
const outside = new WeakMap<Database, Database>();

/**
 * Runs `work` in one transaction, which commits when the promise resolves. Name the handle `db` so that it shadows the
 * outer one: nothing can then be written outside the transaction by mistake. Inside a transaction it opens a savepoint.
 * Callbacks given to `afterCommit` run after the commit, before this returns.
 */
export async function inTransaction<T>(
  outer: Database,
  work: (db: Database) => Promise<T>,
  isolation?: "repeatable read" | "serializable",
): Promise<T> {
  const callbacks: AfterCommit[] = [];
  const result = await onOneConnection(outer, (connection) =>
    connection.transaction(
      async (db) => {
        pending.set(db, callbacks);
        sharePrepared(connection, db);
        outside.set(db, outsideOf(outer));
        if (!pending.has(outer)) await nameActor(db);
        return work(db);
      },
      isolation ? { isolationLevel: isolation } : undefined,
    ),
  );
  const waiting = pending.get(outer);
  if (waiting) waiting.push(...callbacks);
  else for (const callback of callbacks) callback();
  return result;
}

/** Tells the database on whose behalf the transaction runs, for the audit log; visitors' requests have no actor. */
async function nameActor(db: Database): Promise<void> {
  const actor = currentActor();
  if (actor) await db.execute(sql`select set_config('chowk.actor', ${JSON.stringify(actor)}, true)`);
}

/** Runs `callback` when the transaction behind `db` commits; outside a transaction, immediately. */
export function afterCommit(db: Database, callback: AfterCommit): void {
  const callbacks = pending.get(db);
  if (callbacks) callbacks.push(callback);
  else callback();
}

/**
 * Returns the handle on which the transaction behind `db` was started, which remains usable after it ends; `db` itself
 * outside a transaction.
 */
export function outsideOf(db: Database): Database {
  return outside.get(db) ?? db;
}
