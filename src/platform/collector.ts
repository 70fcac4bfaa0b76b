import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";

/**
 * Fits V8's collector to a shop; to be called before anything large is made.
 *
 * Memory may grow to twice what is alive before the collector looks through all of it. Left to itself it does so after
 * every few megabytes, and with 100,000 products in memory one look takes as long as several pages.
 *
 * Nothing is made old from birth. Where most of what a piece of code makes stays, as pages do while the page cache fills, V8
 * goes on to make it among the old, and each page that is not kept lay there, with its bytes, until all memory was looked
 * through: once in 500 pages.
 *
 * Its helpers leave a core to who answers and to the database. Left to itself it has four of them however few cores
 * there are, and on two the page that is being made waits for its own helpers.
 */
export function fitCollector(): void {
  setFlagsFromString("--heap-growing-percent=100");
  setFlagsFromString("--no-allocation-site-pretenuring");
  const helpers = availableParallelism() - 1;
  if (helpers > 3) return;
  setFlagsFromString(`--concurrent-marking-max-worker-num=${Math.max(helpers, 1)}`);
  setFlagsFromString("--no-parallel-scavenge");
}
