import { type Database, onOneConnection } from "./database.ts";
import { sharePrepared } from "./prepared.ts";

type AfterCommit = () => void;

const pending = new WeakMap<object, AfterCommit[]>();
const outside = new WeakMap<Database, Database>();

/**
 * Runs `work` in one transaction; it commits when the promise resolves. Name the handle `db` so that it shadows the outer
 * one: nothing can then write outside the transaction by mistake. Inside a transaction it opens a savepoint.
 * What `afterCommit` was given runs after the commit and before this returns.
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

/** Has `callback` run when the transaction behind `db` commits; outside a transaction, at once. */
export function afterCommit(db: Database, callback: AfterCommit): void {
  const callbacks = pending.get(db);
  if (callbacks) callbacks.push(callback);
  else callback();
}

/** The handle that the transaction behind `db` began on, which may be used after it has ended; `db` itself where it is in none. */
export function outsideOf(db: Database): Database {
  return outside.get(db) ?? db;
}
