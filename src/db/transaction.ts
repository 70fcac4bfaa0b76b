import { type Database, onOneConnection } from "./database.ts";
import { sharePrepared } from "./prepared.ts";

type AfterCommit = () => void;

const pending = new WeakMap<object, AfterCommit[]>();

/**
 * Runs `work` in one transaction; it commits when the promise resolves. Name the handle `db` so that it shadows the outer
 * one: nothing can then write outside the transaction by mistake. Inside a transaction it opens a savepoint.
 * What `afterCommit` was given runs after the commit and before this returns.
 */
export async function inTransaction<T>(
  db: Database,
  work: (db: Database) => Promise<T>,
  isolation?: "repeatable read" | "serializable",
): Promise<T> {
  const callbacks: AfterCommit[] = [];
  const result = await onOneConnection(db, (connection) =>
    connection.transaction(
      async (db) => {
        pending.set(db, callbacks);
        sharePrepared(connection, db);
        return work(db);
      },
      isolation ? { isolationLevel: isolation } : undefined,
    ),
  );
  const outer = pending.get(db);
  if (outer) outer.push(...callbacks);
  else for (const callback of callbacks) callback();
  return result;
}

/** Has `callback` run when the transaction behind `db` commits; outside a transaction, at once. */
export function afterCommit(db: Database, callback: AfterCommit): void {
  const callbacks = pending.get(db);
  if (callbacks) callbacks.push(callback);
  else callback();
}
