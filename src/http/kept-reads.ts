import type { Tag } from "#db/changes.ts";
import { type ChangedTags, PageGenerations } from "./page-generations.ts";

/**
 * What pages ask of the database again and again though few changes touch it, read once until one does. For questions that
 * are known when the shop starts: what depends on a request belongs elsewhere.
 */
export class KeptReads {
  readonly #generations = new PageGenerations();
  #isNewsLost = false;

  /**
   * `read`, answered from memory while nothing that `tags` name has changed since it was begun. Who asks meanwhile shares
   * it; one that failed is not kept.
   */
  keep<Answer>(tags: readonly Tag[], read: () => Promise<Answer>): () => Promise<Answer> {
    let kept: { answer: Promise<Answer>; from: number } | undefined;
    return () => {
      if (kept && !this.#isNewsLost && this.#generations.isCurrent(tags, kept.from)) {
        kept.from = this.#generations.now;
        return kept.answer;
      }
      const begun = { answer: read(), from: this.#generations.now };
      kept = begun;
      begun.answer.catch(() => {
        if (kept === begun) kept = undefined;
      });
      return begun.answer;
    };
  }

  /** To be called with every change announced by this or another process. */
  forget(changed: ChangedTags): void {
    this.#generations.advance(changed);
  }

  /** While the change log cannot be read, every question is asked. */
  setNewsLost(isLost: boolean): void {
    this.#isNewsLost = isLost;
  }
}
