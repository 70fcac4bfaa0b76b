/** A timer that can be paused, and that pauses while the tab is hidden. */
export class Countdown {
  /** Resolves when the time is over. */
  readonly ends: Promise<void>;
  readonly #running = new AbortController();
  #end: () => void = () => {};
  #leftMs: number;
  #startedAt = 0;
  #timer: number | undefined;
  #isHeld = false;

  constructor(ms: number) {
    this.#leftMs = ms;
    this.ends = new Promise((resolve) => {
      this.#end = () => {
        this.#running.abort();
        this.#stop();
        resolve();
      };
    });
    document.addEventListener("visibilitychange", () => this.#update(), { signal: this.#running.signal });
    this.#update();
  }

  /** Pauses the timer, or lets it continue. */
  set isHeld(isHeld: boolean) {
    this.#isHeld = isHeld;
    this.#update();
  }

  /** Ends it now. */
  end(): void {
    this.#end();
  }

  #update(): void {
    this.#stop();
    if (this.#isHeld || document.hidden || this.#running.signal.aborted) return;
    this.#startedAt = performance.now();
    this.#timer = window.setTimeout(this.#end, this.#leftMs);
  }

  #stop(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs -= performance.now() - this.#startedAt;
  }
}
