import cluster, { type Address, type Worker } from "node:cluster";

export interface ServingProcesses {
  /** The entry file of each process, from the same build as this process. */
  file: string;
  args: readonly string[];
  count: number;
  /** Aborted when no new process may be started. */
  signal: AbortSignal;
  /** Called once, with the address that they listen on. */
  onListening: (address: Address) => void;
  /** Called with a line about a process that ended unexpectedly. */
  report: (line: string) => void;
}

/** Delay (ms) before a dead process is replaced, so that one that cannot start does not loop. */
const pause = 1000;

/**
 * Starts serving processes and replaces those that die. @returns a function that stops them, each after its requests in
 * progress.
 */
export function forkServingProcesses(options: ServingProcesses): () => Promise<void> {
  const { file, args, count, signal, report } = options;
  cluster.setupPrimary({ exec: file, args: [...args] });
  cluster.once("listening", (_, address) => options.onListening(address));
  cluster.on("exit", (_, code, killedBy) => {
    const replace = () => {
      if (signal.aborted) return;
      report(`A serving process ended (${killedBy ?? `status ${code}`}); starting another one.`);
      cluster.fork();
    };
    setTimeout(replace, pause).unref();
  });
  for (let index = 0; index < count; index++) cluster.fork();
  return async () => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map(endOf));
  };
}

function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    worker.once("exit", () => resolve());
    // To the process itself: the cluster's own `kill` would first close connections that are still being answered.
    worker.process.kill("SIGTERM");
  });
}
