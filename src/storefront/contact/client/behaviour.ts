/** Longest list of samples; of longer ones a random part is sent. */
const maxSamples = 100;
/** A movement ends after a rest of this long (ms). */
const restMs = 500;

const modifiers = /^(Shift|CapsLock)$/;
const corrections = /^(Backspace|Delete|Arrow.+|Home|End|Page.+)$/;

/** Names of the fields, without prefix. */
type BehaviourFields = Record<string, string | number>;

/**
 * Records how the page is used, for the spam score: how long keys, clicks and touches last and how often something moves,
 * not which keys or where. Adds the result to forms with a trap when they are submitted.
 */
export function recordBehaviour(): void {
  const recorder = new Recorder();
  const listen = (name: string, act: (event: Event) => void) =>
    addEventListener(name, act, { capture: true, passive: true });
  listen("keydown", (event) => recorder.keyDown(event as KeyboardEvent));
  listen("keyup", (event) => recorder.keys.end(event));
  listen("mousedown", (event) => recorder.clicks.begin(event));
  listen("mouseup", (event) => recorder.clicks.end(event));
  listen("touchstart", (event) => recorder.touches.begin(event));
  listen("touchend", (event) => recorder.touches.end(event));
  listen("mousemove", (event) => recorder.mouse.move(event as MouseEvent));
  listen("touchmove", () => recorder.touchMoves.move());
  listen("scroll", () => recorder.scrolls.move());
  listen("submit", ({ target }) => {
    if (target instanceof HTMLFormElement) recorder.addTo(target);
  });
}

class Recorder {
  readonly keys = new Presses();
  readonly clicks = new Presses();
  readonly touches = new Presses();
  readonly mouse = new Moves();
  readonly touchMoves = new Moves();
  readonly scrolls = new Moves();
  readonly #modifiers: number[] = [];
  readonly #corrections: number[] = [];
  readonly #began = new WeakMap<Element, number>();

  keyDown(event: KeyboardEvent): void {
    if (event.repeat) return;
    const form = event.target instanceof Element && event.target.closest("form");
    if (form && !this.#began.has(form)) this.#began.set(form, Date.now());
    if (modifiers.test(event.key)) this.#modifiers.push(this.keys.count);
    if (corrections.test(event.key)) this.#corrections.push(this.keys.count);
    this.keys.begin(event);
  }

  addTo(form: HTMLFormElement): void {
    const prefix = form.querySelector<HTMLElement>(".akismet-fields-container")?.dataset.prefix;
    if (prefix === undefined || form.method !== "post" || new URL(form.action).host !== location.host) return;
    for (const [name, value] of Object.entries(this.#fields(form))) {
      const known = form.querySelector<HTMLInputElement>(`input[name="${prefix}${name}"]`);
      const input = known ?? Object.assign(document.createElement("input"), { type: "hidden", name: prefix + name });
      input.value = String(value);
      if (!known) form.append(input);
    }
  }

  #fields(form: HTMLFormElement): BehaviourFields {
    return {
      bib: this.#began.get(form) ?? "",
      bfs: Date.now(),
      bkpc: this.keys.count,
      bkp: print(this.keys.samples),
      bmc: print(this.clicks.samples),
      bmcc: this.clicks.count,
      bmk: part(this.#modifiers).join(";"),
      bck: part(this.#corrections).join(";"),
      bmmc: this.mouse.count,
      btmc: this.touchMoves.count,
      bsc: this.scrolls.count,
      bte: print(this.touches.samples),
      btec: this.touches.count,
      bmm: print(this.mouse.samples),
    };
  }
}

/** Keys, clicks or touches: their durations and the gaps before them (ms). */
class Presses {
  count = 0;
  readonly samples: string[] = [];
  #began: number | undefined;
  #ended: number | undefined;

  begin({ timeStamp }: Event): void {
    this.count += 1;
    this.#began = timeStamp;
  }

  end({ timeStamp }: Event): void {
    if (this.#began === undefined) return;
    const gap = this.#ended === undefined ? 0 : this.#began - this.#ended;
    this.samples.push(`${Math.round(timeStamp - this.#began)},${Math.round(gap)}`);
    this.#began = undefined;
    this.#ended = timeStamp;
  }
}

/** Movements: their durations (ms) and distances (pixels). */
class Moves {
  count = 0;
  readonly samples: string[] = [];
  #rest: ReturnType<typeof setTimeout> | undefined;
  #first: MouseEvent | undefined;

  move(event?: MouseEvent): void {
    if (this.#rest === undefined) this.#first = event;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#end(event), restMs);
  }

  #end(last?: MouseEvent): void {
    this.#rest = undefined;
    const first = this.#first;
    if (first && last) {
      const distance = Math.round(Math.hypot(last.screenX - first.screenX, last.screenY - first.screenY));
      if (distance === 0) return;
      this.samples.push(`${Math.round(last.timeStamp - first.timeStamp)},${distance}`);
    }
    this.count += 1;
  }
}

function print(samples: readonly string[]): string {
  return part(samples)
    .map((sample) => `${sample};`)
    .join("");
}

function part<Sample>(samples: readonly Sample[]): readonly Sample[] {
  const start = Math.floor(Math.random() * Math.max(1, samples.length - maxSamples + 1));
  return samples.slice(start, start + maxSamples);
}
