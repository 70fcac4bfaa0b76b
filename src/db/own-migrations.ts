import { existsSync } from "node:fs";
import { type Migration, readMigrations } from "./migrate.ts";

/** The shop's migrations: beside this file in the sources, beside the bundle in a build. */
export async function readOwnMigrations(): Promise<Migration[]> {
  const places = ["./migrations/", "../migrations/"].map((path) => new URL(path, import.meta.url));
  const folder = places.find((place) => existsSync(place));
  if (!folder) throw new Error("The migrations are missing from this build");
  return readMigrations(folder);
}
