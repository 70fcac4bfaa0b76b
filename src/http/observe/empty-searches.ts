import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { countEmptySearches, type EmptySearch, keptTextOf } from "#shop/catalogue/search/empty-searches.ts";
import { writeRegularly } from "../write-regularly.ts";

/** Distinct texts remembered between two writes: invented ones cannot fill the table within minutes. */
const maxTexts = 50;

/** How often (ms) counts are written. */
const writeInterval = 60_000;

/** Counts searches without results in memory. Each process writes its own; what is lost with it is not missed. */
export class EmptySearches {
  readonly #db: Database;
  #counted = new Map<string, EmptySearch>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counts a search. @param normalized the text from `search_text`; @param shown what was searched for instead */
  add(typed: string, normalized: string, shown: string | null): void {
    const text = keptTextOf(typed, normalized);
    if (text === null) return;
    const known = this.#counted.get(text);
    if (known || this.#counted.size < maxTexts)
      this.#counted.set(text, { text, shown, times: (known?.times ?? 0) + 1 });
  }

  async write(now: Date): Promise<void> {
    const counted = [...this.#counted.values()];
    this.#counted = new Map();
    await countEmptySearches(this.#db, counted, now);
  }
}

/** Opens the counts. They are written every minute, and once more when the server closes. */
export function openEmptySearches(app: FastifyInstance, db: Database, clock: Clock, log: Logger): EmptySearches {
  const searches = new EmptySearches(db);
  writeRegularly(app, log, {
    everyMs: writeInterval,
    write: () => searches.write(clock.now()),
    failure: "The empty searches could not be counted",
  });
  return searches;
}
