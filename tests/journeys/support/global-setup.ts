import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium } from "../../support/chromium.ts";
import { createDatabase } from "./own-shop.ts";
import { makeBareShop, makeDemoShop, withoutLimits } from "./shop-templates.ts";
import { emptyDataDir, newDataDir, startShop } from "./start-shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Origin of the run's shop, without a trailing slash. */
    shopOrigin: string;
    /** Folder for the mails of the run's shop. */
    mailDir: string;
    /** URL of the run's database; "" means the embedded one. */
    databaseUrl: string;
    /** A data folder with the demo shop, to copy. */
    demoDataDir: string;
    /** A data folder with a migrated, empty database, to copy. */
    bareDataDir: string;
    /** Path of the browser. */
    chromium: string;
  }
}

/** Sets up one shop and one browser path for the whole run. */
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
