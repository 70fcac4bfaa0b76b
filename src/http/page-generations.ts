import type { Tag } from "#db/changes.ts";

/** Which tags changed: a list, or "*" for everything. */
export type ChangedTags = readonly Tag[] | "*";

/** Tags whose last change is remembered, some 10 MB; an import of 100,000 products announces about 1,000 a second. */
const mostRemembered = 50_000;

/**
 * Counts changes, so that a page whose data was read before a change is never kept after it. Every page is made from the
 * settings: a change of `settings` is a change of everything.
 */
export class PageGenerations {
  #now = 0;
  /** What was read before this moment counts as old: everything changed then, or it is no longer known what did. */
  #horizon = 0;
  /** The moment of each tag's last change, the oldest first. */
  readonly #byTag = new Map<Tag, number>();

  /** The present moment, to be taken before a render reads anything. */
  get now(): number {
    return this.#now;
  }

  advance(changed: ChangedTags): void {
    this.#now += 1;
    if (isEverything(changed)) {
      this.#horizon = this.#now;
      this.#byTag.clear();
      return;
    }
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

  /** Whether nothing that the tags name has changed since `moment`. */
  isCurrent(tags: readonly Tag[], moment: number): boolean {
    return this.#horizon <= moment && tags.every((tag) => (this.#byTag.get(tag) ?? 0) <= moment);
  }
}

/** Whether a change touches every page. */
export function isEverything(changed: ChangedTags): changed is "*" {
  return changed === "*" || changed.includes("settings");
}
