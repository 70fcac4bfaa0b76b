/** Work waited longer for its turn than it may. */
export class TurnMissed extends Error {
  constructor(waitMs: number) {
    super(`No turn came within ${waitMs} ms`);
    this.name = "TurnMissed";
  }
}

/** Runs work one piece at a time, first come, first served. */
export class WorkQueue {
  readonly #waiting = new Set<() => void>();
  #isBusy = false;

  /** Runs `work` when its turn comes. @throws TurnMissed if it has not come within `waitMs`, or what `work` throws */
  async run<T>(work: () => Promise<T>, waitMs: number): Promise<T> {
    if (this.#isBusy) await this.#turn(waitMs);
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#isBusy = false;
    }
  }

  /** Waits for a turn. The previous piece of work hands its turn over directly, so that no newcomer takes it. */
  #turn(waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(start);
        reject(new TurnMissed(waitMs));
      }, waitMs);
      const start = () => {
        clearTimeout(timer);
        this.#waiting.delete(start);
        resolve();
      };
      this.#waiting.add(start);
    });
  }
}
