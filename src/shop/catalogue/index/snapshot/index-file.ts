import { type ChangeCursor, readChanges } from "#db/change-log.ts";
import type { Tag } from "#db/changes.ts";
import type { IndexSources, IndexState } from "../build-index.ts";
import { listAttributes, readSchema } from "../records/listing-records.ts";
import { fromSnapshot, toSnapshot } from "./index-snapshot.ts";
import { readSnapshot, UnusableSnapshot, writeSnapshot } from "./snapshot-file.ts";

export interface SnapshotOptions {
  /** Path of the file. Losing it costs only time. */
  file: string;
  /** Names the code that makes the index; the file of another version is not used. */
  version: string;
  /** Whether this process writes the file; all read it. */
  isWriter: boolean;
}

/** An index from a file, with what has changed since it was written. */
export interface SavedIndex {
  state: IndexState;
  /** The settings that its prices were computed by; its state has those of now. */
  pricedBy: string;
  changed: Tag[];
}

/** The index's file: read at the start, and written once the index has not changed for a while. */
export class IndexFile {
  readonly #options: SnapshotOptions | undefined;
  readonly #onError: (error: unknown) => void;
  /** Whether the index differs from its file, and since when (ms of the process) it has not changed. */
  #isUnsaved = false;
  #quietSince = 0;
  #saving: { stop: AbortController; done: Promise<void> } | undefined;

  /** @param options default: there is no file */
  constructor(options: SnapshotOptions | undefined, onError: (error: unknown) => void) {
    this.#options = options;
    this.#onError = onError;
  }

  /** Returns undefined if there is no file that fits this version and database, or the change log does not reach back to it. */
  async load(sources: IndexSources): Promise<SavedIndex | undefined> {
    if (!this.#options) return undefined;
    try {
      return await read(sources, this.#options);
    } catch (error) {
      if (!(error instanceof UnusableSnapshot)) this.#onError(error);
      return undefined;
    }
  }

  /** To be called when the index changes, in the same turn of the event loop: the file is written from the same memory. */
  noteChange(): void {
    this.#saving?.stop.abort();
    this.#isUnsaved = true;
    this.#quietSince = performance.now();
  }

  /** To be called when the index is what the file contains. */
  noteLoaded(): void {
    this.#isUnsaved = false;
  }

  /**
   * Writes the file if this process does so and the index has changed since the last time, but not for `quietMs`. Waits for
   * a save under way first.
   * @param current returns the index, or undefined while it lacks changes before `cursor`
   */
  async save(current: () => IndexState | undefined, cursor: ChangeCursor, quietMs: number): Promise<void> {
    while (this.#saving) await this.#saving.done;
    if (!this.#options?.isWriter || !this.#isUnsaved || performance.now() - this.#quietSince < quietMs) return;
    const state = current();
    if (!state) return;
    const stop = new AbortController();
    this.#isUnsaved = false;
    const done = this.#write(state, this.#options, cursor, stop.signal);
    this.#saving = { stop, done };
    await done;
    this.#saving = undefined;
  }

  /** Never rejects. */
  async #write(
    { products, pricing, schema }: IndexState,
    { file, version }: SnapshotOptions,
    cursor: ChangeCursor,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await writeSnapshot(file, version, toSnapshot(products, { cursor, schema, pricing: pricing.key }), signal);
    } catch (error) {
      // If a change has ended it, the next save writes that. After another error, such as a full disk, the next change does.
      if (!signal.aborted) this.#onError(error);
    }
  }
}

/** @throws UnusableSnapshot */
async function read({ db, readPricing }: IndexSources, { file, version }: SnapshotOptions): Promise<SavedIndex> {
  const [snapshot, schema, attributes, pricing] = await Promise.all([
    readSnapshot(file, version),
    readSchema(db),
    listAttributes(db),
    readPricing(),
  ]);
  const { products, about } = fromSnapshot(snapshot);
  if (about.schema !== schema) throw new UnusableSnapshot("other tables or SQL functions, or another database");
  const changed: Tag[] = [];
  for (let [cursor, isMore] = [about.cursor, true]; isMore; ) {
    const slice = await readChanges(db, cursor, 1_000);
    if (!slice) throw new UnusableSnapshot("the change log does not reach back to it, or is another database's");
    for (const { tags } of slice.changes) changed.push(...tags);
    ({ cursor, isMore } = slice);
  }
  return { state: { products, attributes, pricing, schema }, pricedBy: about.pricing, changed };
}
