import { migrateToOwn } from "#db/own-migrations.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { lookInto } from "./own-shop.ts";
import { emptyDataDir, startShop } from "./start-shop.ts";

/** The data folder of a demo shop to be copied, without the limits that tests would meet. */
export async function makeDemoShop(): Promise<string> {
  const dataDir = await emptyDataDir();
  const shop = await startShop({ dataDir });
  await withoutLimits(dataDir);
  await shop.stop();
  return dataDir;
}

/** The data folder of a shop to be copied that has its tables, and nothing in them. */
export async function makeBareShop(): Promise<string> {
  const dataDir = await emptyDataDir();
  await lookInto(dataDir, undefined, (_, pool) => migrateToOwn(pool));
  return dataDir;
}

/** A browser that a test drives orders faster than anybody could, and often with one number. */
export function withoutLimits(dataDir: string, databaseUrl?: string): Promise<void> {
  return lookInto(dataDir, databaseUrl, async (db) => {
    for (const name of ["checkout_seconds", "cod_orders_per_phone"]) await setSetting(db, name, 0);
  });
}
