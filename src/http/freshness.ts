import type { Tag } from "#db/changes.ts";

/** Which tags changed: a list, or "*" for everything. */
export type ChangedTags = readonly Tag[] | "*";

/** Tags whose last change is remembered, some 10 MB; an import of 100,000 products announces about 1,000 a second. */
const mostRemembered = 50_000;

/**
 * What the caches of a server know of changes: the change log tells it, and each cache asks it. It counts changes, so that
 * what was read before a change is never kept after it. Everything depends on the settings: a change of `settings` is a change
 * of everything.
 */
export class Freshness {
  #now = 0;
  #lostAt: number | undefined;
  /** What was read before this moment counts as old: everything changed then, or it is no longer known what did. */
  #horizon = 0;
  /** The moment of each tag's last change, the oldest first. */
  readonly #byTag = new Map<Tag, number>();
  readonly #listeners: ((changed: ChangedTags) => void)[] = [];

  /** The present moment, to be taken before anything is read that may be kept. */
  get now(): number {
    return this.#now;
  }

  /** Whether the change log cannot be read: what changes elsewhere is not known, so nothing is found in caches or added. */
  get isLost(): boolean {
    return this.#lostAt !== undefined;
  }

  /** Since when (ms since 1970) the change log cannot be read; undefined while it can. */
  get lostAt(): number | undefined {
    return this.#lostAt;
  }

  /** Takes that the change log cannot be read since `at` (ms since 1970). */
  lose(at: number): void {
    this.#lostAt ??= at;
  }

  /** Takes that the change log can be read again. What changed meanwhile must have been applied. */
  restore(): void {
    this.#lostAt = undefined;
  }

  /** Drops what was made from these from all caches, at once. To be called with every change, of this or another process. */
  apply(changed: ChangedTags): void {
    this.#now += 1;
    const everything = changed === "*" || changed.includes("settings");
    if (everything) {
      this.#horizon = this.#now;
      this.#byTag.clear();
    } else this.#remember(changed);
    for (const listener of this.#listeners) listener(everything ? "*" : changed);
  }

  /** Whether nothing that the tags name has changed since `moment`. */
  isCurrent(tags: readonly Tag[], moment: number): boolean {
    return this.#horizon <= moment && tags.every((tag) => (this.#byTag.get(tag) ?? 0) <= moment);
  }

  /** Calls `listener` with every change; one of the settings comes as "*". For as long as this object lives. */
  onChange(listener: (changed: ChangedTags) => void): void {
    this.#listeners.push(listener);
  }

  #remember(changed: readonly Tag[]): void {
    for (const tag of changed) {
      this.#byTag.delete(tag);
      this.#byTag.set(tag, this.#now);
    }
    for (const [tag, moment] of this.#byTag) {
      if (this.#byTag.size <= mostRemembered) break;
      this.#byTag.delete(tag);
      this.#horizon = moment;
    }
  }
}
