import { LRUCache } from "lru-cache";
import type { Tag } from "#db/changes.ts";
import type { ChangedTags, Freshness } from "./freshness.ts";

export interface CacheOptions<Key, Value> {
  /** Returns what a value was made from: it is dropped when one of these changes, or the settings. */
  tagsOf: (value: Value, key: Key) => readonly Tag[];
  /** Bound of the sizes of all values; the least recently used make room. */
  maxSize: number;
  /** Returns a value's size, a positive integer. Default: 1. */
  sizeOf?: (value: Value, key: Key) => number;
  /** Called with each value that is dropped or replaced. It must not use the cache. */
  onDrop?: (value: Value) => void;
}

interface Entry<Value> {
  value: Value;
  tags: readonly Tag[];
}

interface Flight<Value> {
  startedAt: number;
  answer: Promise<Value>;
}

/**
 * The one cache of what is read or made from the database, of whatever kind: bounded, least recently used first out, each
 * value dropped the moment something changes that it was made from. What was read before such a change is not added after it.
 * While the change log cannot be read nothing is found or added; what is there is found again afterwards.
 * Values that are made from a cached object alone hang on it: see `derived`.
 */
export class Cache<Key extends {}, Value extends {}> {
  readonly #freshness: Freshness;
  readonly #options: CacheOptions<Key, Value>;
  readonly #entries: LRUCache<Key, Entry<Value>>;
  readonly #keysByTag = new Map<Tag, Set<Key>>();
  readonly #flights = new Map<Key, Flight<Value>>();
  /** Whose entry is being replaced by one with the same value. */
  #resizing: Key | undefined;

  constructor(freshness: Freshness, options: CacheOptions<Key, Value>) {
    this.#freshness = freshness;
    this.#options = options;
    this.#entries = new LRUCache({
      maxSize: options.maxSize,
      dispose: ({ value, tags }, key, reason) => {
        if (reason === "set" && this.#resizing === key) return;
        this.#untag(key, tags);
        options.onDrop?.(value);
      },
    });
    freshness.onChange((changed) => this.#drop(changed));
  }

  /** The sizes of all values. */
  get size(): number {
    return this.#entries.calculatedSize;
  }

  /** The number of values. */
  get count(): number {
    return this.#entries.size;
  }

  /** The present moment, to be taken before reading what `set` is given. */
  get now(): number {
    return this.#freshness.now;
  }

  /** Returns a value and counts it as used; undefined when it is not there, or may be old. */
  get(key: Key): Value | undefined {
    return this.#freshness.isLost ? undefined : this.#entries.get(key)?.value;
  }

  /** Returns a value that may be old: also while the change log cannot be read. It does not count as used. */
  peek(key: Key): Value | undefined {
    return this.#entries.peek(key)?.value;
  }

  /** Counts a value as used now. */
  touch(key: Key): void {
    this.#entries.get(key);
  }

  /** Adds a value that was read at the moment `readAt`, unless it may be old or is too large. */
  set(key: Key, value: Value, readAt: number): void {
    const tags = this.#options.tagsOf(value, key);
    if (this.#freshness.isLost || !this.#freshness.isCurrent(tags, readAt)) return;
    this.#entries.set(key, { value, tags }, { size: this.#sizeOf(value, key) });
    if (!this.#entries.has(key)) return;
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      if (keys) keys.add(key);
      else this.#keysByTag.set(tag, new Set([key]));
    }
  }

  /**
   * Returns the value of a key, or what `read` returns, which is added if it may be. All who ask meanwhile share one reading,
   * unless something has changed since it began: then it may be too old for them. A failure goes to all of them.
   */
  async load(key: Key, read: () => Promise<Value>, mayAdd: (value: Value) => boolean = () => true): Promise<Value> {
    const known = this.get(key);
    if (known !== undefined) return known;
    const underWay = this.#flights.get(key);
    const startedAt = this.#freshness.now;
    if (underWay?.startedAt === startedAt) return underWay.answer;
    const answer = read().then((value) => {
      if (mayAdd(value)) this.set(key, value, startedAt);
      return value;
    });
    const flight = { startedAt, answer };
    this.#flights.set(key, flight);
    try {
      return await answer;
    } finally {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  /** Takes a value's size again; it counts as used now. */
  resize(key: Key): void {
    const entry = this.#entries.peek(key);
    if (!entry) return;
    this.#resizing = key;
    // The library takes the size of another value only.
    this.#entries.set(key, { ...entry }, { size: this.#sizeOf(entry.value, key) });
    this.#resizing = undefined;
    if (this.#entries.has(key)) return;
    this.#untag(key, entry.tags);
    this.#options.onDrop?.(entry.value);
  }

  #sizeOf(value: Value, key: Key): number {
    return this.#options.sizeOf?.(value, key) ?? 1;
  }

  #drop(changed: ChangedTags): void {
    if (changed === "*") this.#entries.clear();
    else for (const tag of changed) for (const key of this.#keysByTag.get(tag) ?? []) this.#entries.delete(key);
  }

  #untag(key: Key, tags: readonly Tag[]): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}
