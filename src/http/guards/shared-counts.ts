import type { Database } from "#db/database.ts";
import { type CountedUse, countUses, rateLimits } from "#shop/rate-limits.ts";

/** Largest number of remembered keys; the oldest are forgotten first. */
const maxKeys = 20_000;

/** Largest number of counts per statement. */
const shareBatch = 1000;

interface Count {
  times: number;
  /** In milliseconds since 1970. */
  until: number;
  /** Length of the window in milliseconds. */
  windowMs: number;
}

/** Uses of rate limits by key. */
export type UsesByKey = Readonly<Record<string, CountedUse["use"]>>;

/**
 * Counts uses of rate limits without a statement: each process counts in memory, and `share` adds its new counts to those of
 * all processes and reads the totals. So a process knows about the uses of others once it has shared one of its own with the
 * same key.
 */
export class SharedCounts {
  readonly #counts = new Map<string, Count>();
  /** New counts that were not shared yet, by the same keys. */
  readonly #unshared = new Map<string, CountedUse>();

  /** Returns the uses in the key's current window. */
  timesOf(key: string, now: Date): number {
    return this.#known(key, now)?.times ?? 0;
  }

  add(uses: UsesByKey, times: number, now: Date): void {
    for (const [key, use] of Object.entries(uses)) {
      const known = this.#known(key, now);
      const windowMs = rateLimits[use.limit].minutes * 60_000;
      const until = known?.until ?? now.getTime() + windowMs;
      putBounded(this.#counts, key, { times: (known?.times ?? 0) + times, until, windowMs });
      putBounded(this.#unshared, key, { use, times: (this.#unshared.get(key)?.times ?? 0) + times });
    }
  }

  /** Takes back uses that were added. What was shared already stays counted for the other processes. */
  takeBack(keys: readonly string[], times: number): void {
    for (const key of keys) {
      const [known, unshared] = [this.#counts.get(key), this.#unshared.get(key)];
      if (known) known.times = Math.max(known.times - times, 0);
      if (unshared) unshared.times = Math.max(unshared.times - times, 0);
    }
  }

  /**
   * Adds the counts since the last call to those of all processes; sends no statement if there are none. Wait for one call
   * before the next: of two at once, the older totals could replace the newer ones.
   */
  async share(db: Database, now: Date): Promise<void> {
    // Keys that are counted meanwhile wait for the next call, or the call might not end.
    const keys = [...this.#unshared.keys()];
    for (let at = 0; at < keys.length; at += shareBatch)
      await this.#shareSome(db, keys.slice(at, at + shareBatch), now);
  }

  async #shareSome(db: Database, keys: readonly string[], now: Date): Promise<void> {
    const batch = keys.flatMap((key) => {
      const counted = this.#unshared.get(key);
      return counted ? [[key, counted] as const] : [];
    });
    if (batch.length === 0) return;
    for (const [key] of batch) this.#unshared.delete(key);
    const uses = batch.map(([, counted]) => counted);
    const totals = await countUses(db, uses, now).catch((error: unknown) => {
      // Kept for the next call.
      for (const [key, { use, times }] of batch)
        putBounded(this.#unshared, key, { use, times: times + (this.#unshared.get(key)?.times ?? 0) });
      throw error;
    });
    for (const [index, [key, { use }]] of batch.entries()) {
      const total = totals[index];
      if (!total) continue;
      const times = total.points + (this.#unshared.get(key)?.times ?? 0);
      const windowMs = rateLimits[use.limit].minutes * 60_000;
      putBounded(this.#counts, key, { times, until: total.expiresAt.getTime(), windowMs });
    }
  }

  #known(key: string, now: Date): Count | undefined {
    const known = this.#counts.get(key);
    // A window that ends later than a new one began while the clock was ahead.
    if (known) known.until = Math.min(known.until, now.getTime() + known.windowMs);
    if (known && known.until > now.getTime()) return known;
    this.#counts.delete(key);
    return undefined;
  }
}

function putBounded<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxKeys && oldest !== undefined) map.delete(oldest);
}
