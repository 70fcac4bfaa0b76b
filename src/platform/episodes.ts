export interface EpisodeOptions<Event> {
  /** The episode ends when nothing has happened for so long (ms). */
  quietMs: number;
  /** Called with the first event. */
  begin: (event: Event) => void;
  /** Called after the last event, with the number of events and the time from the first to the last (s). */
  end: (sum: { count: number; seconds: number }) => void;
}

/** Counts events that come in bursts, such as the failures of an outage, so that a burst is logged as two lines. */
export class Episodes<Event> {
  readonly #options: EpisodeOptions<Event>;
  #count = 0;
  #firstAt = 0;
  #lastAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: EpisodeOptions<Event>) {
    this.#options = options;
  }

  add(event: Event): void {
    this.#lastAt = performance.now();
    this.#count += 1;
    if (this.#timer) return void this.#timer.refresh();
    this.#firstAt = this.#lastAt;
    this.#timer = setTimeout(() => this.close(), this.#options.quietMs).unref();
    this.#options.begin(event);
  }

  /** Ends the episode, if there is one. */
  close(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const seconds = Math.round((this.#lastAt - this.#firstAt) / 1000);
    const count = this.#count;
    this.#count = 0;
    this.#options.end({ count, seconds });
  }
}
