import type { ChangeCursor } from "#db/change-log.ts";
import type { Tag } from "#db/changes.ts";
import { buildIndex, type IndexSources, type IndexState } from "./build-index.ts";
import type { CatalogueIndex, CatalogueView, SuggestOptions } from "./catalogue-index.ts";
import { toEntry } from "./listing-entry.ts";
import { listAttributes, listEntryRecords } from "./listing-records.ts";
import { loadIndex, type SnapshotOptions, saveIndex } from "./saved-index.ts";
import { SearchCache } from "./search-cache.ts";
import { correctSearch, readSearch, type SearchTerms } from "./search-terms.ts";
import { UnusableSnapshot } from "./snapshot-file.ts";
import { TimeSlices } from "./time-slices.ts";

export interface IndexOptions {
  /** Products read by one statement of a build. */
  batchSize?: number;
  /** Changes of more products than this are applied in the background while the previous state answers. */
  mostAwaited?: number;
  /** Makes restarts quick. Without it the first read after a start waits for a build. */
  snapshot?: SnapshotOptions;
  /** Takes failures that no caller of `read` gets to see. They are retried by the next `read`. */
  onError?: (error: unknown) => void;
}

/** Computing a product's price takes a hundredth of the time that reading it from the database does. */
const pricesPerReading = 100;

const ignore = () => {};

/** Keeps the index in memory: loaded or built at the first `read`, and kept up to date by reading products that changed. */
export class LiveIndex implements CatalogueIndex {
  readonly #sources: IndexSources;
  readonly #batchSize: number;
  readonly #mostAwaited: number;
  readonly #snapshot: SnapshotOptions | undefined;
  readonly #onError: (error: unknown) => void;
  #state: IndexState | undefined;
  /** The latest moment that was asked for. */
  #now = new Date(0);
  /** Counts changes of everything; a state that was built before the latest is outdated. */
  #epoch = 0;
  #builtEpoch = -1;
  #building: Promise<void> | undefined;
  readonly #changed = new Set<number>();
  /** What changed since the build under way began, which it may have missed. */
  readonly #missed = new Set<Tag>();
  #areAttributesOld = false;
  #isPricingOld = false;
  /** One batch of changes at a time, and how many products it reads. */
  #renewing: Promise<void> | undefined;
  #renewed = 0;
  #isDraining = false;
  readonly #searches = new SearchCache();
  #hasAnsweredBehind = false;
  readonly #listeners = new Set<() => void>();
  /** Whether the state differs from its file, and since when (ms of the process) it has not changed. */
  #isUnsaved = false;
  #quietSince = 0;
  #saving: { stop: AbortController; done: Promise<void> } | undefined;

  constructor(
    sources: IndexSources,
    { batchSize = 2_000, mostAwaited = 100, snapshot, onError = ignore }: IndexOptions = {},
  ) {
    this.#sources = sources;
    this.#batchSize = batchSize;
    this.#mostAwaited = mostAwaited;
    this.#snapshot = snapshot;
    this.#onError = onError;
  }

