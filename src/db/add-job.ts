import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { afterCommit, outsideOf } from "./transaction.ts";

export interface JobOptions {
  /** Jobs of one queue run one after the other, across all processes. */
  queueName?: string;
  /** At most one waiting job carries a key: adding it again replaces the waiting one. */
  jobKey?: string;
  runAt?: Date;
  /** How often it is tried; 25 unless said otherwise. */
  maxAttempts?: number;
  /** Lower runs earlier; 0 unless said otherwise. */
  priority?: number;
}

/**
 * The expression of a statement that adds a job with what it writes: evaluated once a row. It tells nobody, so that commits do
 * not wait for one another: call `tellWorkers` beside it. @param payload of type json
 */
export function addingJob(name: string, payload: SQL): SQL {
  return sql`add_job_without_notify(${name}, ${payload})`;
}

/** How long (ms) jobs that were added are gathered before the workers are told of them. */
const gathering = 20;

const telling = new WeakSet<Database>();

/** Tells the workers of jobs that were added quietly: once the transaction behind `db` has committed, soon, and once for many. */
export function tellWorkers(db: Database): void {
  const outside = outsideOf(db);
  afterCommit(db, () => {
    if (telling.has(outside)) return;
    telling.add(outside);
    setTimeout(() => {
      telling.delete(outside);
      // Nothing is lost when nobody hears of it, as when the shop is just stopping: workers look for jobs every second as well.
      outside.execute(sql`select pg_notify('jobs:insert', '{"count":2}')`).catch(() => undefined);
    }, gathering);
  });
}

/** Adds a job with the transaction behind `db`: it runs after the commit, and never when that transaction rolls back. */
export async function addJob(
  db: Database,
  name: string,
  payload: Readonly<Record<string, unknown>>,
  options: JobOptions = {},
): Promise<void> {
  const { queueName = null, jobKey = null, runAt, maxAttempts = null, priority = null } = options;
  await db.execute(sql`select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json,
    queue_name => ${queueName}, run_at => ${runAt?.toISOString() ?? null}::timestamptz,
    max_attempts => ${maxAttempts}::int, job_key => ${jobKey}, priority => ${priority}::int)`);
}
