import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { inject } from "vitest";
import type { Database } from "#db/database.ts";
import { withDatabase } from "./own-shop.ts";

const command = fileURLToPath(new URL("../../../scripts/shop.mjs", import.meta.url));
const place = () => ({ dataDir: dirname(inject("mailDir")), databaseUrl: inject("databaseUrl") });

/** Runs a shop command in a child process on the shared shop's data. @returns its output */
export async function runInSharedShop(...args: string[]): Promise<string> {
  const { dataDir, databaseUrl } = place();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  return (await promisify(execFile)(process.execPath, [command, ...args], { env })).stdout;
}

/** Opens the shared shop's database. */
export async function inSharedShop<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const { dataDir, databaseUrl } = place();
  return withDatabase(dataDir, databaseUrl === "" ? undefined : databaseUrl, work);
}
