import cluster, { type Address, type Worker } from "node:cluster";

export interface ServingProcesses {
  /** The file that each one runs, of the same build as the one that forks; what else changes on the disk is not run. */
  file: string;
  args: readonly string[];
  count: number;
  /** Aborted when no new one is wanted. */
  signal: AbortSignal;
  /** Hears once where they listen. */
  onListening: (address: Address) => void;
  /** Takes a line about one that ended by itself. */
  report: (line: string) => void;
}

/** Pause (ms) before one that died is replaced, so that one that cannot start does not spin. */
const pause = 1000;

/** Starts processes that serve; one that dies is replaced. @returns what stops them, each after its requests under way. */
export function forkServingProcesses(options: ServingProcesses): () => Promise<void> {
  const { file, args, count, signal, report } = options;
  cluster.setupPrimary({ exec: file, args: [...args] });
  cluster.once("listening", (_, address) => options.onListening(address));
  cluster.on("exit", (_, code, killedBy) => {
    const replace = () => {
      if (signal.aborted) return;
      report(`A serving process ended (${killedBy ?? `status ${code}`}); another one starts.`);
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
    // To the process itself: the cluster's own `kill` would first cut the connections that it still answers.
    worker.process.kill("SIGTERM");
  });
}
