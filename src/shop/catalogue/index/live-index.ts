import type { ChangeCursor } from "#db/change-log.ts";
import type { Tag } from "#db/changes.ts";
import type { ParsedSearch } from "../search/parse-search.ts";
import { SearchReader } from "../search/search-reader.ts";
import type { SearchTerms } from "../search/search-terms.ts";
import { buildIndex, type IndexSources, type IndexState, viewOf } from "./build-index.ts";
import type { CatalogueIndex, CatalogueView } from "./catalogue-index.ts";
import type { ProductChoices } from "./product-choices.ts";
import { listAttributes } from "./records/listing-records.ts";
import { idIn, readMissed, readProducts } from "./records/read-products.ts";
import { IndexFile, type SnapshotOptions } from "./snapshot/index-file.ts";
import { TimeSlices } from "./time-slices.ts";

export interface IndexOptions {
  /** Products read by one statement of a build. */
  batchSize?: number;
  /** Changes of more products than this are applied in the background while the previous state answers. */
  maxAwaited?: number;
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
  readonly #maxAwaited: number;
  readonly #file: IndexFile;
  readonly #onError: (error: unknown) => void;
  #state: IndexState | undefined;
  /** The latest moment that was asked for. */
  #now = new Date(0);
  /** Counts changes of everything; a state that was built before the latest is outdated. */
  #epoch = 0;
  #builtEpoch = -1;
  #building: Promise<void> | undefined;
  /** Ends when the state in the file, if there is one, is in use. */
  #loading: Promise<boolean> | undefined;
  readonly #changed = new Set<number>();
  /** Tags announced since the running build began, which may have missed those changes. */
  readonly #missed = new Set<Tag>();
  #areAttributesOld = false;
  #isPricingOld = false;
  /** One batch of changes at a time, and how many products it reads. */
  #renewing: Promise<void> | undefined;
  #renewed = 0;
  #isDraining = false;
  readonly #searches: SearchReader;
  isCatchingUp = false;
  readonly #listeners = new Set<() => void>();

  constructor(
    sources: IndexSources,
    { batchSize = 2_000, maxAwaited = 100, snapshot, onError = ignore }: IndexOptions = {},
  ) {
    this.#sources = sources;
    this.#batchSize = batchSize;
    this.#maxAwaited = maxAwaited;
    this.#onError = onError;
    this.#searches = new SearchReader(sources.db, (now) => this.#searched(now));
    this.#file = new IndexFile(snapshot, onError);
  }

