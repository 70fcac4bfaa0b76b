import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { inject } from "vitest";
import type { Database } from "#db/database.ts";
import { lookInto } from "./own-shop.ts";

const command = fileURLToPath(new URL("../../../scripts/shop.mjs", import.meta.url));
const place = () => ({ dataDir: dirname(inject("mailDir")), databaseUrl: inject("databaseUrl") });

/** Runs a command of the shop in a process of its own, on the shop that all journeys share. @returns what it printed */
export async function runInSharedShop(...args: string[]): Promise<string> {
  const { dataDir, databaseUrl } = place();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  return (await promisify(execFile)(process.execPath, [command, ...args], { env })).stdout;
}

/** Works in the database of the shop that all journeys share. */
export async function inSharedShop<Seen>(work: (db: Database) => Promise<Seen>): Promise<Seen> {
  const { dataDir, databaseUrl } = place();
  return lookInto(dataDir, databaseUrl === "" ? undefined : databaseUrl, work);
}
