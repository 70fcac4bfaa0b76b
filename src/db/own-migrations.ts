import { existsSync } from "node:fs";
import type pg from "pg";
import { type Migration, readMigrations } from "./migrate.ts";

/** The shop's migrations: beside this file in the sources, beside the bundle in a build. */
export async function readOwnMigrations(): Promise<Migration[]> {
  const places = ["./migrations/", "../migrations/"].map((path) => new URL(path, import.meta.url));
  const folder = places.find((place) => existsSync(place));
  if (!folder) throw new Error("The migrations are missing from this build");
  return readMigrations(folder);
}

/** Resolves when the database answers and has every migration of this version. @throws otherwise. */
export async function checkMigrated(pool: pg.Pool): Promise<void> {
  const own = await readOwnMigrations();
  const { rows } = await pool.query<{ count: number }>("select count(*)::int as count from migrations");
  if ((rows[0]?.count ?? 0) < own.length) throw new Error("Migrations are missing");
}
