import { executionAsyncResource } from "node:async_hooks";
import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";

/**
 * Tunes V8's garbage collector for the shop; call it before allocating anything large.
 *
 * The heap may grow by half before a full collection. V8's default of a few megabytes would cost 20 ms every few hundred
 * pages with 100,000 products; doubling takes 15 MB more and is no faster (docs/performance.md).
 *
 * Pretenuring is off. If most objects allocated at one place survive, as pages do while the page cache fills, V8 starts
 * to allocate them in the old generation, where uncached pages then wait for a full collection (one in 500 pages).
 *
 * One core is left for requests and the database. By default V8 uses four helper threads regardless of the number of
 * cores; on two cores they slow down the page being rendered.
 */
export function tuneGarbageCollector(): void {
  keepNextTickFast();
  setFlagsFromString("--heap-growing-percent=50");
  setFlagsFromString("--no-allocation-site-pretenuring");
  const helpers = availableParallelism() - 1;
  if (helpers > 3) return;
  setFlagsFromString(`--concurrent-marking-max-worker-num=${Math.max(helpers, 1)}`);
  setFlagsFromString("--no-parallel-scavenge");
}

/** An entry of the queue of process.nextTick. */
const keptEntries: object[] = [];

/**
 * Keeps process.nextTick fast by keeping one entry of its queue. V8 optimizes the creation of entries for their hidden class.
 * If a full collection finds no entry, it drops the class, and V8 does not optimize it again: each entry then takes a slow
 * runtime call, which is a tenth of the CPU time of a cached page.
 */
function keepNextTickFast(): void {
  process.nextTick(() => keptEntries.push(executionAsyncResource()));
}
