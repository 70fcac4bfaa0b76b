import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { countRelatedClicks, type RelatedClick } from "#shop/content/related/related-clicks.ts";
import { writeRegularly } from "../write-regularly.ts";

/** Distinct links remembered between two writes. */
const maxLinks = 500;

/** How often (ms) counts are written. */
const writeInterval = 60_000;

/** Counts clicks on related posts in memory. Each process writes its own; what is lost with it is not missed. */
export class RelatedClicks {
  readonly #db: Database;
  #counted = new Map<string, RelatedClick>();

  constructor(db: Database) {
    this.#db = db;
  }

  add(click: Omit<RelatedClick, "clicks">): void {
    const key = `${click.originId} ${click.kind} ${click.slug}`;
    const known = this.#counted.get(key);
    if (known) known.clicks += 1;
    else if (this.#counted.size < maxLinks) this.#counted.set(key, { ...click, clicks: 1 });
  }

  async write(now: Date): Promise<void> {
    const counted = [...this.#counted.values()];
    this.#counted = new Map();
    await countRelatedClicks(this.#db, counted, now.toISOString().slice(0, 10));
  }
}

/** Opens the counts. They are written every minute, and once more when the server closes. */
export function openRelatedClicks(app: FastifyInstance, db: Database, clock: Clock, log: Logger): RelatedClicks {
  const clicks = new RelatedClicks(db);
  writeRegularly(app, log, {
    everyMs: writeInterval,
    write: () => clicks.write(clock.now()),
    failure: "The clicks on related posts were not counted",
  });
  return clicks;
}
