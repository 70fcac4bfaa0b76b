/** The order in which things are stopped. */
const phases = ["requests", "jobs", "database"] as const;

export type Phase = (typeof phases)[number];

export interface ShutdownOptions {
  /** Total timeout (ms). */
  withinMs: number;
  /** Called with a line about a stop that failed or timed out. */
  report: (line: string) => void;
}

/** Keeps track of what has to be stopped when the process ends. */
export class Shutdown {
  readonly #options: ShutdownOptions;
  readonly #begun = new AbortController();
  readonly #stops: { phase: Phase; stop: () => Promise<void> }[] = [];
  #done: Promise<boolean> | undefined;

  constructor(options: ShutdownOptions) {
    this.#options = options;
  }

  /** Aborted as soon as stopping has begun; start nothing new then. */
  get signal(): AbortSignal {
    return this.#begun.signal;
  }

  /** Registers `stop` for a phase; calls it immediately if stopping has already begun. */
  add(phase: Phase, stop: () => Promise<void>): void {
    this.#stops.push({ phase, stop });
    if (this.signal.aborted) void this.#stopPhase(phase);
  }

  /** Stops everything, phase by phase; a failure does not prevent the others. @returns whether all ended in time. */
  run(): Promise<boolean> {
    this.#begun.abort();
    this.#done ??= this.#runWithin();
    return this.#done;
  }

  async #runWithin(): Promise<boolean> {
    const { withinMs, report } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), withinMs);
    });
    const inTime = await Promise.race([this.#stopAll(), late]);
    clearTimeout(timer);
    if (!inTime) report(`Stopping took over ${withinMs / 1000} s: the rest was cut off.`);
    return inTime;
  }

  async #stopAll(): Promise<boolean> {
    for (const phase of phases) await this.#stopPhase(phase);
    return true;
  }

  async #stopPhase(phase: Phase): Promise<void> {
    const due = this.#stops.filter((one) => one.phase === phase);
    for (const one of due) this.#stops.splice(this.#stops.indexOf(one), 1);
    const ended = await Promise.allSettled(due.map(({ stop }) => stop()));
    for (const one of ended)
      if (one.status === "rejected") this.#options.report(`While stopping: ${String(one.reason)}`);
  }
}

/**
 * Stops on SIGTERM and SIGINT and exits with status 0. A second signal exits immediately, except in a forked process:
 * it gets the same signal from both the terminal and its parent, and ends together with the parent.
 */
export function stopOnSignals(shutdown: Shutdown, isForked: boolean): void {
  for (const name of ["SIGTERM", "SIGINT"] as const) {
    process.on(name, () => {
      if (shutdown.signal.aborted && isForked) return;
      if (shutdown.signal.aborted) process.exit(1);
      void shutdown.run().then((inTime) => process.exit(inTime ? 0 : 1));
    });
  }
}
