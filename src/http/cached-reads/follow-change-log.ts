import type { FastifyInstance } from "fastify";
import pg from "pg";
import type { Logger } from "pino";
import { followChanges } from "#db/change-follower.ts";
import type { OpenDatabase } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import type { CatalogueIndex } from "#shop/catalogue/index/catalogue-index.ts";
import type { Freshness } from "../freshness.ts";
import { PeriodicRebuilds } from "./catalogue-index.ts";

/** How long (ms) the catalogue must be unchanged before its index is written to disk. A clean stop writes it too. */
const snapshotDelayMs = 15_000;

interface Followers {
  database: OpenDatabase;
  clock: Clock;
  log: Logger;
  freshness: Freshness;
  catalogue: CatalogueIndex;
}

/** Follows the change log on behalf of the caches and the catalogue index. */
export async function followChangeLog(
  app: FastifyInstance,
  { database, clock, log, freshness, catalogue }: Followers,
): Promise<void> {
  const connect = async () => {
    await database.ensureRunning();
    const client = new pg.Client({ ...database.connection, connectionTimeoutMillis: 3000, keepAlive: true });
    // Keeps an unhandled `error` event from crashing the process.
    client.on("error", () => {});
    await client.connect();
    return client;
  };
  // Pages rendered while the index was behind show outdated counts.
  catalogue.onCaughtUp(() => freshness.apply(["products"]));
  const rebuilds = new PeriodicRebuilds(catalogue);
  const follower = await followChanges(
    { connect },
    {
      onChange(changed) {
        catalogue.apply(changed);
        freshness.apply(changed);
      },
      onLost(reason) {
        log.warn({ reason }, "The change log cannot be read; nothing is cached until it can");
        freshness.markUnreadable(clock.now().getTime());
        rebuilds.start();
      },
      onNotificationsMissing() {
        log.warn(
          "Notifications of the database do not arrive: changes by other processes are noticed within a second. Set DATABASE_DIRECT_URL if DATABASE_URL leads to a pooler",
        );
      },
      onRestored() {
        log.warn("The change log can be read again");
        freshness.markReadable();
        rebuilds.stop();
      },
    },
  );
  const saving = setInterval(() => void catalogue.save(follower.cursor, snapshotDelayMs), snapshotDelayMs).unref();
  app.addHook("onClose", async () => {
    clearInterval(saving);
    await catalogue.save(follower.cursor);
    await follower.close();
    rebuilds.stop();
  });
}
