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
