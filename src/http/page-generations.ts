import type { Tag } from "#db/changes.ts";

/** Which tags changed: a list, or "*" for everything. */
export type ChangedTags = readonly Tag[] | "*";

/** Most tags whose last change is remembered singly; beyond it all count as changed now, which only costs renders. */
const mostRemembered = 10_000;

/**
 * Counts changes, so that a page whose data was read before a change is never kept after it. Every page is made from the
 * settings: a change of `settings` is a change of everything.
 */
export class PageGenerations {
  #now = 0;
  #everything = 0;
  readonly #byTag = new Map<Tag, number>();

  /** The present moment, to be taken before a render reads anything. */
  get now(): number {
    return this.#now;
  }

  advance(changed: ChangedTags): void {
    this.#now += 1;
    if (isEverything(changed) || this.#byTag.size + changed.length > mostRemembered) {
      this.#everything = this.#now;
      this.#byTag.clear();
    } else for (const tag of changed) this.#byTag.set(tag, this.#now);
  }

  /** Whether nothing that the tags name has changed since `moment`. */
  isCurrent(tags: readonly Tag[], moment: number): boolean {
    return this.#everything <= moment && tags.every((tag) => (this.#byTag.get(tag) ?? 0) <= moment);
  }
}

/** Whether a change touches every page. */
export function isEverything(changed: ChangedTags): changed is "*" {
  return changed === "*" || changed.includes("settings");
}
