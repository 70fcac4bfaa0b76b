import type pg from "pg";

/** A job that was tried and has not succeeded. */
export interface TriedJob {
  id: string;
  task: string;
  payload: Readonly<Record<string, unknown>>;
  tries: number;
  lastError: string;
  /** Whether it has used up its attempts and is not retried automatically. */
  hasFailed: boolean;
  /** The time of its next attempt. */
  runAt: Date;
}

/**
 * Returns the number of waiting jobs per task, and jobs that were tried without success, failed ones first, at most
 * `limit`.
 */
export async function listJobs(
  pool: pg.Pool,
  limit: number,
): Promise<{ waiting: ReadonlyMap<string, number>; tried: TriedJob[] }> {
  const { rows: counted } = await pool.query<{ task: string; count: number }>(
    `select task_identifier as task, count(*)::int as count from graphile_worker.jobs
     where attempts < max_attempts group by 1 order by 1`,
  );
  const { rows: tried } = await pool.query<TriedJob>(
    `select j.id::text, t.identifier as task, j.payload, j.attempts as tries, coalesce(j.last_error, '') as "lastError",
       j.attempts >= j.max_attempts as "hasFailed", j.run_at as "runAt"
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.attempts > 0 and j.locked_at is null order by "hasFailed" desc, j.id limit $1`,
    [limit],
  );
  return { waiting: new Map(counted.map(({ task, count }) => [task, count])), tried };
}

/** Schedules a job for now and resets its attempts. @returns whether there is such a job that is not running */
export async function retryJob(pool: pg.Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select from graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now(), attempts => 0)",
    [id],
  );
  return rowCount !== 0;
}

/** Schedules all failed jobs for now. @returns how many */
export async function retryFailedJobs(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `select from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
     where attempts >= max_attempts and locked_at is null), run_at => now(), attempts => 0)`,
  );
  return rowCount ?? 0;
}

/** Deletes failed jobs that were last updated more than `days` days ago. */
export async function deleteFailedJobs(pool: pg.Pool, days: number): Promise<void> {
  await pool.query(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
     where attempts >= max_attempts and updated_at < now() - interval '1 day' * $1))`,
    [days],
  );
}
