import { addressPrefix, networkPrefix } from "#platform/network-address.ts";

/** How long (ms) something counts. */
const life = 3_600_000;

/** At most so many addresses and networks are remembered; the longest known are forgotten first. */
const mostKeys = 20_000;

/** A network may do so many times what an address of it may. */
const networkFactor = 10;

interface Count {
  times: number;
  until: number;
}

/** Counts what comes from an address, and from the network around it, within an hour; in memory, within bounds. */
export class OrderCounts {
  readonly #counts = new Map<string, Count>();

  add(ip: string, now: Date): void {
    for (const key of [addressPrefix(ip), networkPrefix(ip)]) {
      const known = this.#counts.get(key);
      const isOld = !known || known.until <= now.getTime();
      if (isOld) this.#counts.delete(key);
      this.#counts.set(key, isOld ? { times: 1, until: now.getTime() + life } : { ...known, times: known.times + 1 });
    }
    for (const key of this.#counts.keys()) {
      if (this.#counts.size <= mostKeys) return;
      this.#counts.delete(key);
    }
  }

  /** Whether more than `most` have come from the address, or ten times as many from its network. @param most 0: never too many */
  isAbove(ip: string, most: number, now: Date): boolean {
    if (most === 0) return false;
    const timesOf = (key: string) => {
      const known = this.#counts.get(key);
      return known && known.until > now.getTime() ? known.times : 0;
    };
    return timesOf(addressPrefix(ip)) > most || timesOf(networkPrefix(ip)) > most * networkFactor;
  }
}
