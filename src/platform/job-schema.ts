import type pg from "pg";

/** The newest migration of the job queue's package; the package itself takes too long to load to ask it at every start. */
export const newestJobMigration = 19;

/** Whether the job queue's own schema is there and as new as the package. */
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
