import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium } from "../../support/chromium.ts";
import { createDatabase } from "./own-shop.ts";
import { startShop } from "./start-shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the run's shop answers, without a trailing slash. */
    shopOrigin: string;
    /** Where the run's shop writes its mails. */
    mailDir: string;
    /** The browser's executable. */
    chromium: string;
  }
}

/** One shop and one choice of browser for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  project.provide("chromium", await findChromium());
  const database = await createDatabase(process.env.TEST_DATABASE_URL);
  const shop = await startShop({ databaseUrl: database?.url });
  project.provide("shopOrigin", shop.origin);
  project.provide("mailDir", join(shop.dataDir, "mail"));
  return async () => {
    await shop.stop();
    await database?.drop();
  };
}
