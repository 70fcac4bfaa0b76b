import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";

/**
 * Fits V8's collector to a shop; to be called before anything large is made.
 *
 * The heap may grow by two fifths before all of it is collected: for a small shop that is 20 MB, for one with 100,000
 * products still far from V8's own choice of a few megabytes, which would collect 20 ms after every few hundred pages.
 *
 * Nothing is made old from birth. Where most of what a piece of code makes stays, as pages do while the page cache fills, V8
 * goes on to make it among the old, and each page that is not kept lay there, with its bytes, until all memory was looked
 * through: once in 500 pages.
 *
 * Its helpers leave a core to who answers and to the database. Left to itself it has four of them however few cores
 * there are, and on two the page that is being made waits for its own helpers.
 */
export function fitCollector(): void {
  setFlagsFromString("--heap-growing-percent=40");
  setFlagsFromString("--no-allocation-site-pretenuring");
  const helpers = availableParallelism() - 1;
  if (helpers > 3) return;
  setFlagsFromString(`--concurrent-marking-max-worker-num=${Math.max(helpers, 1)}`);
  setFlagsFromString("--no-parallel-scavenge");
}
