import { migrateToOwn } from "#db/own-migrations.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { withDatabase } from "./own-shop.ts";
import { emptyDataDir, startShop } from "./start-shop.ts";

/** Creates a data folder with the demo shop, without order rate limits, for tests to copy. */
export async function makeDemoShop(): Promise<string> {
  const dataDir = await emptyDataDir();
  const shop = await startShop({ dataDir });
  await withoutLimits(dataDir);
  await shop.stop();
  return dataDir;
}

/** Creates a data folder with a migrated, empty database, for tests to copy. */
export async function makeBareShop(): Promise<string> {
  const dataDir = await emptyDataDir();
  await withDatabase(dataDir, undefined, (_, pool) => migrateToOwn(pool));
  return dataDir;
}

/** Disables rate limits: tests order faster than people do, and often with the same phone number. */
export function withoutLimits(dataDir: string, databaseUrl?: string): Promise<void> {
  return withDatabase(dataDir, databaseUrl, async (db) => {
    for (const name of ["checkout_seconds", "cod_orders_per_phone"]) await setSetting(db, name, 0);
  });
}
