import { existsSync } from "node:fs";
import type pg from "pg";
import { hasJobSchema, newestJobMigration } from "#platform/job-schema.ts";
import { listMigrationNames, migrate, readMigrations } from "./migrate.ts";

/** The shop's migrations: beside this file in the sources, beside the bundle in a build. */
function ownFolder(): URL {
  const places = ["./migrations/", "../migrations/"].map((path) => new URL(path, import.meta.url));
  const folder = places.find((place) => existsSync(place));
  if (!folder) throw new Error("The migrations are missing from this build");
  return folder;
}

/**
 * Brings the database to this version: the shop's own migrations, then the job queue's. Both are looked at each time, so
 * that a start that was cut off between them is made up for by the next one.
 * @throws StartError when the database is newer than this version.
 */
export async function migrateToOwn(pool: pg.Pool): Promise<void> {
  await migrate(pool, await readMigrations(ownFolder()), async (client) => {
    if (await hasJobSchema(client)) return;
    const { runJobMigrations } = await import("#platform/job-queue.ts");
    await runJobMigrations(pool);
  });
}

let ownNames: Promise<string[]> | undefined;
const checks = new WeakMap<pg.Pool, Promise<void>>();

/**
 * Resolves when the database answers and has every migration of this version, the job queue's among them. Who asks while
 * a check is under way shares it. @throws otherwise.
 */
export function checkMigrated(pool: pg.Pool): Promise<void> {
  let check = checks.get(pool);
  if (!check) {
    check = findMissing(pool).finally(() => checks.delete(pool));
    checks.set(pool, check);
  }
  return check;
}

async function findMissing(pool: pg.Pool): Promise<void> {
  ownNames ??= listMigrationNames(ownFolder());
  const { rows } = await pool.query<{ complete: boolean }>(
    `select $1::text[] <@ array(select name from migrations)
       and $2 <= (select max(id) from graphile_worker.migrations) as complete`,
    [await ownNames, newestJobMigration],
  );
  if (!rows[0]?.complete) throw new Error("Migrations are missing");
}
