import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { findChromium } from "../../support/chromium.ts";
import { emptyDataDir, makeDemoShop, newDataDir, startShop, withoutLimits } from "./start-shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the run's shop answers, without a trailing slash. */
    shopOrigin: string;
    /** Where the run's shop writes its mails. */
    mailDir: string;
    /** A data folder with the demo shop in it, to be copied. */
    demoDataDir: string;
    /** The browser's executable. */
    chromium: string;
  }
}

/** One shop and one choice of browser for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [chromium, demoDataDir] = await Promise.all([findChromium(), makeDemoShop()]);
  const database = await createDatabase(process.env.TEST_DATABASE_URL);
  const dataDir = await (database ? emptyDataDir() : newDataDir(demoDataDir));
  const shop = await startShop({ dataDir, databaseUrl: database?.url });
  if (database) await withoutLimits({ dataDir, databaseUrl: database.url });
  project.provide("chromium", chromium);
  project.provide("demoDataDir", demoDataDir);
  project.provide("shopOrigin", shop.origin);
  project.provide("mailDir", join(dataDir, "mail"));
  return async () => {
    await shop.stop();
    await database?.drop();
    for (const folder of [demoDataDir, dataDir]) await rm(folder, { recursive: true, force: true });
  };
}

/** An empty database of this run's own on the server that is given; none means the embedded one. */
async function createDatabase(serverUrl: string | undefined) {
  if (!serverUrl) return undefined;
  const name = `chowk_journeys_${randomBytes(6).toString("hex")}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await administer(serverUrl, `create database ${name}`);
  return { url: url.href, drop: () => administer(serverUrl, `drop database ${name} with (force)`) };
}

async function administer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
