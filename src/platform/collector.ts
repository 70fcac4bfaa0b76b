import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";

/**
 * Fits V8's collector to a shop; to be called before anything large is made.
 *
 * Memory may grow to twice what is alive before the collector looks through all of it. Left to itself it does so after
 * every few megabytes, and with 100,000 products in memory one look takes as long as several pages.
 *
 * Its helpers leave a core to who answers and to the database. Left to itself it has four of them however few cores
 * there are, and on two the page that is being made waits for its own helpers.
 */
export function fitCollector(): void {
  setFlagsFromString("--heap-growing-percent=100");
  const helpers = availableParallelism() - 1;
  if (helpers > 3) return;
  setFlagsFromString(`--concurrent-marking-max-worker-num=${Math.max(helpers, 1)}`);
  setFlagsFromString("--no-parallel-scavenge");
}
