import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium } from "../../support/chromium.ts";
import { createDatabase } from "./own-shop.ts";
import { makeBareShop, makeDemoShop, withoutLimits } from "./shop-templates.ts";
import { emptyDataDir, newDataDir, startShop } from "./start-shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the run's shop answers, without a trailing slash. */
    shopOrigin: string;
    /** Where the run's shop writes its mails. */
    mailDir: string;
    /** The server's database that it uses; "": the embedded one. */
    databaseUrl: string;
    /** A data folder with the demo shop in it, to be copied. */
    demoDataDir: string;
    /** One with a migrated database in which nothing is. */
    bareDataDir: string;
    /** The browser's executable. */
    chromium: string;
  }
}

/** One shop and one choice of browser for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [chromium, demoDataDir, bareDataDir] = await Promise.all([findChromium(), makeDemoShop(), makeBareShop()]);
  const database = await createDatabase(process.env.TEST_DATABASE_URL);
  const dataDir = await (database ? emptyDataDir() : newDataDir(demoDataDir));
  const shop = await startShop({ dataDir, databaseUrl: database?.url });
  if (database) await withoutLimits(dataDir, database.url);
  project.provide("chromium", chromium);
  project.provide("demoDataDir", demoDataDir);
  project.provide("bareDataDir", bareDataDir);
  project.provide("shopOrigin", shop.origin);
  project.provide("databaseUrl", database?.url ?? "");
  project.provide("mailDir", join(dataDir, "mail"));
  return async () => {
    await shop.stop();
    await database?.drop();
    for (const folder of [demoDataDir, bareDataDir, dataDir]) await rm(folder, { recursive: true, force: true });
  };
}
