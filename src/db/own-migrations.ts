import { existsSync } from "node:fs";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { hasJobSchema, newestJobMigration } from "#platform/jobs/job-schema.ts";
import { dropForeignChanges } from "./change-log.ts";
import { listMigrationNames, migrate, readMigrations } from "./migrate.ts";
import { listFunctionNames, readFunctions, readFunctionVersion } from "./sql-functions.ts";

/** Returns a folder of SQL files: next to this file in the sources, next to the bundle in a build. */
function ownFolder(name: "migrations" | "functions"): URL {
  const places = [`./${name}/`, `../${name}/`].map((path) => new URL(path, import.meta.url));
  const folder = places.find((place) => existsSync(place));
  if (!folder) throw new Error(`The folder ${name} is missing from this build`);
  return folder;
}

/**
 * Migrates the database to this version: the shop's migrations and SQL functions, then the job queue's migrations. A
 * change log restored from another server is reset. All are checked each time, so that the next start completes an
 * interrupted one. @throws StartError if the database has migrations of a newer version.
 */
export async function migrateToOwn(pool: pg.Pool): Promise<void> {
  const [migrations, functions, functionVersion] = await Promise.all([
    readMigrations(ownFolder("migrations")),
    readFunctions(ownFolder("functions")),
    readFunctionVersion(ownFolder("functions")),
  ]);
  await migrate(pool, { migrations, functions, functionVersion }, async (client) => {
    await dropForeignChanges(drizzle(client));
    if (await hasJobSchema(client)) return;
    const { runJobMigrations } = await import("#platform/jobs/job-queue.ts");
    await runJobMigrations(pool);
  });
}

let ownNames: Promise<{ migrations: string[]; functions: string[] }> | undefined;
const checks = new WeakMap<pg.Pool, Promise<void>>();

/**
 * Resolves if the database answers, can be written to, and has every migration of this version, including the job queue's, and a
 * function of each name. The functions' text is not compared: during an update, the next version has already replaced it.
 * Concurrent calls share one query. @throws otherwise.
 */
export function checkUsable(pool: pg.Pool): Promise<void> {
  let check = checks.get(pool);
  if (!check) {
    check = findMissing(pool).finally(() => checks.delete(pool));
    checks.set(pool, check);
  }
  return check;
}

async function findMissing(pool: pg.Pool): Promise<void> {
  ownNames ??= listOwnNames();
  const { migrations, functions } = await ownNames;
  const { rows } = await pool.query<{ complete: boolean; writable: boolean }>(
    `select $1::text[] <@ array(select name from migrations)
       and (select bool_and(to_regproc(name) is not null) from unnest($2::text[]) name)
       and $3 <= (select max(id) from graphile_worker.migrations) as complete,
       current_setting('transaction_read_only') = 'off' as writable`,
    [migrations, functions, newestJobMigration],
  );
  if (!rows[0]?.complete) throw new Error("Migrations are missing");
  if (!rows[0].writable) throw new Error("The database is read-only");
}

async function listOwnNames(): Promise<{ migrations: string[]; functions: string[] }> {
  return {
    migrations: await listMigrationNames(ownFolder("migrations")),
    functions: await listFunctionNames(ownFolder("functions")),
  };
}