  async read(now: Date): Promise<CatalogueView> {
    if (now > this.#now) this.#now = now;
    for (let waits = 0; ; ) {
      if (!this.#state || this.#isOutdated) {
        const building = this.#build();
        if (!this.#state || this.#state.products.size <= this.#maxAwaited) {
          await building;
          continue;
        }
        building.catch(ignore);
        this.isCatchingUp = true;
      }
      const state = this.#state;
      this.#updatePrices(state);
      if (!this.#isBehind) return viewOf(state, !this.#isOutdated);
      // A wait for a batch under way and one for the reader's own are enough: changes may keep arriving. Nobody waits for the
      // last batch of many changes either: in an import those are most of the batches.
      if (this.#isDraining || this.#work > this.#maxAwaited || waits++ === 2) {
        this.isCatchingUp = true;
        void this.#drain();
        return viewOf(state, false);
      }
      await this.#renew(state);
    }
  }

  async readIfBuilt(now: Date): Promise<CatalogueView | undefined> {
    await this.#loading;
    if (!this.#state) return undefined;
    if (this.#isOutdated && this.#state.products.size <= this.#maxAwaited) return undefined;
    try {
      return await this.read(now);
    } catch {
      // The database answers instead; the next listing reports the error.
      return undefined;
    }
  }

  readTerms(text: string, isHalfTyped = false): Promise<SearchTerms> {
    return this.#searches.readTerms(text, isHalfTyped);
  }

  parseSearch(text: string, now: Date, asTyped = false): Promise<ParsedSearch> {
    return this.#searches.parse(text, now, asTyped);
  }

  apply(changed: readonly Tag[] | "*"): void {
    this.#searches.apply(changed);
    if (changed === "*") this.#epoch += 1;
    else for (const tag of changed) this.#note(tag);
  }

  onCaughtUp(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async save(cursor: ChangeCursor, quietMs = 0): Promise<void> {
    const current = () => (this.#isOutdated || this.#isBehind ? undefined : this.#state);
    await this.#file.save(current, cursor, quietMs);
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
    const id = idIn(tag);
    if (id !== undefined) this.#changed.add(id);
  }

  async #searched(now: Date): Promise<ProductChoices> {
    await this.read(now);
    if (!this.#state) throw new Error("The catalogue index was dropped while it was read");
    return this.#state.products.choices;
  }

  /** Loads or builds a new state, unless that is under way already. The previous one is replaced at the end. */
  #build(): Promise<void> {
    this.#building ??= this.#buildAndReplace().finally(() => {
      this.#building = undefined;
      this.#missed.clear();
      if (this.isCatchingUp) void this.#drain();
      this.#tellIfCaughtUp();
    });
    return this.#building;
  }

  async #buildAndReplace(): Promise<void> {
    const epoch = this.#epoch;
    this.#areAttributesOld = false;
    this.#isPricingOld = false;
    try {
      this.#loading = this.#load(epoch);
      if (!(await this.#loading)) this.#replace(await buildIndex(this.#sources, this.#now, this.#batchSize), epoch);
    } catch (error) {
      if (this.#state) this.#onError(error);
      throw error;
    }
  }

  /** Loads the first state from its file. Later states are built. @returns whether there was one that can be used */
  async #load(epoch: number): Promise<boolean> {
    const saved = this.#builtEpoch < 0 ? await this.#file.load(this.#sources) : undefined;
    if (!saved) return false;
    const { state, changed, pricedBy } = saved;
    this.#replace(state, epoch, await readMissed(this.#sources.db, state, changed, this.#now));
    if (pricedBy !== state.pricing.key) {
      state.pricing = { ...state.pricing, key: pricedBy };
      this.#isPricingOld = true;
    }
    if (changed.length === 0 && !this.#isBehind) this.#file.noteLoaded();
    return true;
  }

  /** @param changed what has changed since the state was made, besides what was missed */
  #replace(state: IndexState, epoch: number, changed: readonly Tag[] = []): void {
    this.#file.noteChange();
    this.#state = state;
    this.#builtEpoch = epoch;
    this.#changed.clear();
    for (const tag of [...this.#missed, ...changed]) this.#note(tag);
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
    const ids = [...this.#changed].slice(0, this.#maxAwaited || 1);
    this.#renewed = ids.length + others;
    for (const id of ids) this.#changed.delete(id);
    this.#areAttributesOld = false;
    this.#isPricingOld = false;
    try {
      const [attributes, pricing] = await Promise.all([
        areAttributesOld ? listAttributes(db) : state.attributes,
        isPricingOld ? readPricing() : state.pricing,
      ]);
      const { entries, gone } = await readProducts(db, ids, attributes);
      this.#file.noteChange();
      const isRepriced = pricing.key !== state.pricing.key;
      state.attributes = attributes;
      state.pricing = { ...pricing, key: state.pricing.key };
      await this.#alter(state, async ({ products }) => {
        products.update(entries, gone, { now: this.#now, show: pricing.show });
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

  async #alter(state: IndexState, change: (state: IndexState) => Promise<void>): Promise<void> {
    try {
      await change(state);
    } catch (error) {
      this.#drop(state);
      throw error;
    }
  }

  /** Applies sales that have begun or ended. */
  #updatePrices(state: IndexState): void {
    try {
      if (state.products.catchUp({ now: this.#now, show: state.pricing.show })) this.#file.noteChange();
    } catch (error) {
      this.#drop(state);
      throw error;
    }
  }

  /** Drops a state that an error has left half-changed, so that the next `read` builds another and no file is made from it. */
  #drop(state: IndexState): void {
    if (this.#state !== state) return;
    this.#file.noteChange();
    this.#state = undefined;
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
    if (!this.isCatchingUp || this.#isOutdated || this.#isBehind) return;
    this.isCatchingUp = false;
    this.#searches.apply([]);
    for (const listener of this.#listeners) listener();
  }
}
