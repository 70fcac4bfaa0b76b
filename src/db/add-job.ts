import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { afterCommit, outsideOf } from "./transaction.ts";

export interface JobOptions {
  /** Jobs of one queue run one after the other, across all processes. */
  queueName?: string;
  /** Adding a job with the key of a waiting job replaces that job. */
  jobKey?: string;
  /** "preserve_run_at": a waiting job that was not tried yet keeps its time. Default: "replace". */
  jobKeyMode?: "replace" | "preserve_run_at";
  runAt?: Date;
  /** Number of attempts; default 25. */
  maxAttempts?: number;
  /** Lower values run earlier; default 0. */
  priority?: number;
}

/**
 * Returns a SQL expression that adds a job for each row it is evaluated for. It sends no notification, so that commits
 * do not wait for each other: call `tellWorkers` after it. @param payload of type json
 */
export function addingJob(name: string, payload: SQL): SQL {
  return sql`add_job_without_notify(${name}, ${payload})`;
}

/** How long (ms) added jobs are collected before the workers are notified. */
const gathering = 20;

const telling = new WeakSet<Database>();

/**
 * Notifies the workers of jobs added by `addingJob`: shortly after the transaction behind `db` commits, once for many
 * jobs.
 */
export function tellWorkers(db: Database): void {
  const outside = outsideOf(db);
  afterCommit(db, () => {
    if (telling.has(outside)) return;
    telling.add(outside);
    setTimeout(() => {
      telling.delete(outside);
      // A lost notification, for example during shutdown, only causes a delay: workers also poll every second.
      outside.execute(sql`select pg_notify('jobs:insert', '{"count":2}')`).catch(() => undefined);
    }, gathering);
  });
}

/** Adds a job in the transaction behind `db`: it runs after the commit, and never if the transaction rolls back. */
export async function addJob(
  db: Database,
  name: string,
  payload: Readonly<Record<string, unknown>>,
  options: JobOptions = {},
): Promise<void> {
  const {
    queueName = null,
    jobKey = null,
    jobKeyMode = "replace",
    runAt,
    maxAttempts = null,
    priority = null,
  } = options;
  await db.execute(sql`select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json,
    queue_name => ${queueName}, run_at => ${runAt?.toISOString() ?? null}::timestamptz,
    max_attempts => ${maxAttempts}::int, job_key => ${jobKey}, priority => ${priority}::int,
    job_key_mode => ${jobKeyMode})`);
}