  async read(now: Date): Promise<CatalogueView> {
    if (now > this.#now) this.#now = now;
    for (let waits = 0; ; ) {
      if (!this.#state || this.#isOutdated) {
        const building = this.#build();
        if (!this.#state || this.#state.products.size <= this.#mostAwaited) {
          await building;
          continue;
        }
        building.catch(ignore);
        this.#hasAnsweredBehind = true;
      }
      const state = this.#state;
      if (state.products.catchUp({ now: this.#now, show: state.pricing.show })) this.#noteChange();
      if (!this.#isBehind) return viewOf(state, !this.#isOutdated);
      // A wait for a batch under way and one for the reader's own are enough: changes may keep arriving.
      if (this.#work > this.#mostAwaited || waits++ === 2) {
        this.#hasAnsweredBehind = true;
        void this.#drain();
        return viewOf(state, false);
      }
      await this.#renew(state);
    }
  }

  /**
   * Returns what counts the products of categories, or undefined while that would take a build: the first one, or one that
   * `read` waits for.
   */
  async counter(now: Date): Promise<CatalogueView["countListed"] | undefined> {
    if (!this.#state) return undefined;
    if (this.#isOutdated && this.#state.products.size <= this.#mostAwaited) return undefined;
    try {
      const view = await this.read(now);
      return (categoryIds) => view.countListed(categoryIds);
    } catch {
      // The database counts; whoever lists is told.
      return undefined;
    }
  }

  parseSearch(text: string, now: Date): Promise<SearchTerms> {
    return this.#searches.get(text, () => this.#parse(text, now));
  }

  async suggest(text: string, { most, hidesOutOfStock }: SuggestOptions, now: Date): Promise<number[]> {
    const search = await this.parseSearch(text, now);
    const view = await this.read(now);
    return view.choose({ place: "search", search, hidesOutOfStock }).order("relevance", 1, most);
  }

  apply(changed: readonly Tag[] | "*"): void {
    this.#searches.clear();
    if (changed === "*") this.#epoch += 1;
    else for (const tag of changed) this.#note(tag);
  }

  onCaughtUp(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async save(cursor: ChangeCursor, quietMs = 0): Promise<void> {
    while (this.#saving) await this.#saving.done;
    const [snapshot, state] = [this.#snapshot, this.#state];
    if (!snapshot?.isWriter || !state || !this.#isUnsaved) return;
    if (performance.now() - this.#quietSince < quietMs) return;
    // Everything before the cursor is in the state.
    if (this.#isOutdated || this.#isBehind) return;
    const stop = new AbortController();
    this.#isUnsaved = false;
    const done = this.#write(state, snapshot, cursor, stop.signal);
    this.#saving = { stop, done };
    await done;
  }

  async #write(state: IndexState, snapshot: SnapshotOptions, cursor: ChangeCursor, signal: AbortSignal): Promise<void> {
    try {
      await saveIndex(this.#sources.db, state, snapshot, cursor, signal);
    } catch (error) {
      // A change ended it and is to be written; else a full disk, say, is tried again after the next change.
      if (!signal.aborted) this.#onError(error);
    } finally {
      this.#saving = undefined;
    }
  }

  get #isOutdated(): boolean {
    return this.#builtEpoch < this.#epoch;
  }

  /** Whether changes are known that are not in the state. */
  get #isBehind(): boolean {
    return this.#changed.size > 0 || this.#areAttributesOld || this.#isPricingOld || this.#renewing !== undefined;
  }

  /** How many products are to be read until it is not behind. */
  get #work(): number {
    const prices = this.#isPricingOld ? (this.#state?.products.size ?? 0) / pricesPerReading : 0;
    return this.#changed.size + this.#renewed + prices;
  }

  #note(tag: Tag): void {
    if (this.#building) this.#missed.add(tag);
    if (tag === "products") this.#areAttributesOld = true;
    if (tag === "settings") this.#isPricingOld = true;
    if (!tag.startsWith("product:")) return;
    this.#changed.add(Number(tag.slice("product:".length)));
  }

  async #parse(text: string, now: Date): Promise<SearchTerms> {
    const { db } = this.#sources;
    const [terms, view] = await Promise.all([readSearch(db, text), this.read(now)]);
    if (view.choose({ place: "search", search: terms }).total > 0) return terms;
    return (await correctSearch(db, text)) ?? terms;
  }

  /** Loads or builds a new state, unless that is under way already. The previous one is replaced at the end. */
  #build(): Promise<void> {
    this.#building ??= this.#buildAndReplace().finally(() => {
      this.#building = undefined;
      this.#missed.clear();
      if (this.#hasAnsweredBehind) void this.#drain();
      this.#tellIfCaughtUp();
    });
    return this.#building;
  }

  async #buildAndReplace(): Promise<void> {
    const epoch = this.#epoch;
    this.#areAttributesOld = false;
    this.#isPricingOld = false;
    try {
      const saved = await this.#load();
      const state = saved?.state ?? (await buildIndex(this.#sources, this.#now, this.#batchSize));
      this.#noteChange();
      this.#state = state;
      this.#builtEpoch = epoch;
      this.#changed.clear();
      for (const tag of [...this.#missed, ...(saved?.changed ?? [])]) this.#note(tag);
      if (saved && saved.pricedBy !== state.pricing.key) {
        state.pricing = { ...state.pricing, key: saved.pricedBy };
        this.#isPricingOld = true;
      }
      this.#isUnsaved = saved === undefined || this.#isBehind;
    } catch (error) {
      if (this.#state) this.#onError(error);
      throw error;
    }
  }

  /** Loads the first state from its file; undefined when there is none that can be used. Later states are built. */
  async #load() {
    if (!this.#snapshot || this.#builtEpoch >= 0) return undefined;
    try {
      return await loadIndex(this.#sources, this.#snapshot);
    } catch (error) {
      if (!(error instanceof UnusableSnapshot)) this.#onError(error);
      return undefined;
    }
  }

  /** Applies one batch of changes, unless that is under way already. */
  #renew(state: IndexState): Promise<void> {
    this.#renewing ??= this.#readChanged(state).finally(() => {
      this.#renewing = undefined;
      this.#renewed = 0;
      this.#tellIfCaughtUp();
    });
    return this.#renewing;
  }

  /** Reads products that changed. Where that fails they stay marked as changed. */
  async #readChanged(state: IndexState): Promise<void> {
    const { db, readPricing } = this.#sources;
    const [areAttributesOld, isPricingOld] = [this.#areAttributesOld, this.#isPricingOld];
    const others = this.#work - this.#changed.size;
    const ids = [...this.#changed].slice(0, this.#mostAwaited || 1);
    this.#renewed = ids.length + others;
    for (const id of ids) this.#changed.delete(id);
    this.#areAttributesOld = false;
    this.#isPricingOld = false;
    try {
      const [attributes, pricing] = await Promise.all([
        areAttributesOld ? listAttributes(db) : state.attributes,
        isPricingOld ? readPricing() : state.pricing,
      ]);
      const records = ids.length > 0 ? await listEntryRecords(db, ids, attributes) : [];
      this.#noteChange();
      const isRepriced = pricing.key !== state.pricing.key;
      state.attributes = attributes;
      state.pricing = { ...pricing, key: state.pricing.key };
      const there = new Set(records.map(({ self }) => self.id));
      const gone = ids.filter((id) => !there.has(id));
      await this.#alter(state, async ({ products }) => {
        products.update(records.map(toEntry), gone, { now: this.#now, show: pricing.show });
        if (isRepriced) await products.reprice({ now: this.#now, show: pricing.show }, new TimeSlices());
      });
      state.pricing = pricing;
      if (state.products.isScattered) state.products.tidy(new TimeSlices()).catch(this.#onError);
    } catch (error) {
      for (const id of ids) this.#changed.add(id);
      this.#areAttributesOld ||= areAttributesOld;
      this.#isPricingOld ||= isPricingOld;
      throw error;
    }
  }

  /** Changes a state. One that is left half-changed by an error is dropped, so that the next `read` builds another. */
  async #alter(state: IndexState, change: (state: IndexState) => Promise<void>): Promise<void> {
    try {
      await change(state);
    } catch (error) {
      if (this.#state === state) this.#state = undefined;
      throw error;
    }
  }

  /** Applies all changes in the background, batch after batch. */
  async #drain(): Promise<void> {
    if (this.#isDraining) return;
    this.#isDraining = true;
    try {
      while (this.#state && this.#isBehind) await this.#renew(this.#state);
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#isDraining = false;
    }
  }

  /** To be called when the state changes, in the same turn of the event loop: its file is written from the same memory. */
  #noteChange(): void {
    this.#saving?.stop.abort();
    this.#isUnsaved = true;
    this.#quietSince = performance.now();
  }

  #tellIfCaughtUp(): void {
    if (!this.#hasAnsweredBehind || this.#isOutdated || this.#isBehind) return;
    this.#hasAnsweredBehind = false;
    this.#searches.clear();
    for (const listener of this.#listeners) listener();
  }
}

function viewOf({ products, attributes }: IndexState, isCurrent: boolean): CatalogueView {
  return {
    isCurrent,
    attributes,
    choose: (filter) => products.choose(filter),
    countListed: (categoryIds) => products.countListed(categoryIds),
  };
}
