import cluster, { type Address, type Worker } from "node:cluster";
import { availableParallelism } from "node:os";

export interface ServingProcesses {
  /** The entry file of each process, from the same build as this process. */
  file: string;
  /** Returns the arguments of the process in a slot, 0 to `count` - 1. A process that replaces another takes its slot. */
  argsOf: (slot: number) => readonly string[];
  count: number;
  /** Aborted when no new process may be started. */
  signal: AbortSignal;
  /** Resolves when they may use the database; they load their code before. */
  databaseReady: Promise<void>;
  /** Called once, with the address that they listen on. */
  onListening: (address: Address) => void;
  /** Called with a line about a process that ended unexpectedly. */
  report: (line: string) => void;
}

/** Delay (ms) before a dead process is replaced, so that one that cannot start does not loop. */
const pause = 1000;

/** What a process asks when it has started, and what it is told when it may use the database. */
const databaseMessages = { ask: "chowk:database?", ready: "chowk:database-ready" };

/**
 * Starts serving processes and replaces those that die. If there are more than processors, the first one starts alone, because
 * a start takes a processor for about a second, and so does the first page. So the shop is open sooner. @returns a function that
 * stops them, each after its requests in progress.
 */
export function forkServingProcesses(options: ServingProcesses): () => Promise<void> {
  const { file, argsOf, count, signal, report } = options;
  const fork = (slot: number) => {
    // Affects only forks from now on.
    cluster.setupPrimary({ exec: file, args: [...argsOf(slot)] });
    const worker = cluster.fork();
    worker.once("exit", (code, killedBy) => {
      const replace = () => {
        if (signal.aborted) return;
        report(`A serving process ended (${killedBy ?? `status ${code}`}); starting another one.`);
        fork(slot);
      };
      setTimeout(replace, pause).unref();
    });
    const allow = () => {
      // The callback takes the error of a process that has just died.
      if (worker.isConnected()) worker.process.send(databaseMessages.ready, () => {});
    };
    worker.on("message", (message: unknown) => {
      if (message === databaseMessages.ask) void options.databaseReady.then(allow);
    });
  };
  const atFirst = count > availableParallelism() ? 1 : count;
  cluster.once("listening", (_, address) => {
    options.onListening(address);
    const forkOthers = () => {
      if (signal.aborted) return;
      for (let slot = atFirst; slot < count; slot++) fork(slot);
    };
    setTimeout(forkOthers, firstPageMs()).unref();
  });
  for (let slot = 0; slot < atFirst; slot++) fork(slot);
  return async () => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map(endOf));
  };
}

/** In a serving process: resolves when it may use the database. */
export function untilDatabaseReady(): Promise<void> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      if (message !== databaseMessages.ready) return;
      process.off("message", listen);
      resolve();
    };
    // Asks, because Node drops what arrives before there is a listener.
    process.on("message", listen);
    process.send?.(databaseMessages.ask);
  });
}

/**
 * How long (ms) to leave the machine to the first page after a start before loading more code: half as long as the start took,
 * because that is longer on a busy machine.
 */
export const firstPageMs = (): number => Math.min(Math.max(500, performance.now() / 2), 3000);

function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    worker.once("exit", () => resolve());
    // To the process itself: the cluster's own `kill` would first close connections that are still being answered.
    worker.process.kill("SIGTERM");
  });
}
