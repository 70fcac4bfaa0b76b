import type { Tag } from "#db/changes.ts";

/** Which tags changed: a list, or "*" for everything. */
export type ChangedTags = readonly Tag[] | "*";

/**
 * Number of tags whose last change is remembered, about 10 MB; an import of 100,000 products announces about 1,000 a
 * second.
 */
const maxRemembered = 50_000;

/**
 * Tracks changes for all caches of a server: the change log reports to it, and each cache asks it. It numbers changes,
 * so that a value read before a change is never cached after it. Everything depends on the settings: a change of
 * `settings` is a change of everything.
 */
export class Freshness {
  #now = 0;
  #unreadableSince: number | undefined;
  /**
   * Values read before this moment count as stale: everything changed then, or older changes are no longer remembered.
   */
  #horizon = 0;
  /** The moment of each tag's last change, oldest first. */
  readonly #byTag = new Map<Tag, number>();
  readonly #listeners: ((changed: ChangedTags) => void)[] = [];

  /** The current moment; take it before reading a value that may be cached. */
  get now(): number {
    return this.#now;
  }

  /**
   * Whether the change log cannot be read. Changes by other processes are then unknown, so caches find and add nothing.
   */
  get isUnreadable(): boolean {
    return this.#unreadableSince !== undefined;
  }

  /** Since when (ms since 1970) the change log cannot be read; undefined while it can. */
  get unreadableSince(): number | undefined {
    return this.#unreadableSince;
  }

  /** Marks the change log as unreadable since `at` (ms since 1970), or the earlier moment given before. */
  markUnreadable(at: number): void {
    this.#unreadableSince = Math.min(this.#unreadableSince ?? at, at);
  }

  /**
   * Marks the change log as readable again. Missed changes must have been applied before. Shared caches need no purge: no
   * page that was sent meanwhile may be stored there.
   */
  markReadable(): void {
    this.#unreadableSince = undefined;
  }

  /** Drops all cached values with these tags immediately. Call it for every change, of this or another process. */
  apply(changed: ChangedTags): void {
    this.#now += 1;
    const everything = changed === "*" || changed.includes("settings");
    if (everything) {
      this.#horizon = this.#now;
      this.#byTag.clear();
    } else this.#remember(changed);
    for (const listener of this.#listeners) listener(everything ? "*" : changed);
  }

  /** Returns whether none of the tags has changed since `moment`. */
  isCurrent(tags: readonly Tag[], moment: number): boolean {
    return this.#horizon <= moment && tags.every((tag) => (this.#byTag.get(tag) ?? 0) <= moment);
  }

  /**
   * Calls `listener` for every change, for the lifetime of this object; a change of the settings is reported as "*".
   */
  onChange(listener: (changed: ChangedTags) => void): void {
    this.#listeners.push(listener);
  }

  #remember(changed: readonly Tag[]): void {
    for (const tag of changed) {
      this.#byTag.delete(tag);
      this.#byTag.set(tag, this.#now);
    }
    for (const [tag, moment] of this.#byTag) {
      if (this.#byTag.size <= maxRemembered) break;
      this.#byTag.delete(tag);
      this.#horizon = moment;
    }
  }
}
