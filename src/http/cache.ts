import { LRUCache } from "lru-cache";
import type { Tag } from "#db/changes.ts";
import type { ChangedTags, Freshness } from "./freshness.ts";

export interface CacheOptions<Key, Value> {
  /** Returns the value's tags: it is dropped when one of them, or `settings`, changes. */
  tagsOf: (value: Value, key: Key) => readonly Tag[];
  /** Limit on the total size of all values; the least recently used are evicted. */
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
 * Caches values read or computed from the database: bounded, least recently used first out, each value dropped the
 * moment one of its tags changes. A value read before such a change is not added after it. While the change log cannot
 * be read, nothing is found or added; existing values are found again afterwards. Values computed from a single cached
 * object are attached to it: see `derived`.
 */
export class Cache<Key extends {}, Value extends {}> {
  readonly #freshness: Freshness;
  readonly #options: CacheOptions<Key, Value>;
  readonly #entries: LRUCache<Key, Entry<Value>>;
  readonly #keysByTag = new Map<Tag, Set<Key>>();
  readonly #flights = new Map<Key, Flight<Value>>();
  /** The key whose entry is being replaced with the same value. */
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

  /** Total size of all values. */
  get size(): number {
    return this.#entries.calculatedSize;
  }

  /** Number of values. */
  get count(): number {
    return this.#entries.size;
  }

  /** The current moment; take it before reading a value that is passed to `set`. */
  get now(): number {
    return this.#freshness.now;
  }

  /** Returns a value and marks it as used; undefined if it is missing or possibly stale. */
  get(key: Key): Value | undefined {
    return this.#freshness.isUnreadable ? undefined : this.#entries.get(key)?.value;
  }

  /** Returns a value even if it may be stale because the change log cannot be read. Does not mark it as used. */
  peek(key: Key): Value | undefined {
    return this.#entries.peek(key)?.value;
  }

  /** Marks a value as used. */
  touch(key: Key): void {
    this.#entries.get(key);
  }

  /** Adds a value that was read at the moment `readAt`, unless it may be stale or is too large. */
  set(key: Key, value: Value, readAt: number): void {
    const tags = this.#options.tagsOf(value, key);
    if (this.#freshness.isUnreadable || !this.#freshness.isCurrent(tags, readAt)) return;
    this.#entries.set(key, { value, tags }, { size: this.#sizeOf(value, key) });
    if (!this.#entries.has(key)) return;
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      if (keys) keys.add(key);
      else this.#keysByTag.set(tag, new Set([key]));
    }
  }

  /**
   * Returns the cached value of a key, or the result of `read`, which is then added if `mayAdd` allows it. Concurrent
   * calls share one read, unless something has changed since it began. If the read fails, all of them reject.
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

  /** Measures a value's size again and marks it as used. */
  resize(key: Key): void {
    const entry = this.#entries.peek(key);
    if (!entry) return;
    this.#resizing = key;
    // The library measures the size only if the value is another object.
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
