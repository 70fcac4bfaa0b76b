import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";

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

/** The expression of a statement that adds a job with what it writes: evaluated once a row. @param payload of type json */
export function addingJob(name: string, payload: SQL): SQL {
  return sql`(graphile_worker.add_job(${name}, payload => ${payload})).id`;
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
