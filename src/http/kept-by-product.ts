import { type ChangedTags, isEverything, PageGenerations } from "./page-generations.ts";

interface Options<Value> {
  /** Whose change ends it. */
  productOf: (value: Value) => number;
  /** How much may be kept, in what `weightOf` weighs; without it every value weighs 1. */
  most: number;
  weightOf?: (value: Value) => number;
  /** Called with what is kept no more. */
  onDrop?: (value: Value) => void;
}

/**
 * What was read of products, each value of one product, by any key: kept until the product, or anything that listings show,
 * changes, the least recently used making room. What was read before such a change is never kept after it.
 */
export class KeptByProduct<Key, Value> {
  readonly #options: Options<Value>;
  readonly #generations = new PageGenerations();
  /** In order of use, the least recent first. */
  readonly #kept = new Map<Key, Value>();
  readonly #keys = new Map<number, Set<Key>>();
  #weight = 0;
  #isNewsLost = false;

  constructor(options: Options<Value>) {
    this.#options = options;
  }

  /** The present moment, to be taken before a value is read. */
  get now(): number {
    return this.#generations.now;
  }

  /** Changes with whatever may change what is kept; undefined while nothing is. */
  get reading(): number | undefined {
    return this.#isNewsLost ? undefined : this.now;
  }

  find(key: Key): Value | undefined {
    if (this.#isNewsLost) return undefined;
    const value = this.#kept.get(key);
    if (value === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, value);
    return value;
  }

  /** Keeps a value that was read at `readAt`, unless it may be old. @returns whether it is kept */
  keep(key: Key, value: Value, readAt: number): boolean {
    const productId = this.#options.productOf(value);
    if (this.#isNewsLost || !this.#generations.isCurrent(["products", `product:${productId}`], readAt)) return false;
    this.#drop(key);
    this.#kept.set(key, value);
    this.#weight += this.#weightOf(value);
    const keys = this.#keys.get(productId);
    if (keys) keys.add(key);
    else this.#keys.set(productId, new Set([key]));
    for (const leastRecent of this.#kept.keys()) {
      if (this.#weight <= this.#options.most) break;
      this.#drop(leastRecent);
    }
    return this.#kept.has(key);
  }

  /** To be called with every change announced by this or another process. */
  forget(changed: ChangedTags): void {
    this.#generations.advance(changed);
    if (isEverything(changed) || changed.includes("products")) for (const key of this.#kept.keys()) this.#drop(key);
    else
      for (const tag of changed)
        if (tag.startsWith("product:"))
          for (const key of this.#keys.get(Number(tag.slice("product:".length))) ?? []) this.#drop(key);
  }

  /** While the change log cannot be read, nothing is found or kept; what was kept is found again afterwards. */
  setNewsLost(isLost: boolean): void {
    this.#isNewsLost = isLost;
  }

  #weightOf(value: Value): number {
    return this.#options.weightOf?.(value) ?? 1;
  }

  #drop(key: Key): void {
    const value = this.#kept.get(key);
    if (value === undefined) return;
    this.#kept.delete(key);
    this.#weight -= this.#weightOf(value);
    const productId = this.#options.productOf(value);
    const keys = this.#keys.get(productId);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(productId);
    this.#options.onDrop?.(value);
  }
}
