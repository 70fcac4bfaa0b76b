/** The most pictures that wait to be drawn. */
export const mostWaiting = 32;

/** Draws one picture after the other, and each once however many ask for it: drawing takes a core for 100 ms. */
export class Drawings {
  readonly #waiting = new Map<string, Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  /** @returns whether the picture is drawn; false if too many wait */
  async draw(file: string, work: () => Promise<void>): Promise<boolean> {
    let drawn = this.#waiting.get(file);
    if (!drawn) {
      if (this.#waiting.size === mostWaiting) return false;
      drawn = this.#last.then(work).finally(() => this.#waiting.delete(file));
      this.#waiting.set(file, drawn);
      // The next one is drawn whether or not this one fails.
      this.#last = drawn.catch(() => {});
    }
    await drawn;
    return true;
  }
}
