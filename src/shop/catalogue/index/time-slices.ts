import { setImmediate as nextTurn } from "node:timers/promises";

/** Cuts long work into slices, so that requests are answered in between. */
export class TimeSlices {
  readonly #ms: number;
  #began = performance.now();

  /** @param ms longest time that one slice may keep the event loop busy */
  constructor(ms = 5) {
    this.#ms = ms;
  }

  get isOver(): boolean {
    return performance.now() - this.#began >= this.#ms;
  }

  /** Lets the event loop turn once and begins the next slice. */
  async next(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}
