import type pg from "pg";

/**
 * The newest migration of the job queue's package. A constant, because loading the package takes too long to ask it at
 * every start.
 */
export const newestJobMigration = 19;

/** Returns whether the job queue's schema exists and is as new as the package. */
export async function hasJobSchema(client: pg.ClientBase): Promise<boolean> {
  const { rows: found } = await client.query(
    "select from pg_tables where schemaname = 'graphile_worker' and tablename = 'migrations'",
  );
  if (found.length === 0) return false;
  const { rows } = await client.query<{ newest: number | null }>(
    "select max(id) as newest from graphile_worker.migrations",
  );
  return (rows[0]?.newest ?? 0) >= newestJobMigration;
}

/** Counts jobs by state; failed ones have used up their attempts and need the shopkeeper's attention. */
export async function countJobs(pool: pg.Pool): Promise<Record<"waiting" | "running" | "failed", number>> {
  const { rows } = await pool.query<{ waiting: number; running: number; failed: number }>(
    `select count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
       count(*) filter (where locked_at is not null)::int as running,
       count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
     from graphile_worker.jobs`,
  );
  return rows[0] ?? { waiting: 0, running: 0, failed: 0 };
}

/** Returns how long (s) the job that has been due for longest waits to be started; 0 if none is due. */
export async function secondsOfOldestDueJob(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `select coalesce(extract(epoch from now() - min(j.run_at)), 0)::float8 as seconds
     from graphile_worker._private_jobs j left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now() and q.locked_at is null`,
  );
  return rows[0]?.seconds ?? 0;
}

/** How long (s) jobs may be due until they are said not to be worked on. A busy shop catches up within minutes. */
const longestDueSeconds = 300;

/** Resolves if no job has been due for over five minutes. @throws Error otherwise, or if the database fails */
export async function checkJobsStart(pool: pg.Pool): Promise<void> {
  if ((await secondsOfOldestDueJob(pool)) > longestDueSeconds) throw new Error("Jobs are not worked on");
}
