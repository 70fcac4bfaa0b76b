import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Config } from "#config";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { withoutValues } from "#platform/loggable-error.ts";
import { type IndexOptions, LiveIndex } from "#shop/catalogue/index/live-index.ts";
import type { SnapshotOptions } from "#shop/catalogue/index/snapshot/index-file.ts";
import { getTaxedSettings } from "#shop/taxes/tax-rates.ts";
import { storePriceShower, taxRulesFor } from "#shop/taxes/tax-terms.rules.ts";

/** Opens the catalogue index with prices as the store displays them. */
export function openCatalogueIndex(db: Database, options?: IndexOptions): LiveIndex {
  const readPricing = async () => {
    const settings = await getTaxedSettings(db);
    const key = JSON.stringify([settings.prices_shown, taxRulesFor(settings, null)]);
    return { show: storePriceShower(settings), key };
  };
  return new LiveIndex({ db, readPricing }, options);
}

/** Returns the index's file in the data folder. */
export function snapshotIn({ dataDir }: Pick<Config, "dataDir">, version: string, isWriter: boolean): SnapshotOptions {
  return { file: join(dataDir, "catalogue-index.snapshot"), version, isWriter };
}

/**
 * Reads the catalogue at startup, because reading a large one takes seconds and the first listing would have to wait.
 */
export function readCatalogueEarly(
  app: FastifyInstance,
  { clock, log, catalogue }: { clock: Clock; log: Logger; catalogue: Pick<LiveIndex, "read"> },
): void {
  app.addHook("onListen", () => {
    catalogue.read(clock.now()).catch((error: unknown) => {
      log.error(withoutValues(error), "The catalogue could not be read; the first listing tries again");
    });
  });
}

/** How old (ms) listings may get while the change log cannot be read. */
const rebuildIntervalMs = 60_000;

/**
 * Has the catalogue index rebuilt once a minute while the change log cannot be read: changes made by other processes are not
 * known then. A build starts only when a listing is read.
 */
export class PeriodicRebuilds {
  readonly #index: Pick<LiveIndex, "apply">;
  #timer: NodeJS.Timeout | undefined;

  constructor(index: Pick<LiveIndex, "apply">) {
    this.#index = index;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#index.apply("*"), rebuildIntervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
