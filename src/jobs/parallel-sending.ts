/** How items are taken, sent and settled. */
export interface Sending<Item, Result> {
  /** How many are sent at the same time; at most `batch`. */
  parallel: number;
  /** How many are taken at once. */
  batch: number;
  /** The most that are taken. */
  quota: number;
  /** Whether no further item may be begun. */
  isOver: () => boolean;
  /** Takes at most `count` items; none: there are no more. */
  take: (count: number) => Promise<readonly Item[]>;
  /** Must not throw. */
  send: (item: Item) => Promise<Result>;
  /** Returns the result of an item that was taken but not begun. */
  giveBack: (item: Item) => Result;
  settle: (results: readonly Result[]) => Promise<void>;
  isSuccess: (result: Result) => boolean;
}

/** After so many failures in a row nothing more is begun. */
const mostFailures = 10;

/**
 * Sends items in parallel. The next batch is taken while the last one is sent, and results are settled together. At any time at
 * most two batches are taken and not settled.
 */
export class ParallelSending<Item, Result> {
  /** Items that were begun. */
  tried = 0;
  #failedInRow = 0;
  readonly #sending: Sending<Item, Result>;
  readonly #waiting: Item[] = [];
  #results: Result[] = [];
  #taken = 0;
  #settled = 0;
  #hasAll = false;
  #exchange: Promise<void> | undefined;
  #error: Error | undefined;

  constructor(sending: Sending<Item, Result>) {
    this.#sending = sending;
  }

  /** Whether it stopped because too many failed one after the other. */
  get isStopped(): boolean {
    return this.#failedInRow >= mostFailures;
  }

  /** Sends until there is nothing left. @throws what `take` or `settle` threw, after the items that were begun */
  async run(): Promise<void> {
    const { parallel, giveBack } = this.#sending;
    await Promise.all(Array.from({ length: parallel }, () => this.#work()));
    await this.#exchange;
    this.#results.push(...this.#waiting.splice(0).map(giveBack));
    await this.#settle();
    if (this.#error) throw this.#error;
  }

  async #work(): Promise<void> {
    const { send, isOver, isSuccess } = this.#sending;
    while (!this.isStopped && !this.#error && !isOver()) {
      const item = await this.#next();
      if (item === undefined) return;
      this.tried += 1;
      const result = await send(item);
      this.#results.push(result);
      this.#failedInRow = isSuccess(result) ? 0 : this.#failedInRow + 1;
    }
  }

  async #next(): Promise<Item | undefined> {
    for (;;) {
      const isLow = this.#waiting.length <= this.#sending.batch / 2;
      if (isLow && !this.#hasAll) this.#exchange ??= this.#refill();
      const item = this.#waiting.shift();
      if (item !== undefined || !this.#exchange) return item;
      await this.#exchange;
    }
  }

  /** Settles what was sent, and takes the next batch. */
  async #refill(): Promise<void> {
    const { batch, quota, take } = this.#sending;
    try {
      await this.#settle();
      const open = this.#taken - this.#settled;
      const items = await take(Math.min(batch, 2 * batch - open, quota - this.#taken));
      this.#waiting.push(...items);
      this.#taken += items.length;
      this.#hasAll = items.length === 0 || this.#taken >= quota;
    } catch (error) {
      this.#hasAll = true;
      this.#error = error instanceof Error ? error : new Error(String(error));
    }
    this.#exchange = undefined;
  }

  async #settle(): Promise<void> {
    const results = this.#results;
    if (results.length === 0) return;
    this.#results = [];
    try {
      await this.#sending.settle(results);
    } catch (error) {
      // Written by the next attempt, at the latest when all has been sent.
      this.#results.unshift(...results);
      throw error;
    }
    this.#settled += results.length;
  }
}
