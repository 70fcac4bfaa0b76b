import type { Tag } from "#db/changes.ts";
import { buildIndex, type IndexSources, type IndexState } from "./build-index.ts";
import type { CatalogueIndex, CatalogueView, SuggestOptions } from "./catalogue-index.ts";
import { toEntry } from "./listing-entry.ts";
import { listAttributes, listEntryRecords } from "./listing-records.ts";
import { SearchCache } from "./search-cache.ts";
import { correctSearch, readSearch, type SearchTerms } from "./search-terms.ts";

export interface IndexOptions {
  /** Products read by one statement. */
  batchSize?: number;
  /** Changes of more products than this are applied in the background while the previous state answers. */
  mostAwaited?: number;
  /** Takes failures that no caller of `read` gets to see. They are retried by the next `read`. */
  onError?: (error: unknown) => void;
}

/** How long (ms) a state may answer that is not told of changes: a fifth of what decision 0003 allows pages. */
const longestUnheard = 60_000;

const ignore = () => {};

/** Keeps the index in memory, built at the first `read` and kept up to date by reading products that changed. */
export class LiveIndex implements CatalogueIndex {
  readonly #sources: IndexSources;
  readonly #batchSize: number;
  readonly #mostAwaited: number;
  readonly #onError: (error: unknown) => void;
  #state: IndexState | undefined;
  /** When the state's build began. */
  #builtAt = new Date(0);
  /** The latest moment that was asked for. */
  #now = new Date(0);
  /** Counts changes of everything; a state that was built before the latest is outdated. */
  #epoch = 0;
  #builtEpoch = -1;
  #building: Promise<void> | undefined;
  readonly #changed = new Set<number>();
  /** Those changed since the build under way began, which it may have missed. */
  readonly #missed = new Set<number>();
  #areAttributesOld = false;
  /** One batch of changes at a time, and how many products it reads. */
  #renewing: Promise<void> | undefined;
  #renewed = 0;
  #isDraining = false;
  readonly #searches = new SearchCache();
  #isNewsLost = false;
  #hasAnsweredBehind = false;
  readonly #listeners = new Set<() => void>();

  constructor(sources: IndexSources, { batchSize = 2_000, mostAwaited = 100, onError = ignore }: IndexOptions = {}) {
    this.#sources = sources;
    this.#batchSize = batchSize;
    this.#mostAwaited = mostAwaited;
    this.#onError = onError;
  }

  async read(now: Date): Promise<CatalogueView> {
    if (now > this.#now) this.#now = now;
    if (this.#isNewsLost && !this.#isOutdated && now.getTime() - this.#builtAt.getTime() >= longestUnheard)
      this.#expire();
    for (;;) {
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
      for (const id of state.products.due(now)) this.#changed.add(id);
      if (!this.#isBehind) return viewOf(state, !this.#isOutdated);
      if (this.#changed.size + this.#renewed > this.#mostAwaited) {
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
    if (this.#isNewsLost || !this.#state) return undefined;
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
    const parse = () => this.#parse(text, now);
    return this.#isNewsLost ? parse() : this.#searches.get(text, parse);
  }

  async suggest(text: string, { most, hidesOutOfStock }: SuggestOptions, now: Date): Promise<number[]> {
    const search = await this.parseSearch(text, now);
    const view = await this.read(now);
    return view.choose({ place: "search", search, hidesOutOfStock }).order("relevance", 1, most);
  }

  apply(changed: readonly Tag[] | "*"): void {
    this.#searches.clear();
    if (changed === "*" || changed.includes("settings")) this.#expire();
    else for (const tag of changed) this.#note(tag);
  }

  setNewsLost(isLost: boolean): void {
    this.#isNewsLost = isLost;
    this.#searches.clear();
    this.#expire();
  }

  onCaughtUp(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #expire(): void {
    this.#epoch += 1;
  }

  get #isOutdated(): boolean {
    return this.#builtEpoch < this.#epoch;
  }

  /** Whether changes are known that are not in the state. */
  get #isBehind(): boolean {
    return this.#changed.size > 0 || this.#areAttributesOld || this.#renewing !== undefined;
  }

  #note(tag: Tag): void {
    if (tag === "products") this.#areAttributesOld = true;
    if (!tag.startsWith("product:")) return;
    const id = Number(tag.slice("product:".length));
    this.#changed.add(id);
    this.#missed.add(id);
  }

  async #parse(text: string, now: Date): Promise<SearchTerms> {
    const { db } = this.#sources;
    const [terms, view] = await Promise.all([readSearch(db, text), this.read(now)]);
    if (view.choose({ place: "search", search: terms }).total > 0) return terms;
    return (await correctSearch(db, text)) ?? terms;
  }

  /** Builds a new state, unless that is under way already. The previous one is replaced at the end. */
  #build(): Promise<void> {
    this.#building ??= this.#buildAndReplace().finally(() => {
      this.#building = undefined;
      if (this.#hasAnsweredBehind) void this.#drain();
      this.#tellIfCaughtUp();
    });
    return this.#building;
  }

  async #buildAndReplace(): Promise<void> {
    const [now, epoch] = [this.#now, this.#epoch];
    this.#missed.clear();
    this.#areAttributesOld = false;
    try {
      this.#state = await buildIndex(this.#sources, now, this.#batchSize);
      [this.#builtAt, this.#builtEpoch] = [now, epoch];
      this.#changed.clear();
      for (const id of this.#missed) this.#changed.add(id);
    } catch (error) {
      if (this.#state) this.#onError(error);
      throw error;
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
    const { db } = this.#sources;
    const now = this.#now;
    const areAttributesOld = this.#areAttributesOld;
    const ids = [...this.#changed].slice(0, this.#mostAwaited || 1);
    for (const id of ids) this.#changed.delete(id);
    this.#areAttributesOld = false;
    this.#renewed = ids.length;
    try {
      if (areAttributesOld) state.attributes = await listAttributes(db);
      const records = ids.length > 0 ? await listEntryRecords(db, ids, state.attributes) : [];
      const there = new Set(records.map(({ self }) => self.id));
      for (const id of ids) if (!there.has(id)) state.products.remove(id);
      for (const record of records) state.products.put(toEntry(record, now, state.show));
    } catch (error) {
      for (const id of ids) this.#changed.add(id);
      this.#areAttributesOld ||= areAttributesOld;
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
