/** In which order what was started is stopped: nobody asks any more, nobody works any more, nobody stores any more. */
const phases = ["requests", "jobs", "database"] as const;

export type Phase = (typeof phases)[number];

export interface StoppingOptions {
  /** How long (ms) all of it may take. */
  withinMs: number;
  /** Takes a line about a stop that failed or took too long. */
  report: (line: string) => void;
}

/** What was started and has to be stopped, and whether that has begun. */
export class Stopping {
  readonly #options: StoppingOptions;
  readonly #begun = new AbortController();
  readonly #stops: { phase: Phase; stop: () => Promise<void> }[] = [];
  #done: Promise<boolean> | undefined;

  constructor(options: StoppingOptions) {
    this.#options = options;
  }

  /** Aborted as soon as stopping has begun: nothing new is to be started then. */
  get signal(): AbortSignal {
    return this.#begun.signal;
  }

  /** Has `stop` called when its phase comes; at once when stopping has begun already. */
  add(phase: Phase, stop: () => Promise<void>): void {
    this.#stops.push({ phase, stop });
    if (this.signal.aborted) void this.#stopPhase(phase);
  }

  /** Stops all, phase by phase; one that fails does not keep the others. @returns whether all had ended in time. */
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
    if (!inTime) report(`Stopping took over ${withinMs / 1000} s: what was left is cut off.`);
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
 * Stops on SIGTERM and SIGINT and ends the process with status 0. A second signal ends it at once; not a process that
 * another one forked, because it hears of the same stop from the terminal and from that one, and ends when that one does.
 */
export function stopOnSignals(stopping: Stopping, isForked: boolean): void {
  for (const name of ["SIGTERM", "SIGINT"] as const) {
    process.on(name, () => {
      if (stopping.signal.aborted && isForked) return;
      if (stopping.signal.aborted) process.exit(1);
      void stopping.run().then((inTime) => process.exit(inTime ? 0 : 1));
    });
  }
}
