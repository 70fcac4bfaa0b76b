/** Largest number of concurrent statements. More than one, so that a slow statement does not hold up everyone. */
const maxConcurrent = 2;

/** Default of `BatchOptions.maxBatchSize`. */
const defaultBatchSize = 50;

interface Pending<Input, Result> {
  input: Input;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface BatchOptions {
  /** Whether an error may be due to a single input; each input is then run on its own. Default: never. */
  isCausedByOne?: (error: unknown) => boolean;
  /** How long (ms) the first input waits for others. Default: until the next turn of the event loop. */
  gatherMs?: number;
  /** Largest number of inputs per statement. Default: 50. */
  maxBatchSize?: number;
}

/**
 * Batches queries of one kind: inputs that arrive in the same turn of the event loop, or while two statements are running,
 * share one statement.
 */
export class QueryBatcher<Input, Result> {
  readonly #runBatch: (inputs: readonly Input[]) => Promise<readonly Result[]>;
  readonly #isCausedByOne: (error: unknown) => boolean;
  readonly #gatherMs: number;
  readonly #maxBatchSize: number;
  readonly #pending: Pending<Input, Result>[] = [];
  #underWay = 0;
  #isScheduled = false;

  /** @param runBatch returns one result per input, in the same order. If it throws, every call in the batch fails. */
  constructor(
    runBatch: (inputs: readonly Input[]) => Promise<readonly Result[]>,
    { isCausedByOne = () => false, gatherMs = 0, maxBatchSize = defaultBatchSize }: BatchOptions = {},
  ) {
    this.#runBatch = runBatch;
    this.#isCausedByOne = isCausedByOne;
    this.#gatherMs = gatherMs;
    this.#maxBatchSize = maxBatchSize;
  }

  /** Returns the result for one input. @throws the error of the statement that contained it */
  load(input: Input): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ input, resolve, reject });
      this.#schedule();
    });
  }

  /** Sends what is pending once the requests that have arrived together are parsed. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const send = () => {
      this.#isScheduled = false;
      this.#sendPending();
    };
    if (this.#gatherMs > 0) setTimeout(send, this.#gatherMs);
    else setImmediate(send);
  }

  #sendPending(): void {
    while (this.#underWay < maxConcurrent && this.#pending.length > 0) void this.#sendBatch();
  }

  async #sendBatch(): Promise<void> {
    this.#underWay += 1;
    await this.#settle(this.#pending.splice(0, this.#maxBatchSize));
    this.#underWay -= 1;
    if (!this.#isScheduled) this.#sendPending();
  }

  async #settle(batch: readonly Pending<Input, Result>[]): Promise<void> {
    try {
      const results = await this.#runBatch(batch.map(({ input }) => input));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && this.#isCausedByOne(error)) for (const one of batch) await this.#settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
