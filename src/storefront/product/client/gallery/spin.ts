/** Time between two pictures (ms) while a button turns the product. */
const stepMs = 45;

/** A button, and a key for large steps, turn the product by this part of a whole turn. */
const turnPart = 1 / 8;

/**
 * Starts a `<shop-spin>`: the product is turned by dragging, by buttons and by keys, as a slider whose values are the pictures.
 * They are loaded when it is first used. A mouse can drag at once; on touch screens, where a swipe leads to another slide, a
 * tap or a button comes first.
 */
export function startSpin(element: HTMLElement, signal: AbortSignal): void {
  const view = element.querySelector<HTMLElement>(".spin-view");
  const still = view?.querySelector("img");
  if (view && still) new Spin(element, view, still, signal);
}

class Spin {
  readonly #element: HTMLElement;
  readonly #view: HTMLElement;
  readonly #signal: AbortSignal;
  readonly #sources: readonly string[];
  /** The picture over the still one, which other scripts may read. */
  readonly #picture = new Image();
  /** By position; kept, so that the browser shows them at once. */
  readonly #loaded: HTMLImageElement[] = [];
  #current = 0;
  #isUsed = false;
  #turning = new AbortController();

  constructor(element: HTMLElement, view: HTMLElement, still: HTMLImageElement, signal: AbortSignal) {
    this.#element = element;
    this.#view = view;
    this.#signal = signal;
    this.#sources = JSON.parse(element.dataset.frames ?? "[]") as string[];
    this.#picture.alt = "";
    this.#picture.className = "spin-frame";
    for (const image of [still, this.#picture]) image.draggable = false;
    view.tabIndex = 0;
    view.role = "slider";
    view.ariaLabel = element.dataset.label ?? "";
    view.ariaValueMin = "1";
    view.ariaValueMax = String(this.#sources.length);
    this.#show(0);
    element.addEventListener("click", (event) => this.#press(event), { signal });
    view.addEventListener("keydown", (event) => this.#key(event), { signal });
    view.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    signal.addEventListener("abort", () => this.#turning.abort());
  }

  /** Shows a picture, counted from 0 and around; if it has not loaded, then as soon as it has. */
  #show(position: number): void {
    const count = this.#sources.length;
    this.#current = ((position % count) + count) % count;
    const number = String(this.#current + 1);
    this.#view.ariaValueNow = number;
    this.#view.ariaValueText = (this.#element.dataset.position ?? "").replace("{number}", number);
    const loaded = this.#loaded[this.#current];
    if (!loaded) return;
    this.#picture.src = loaded.src;
    if (!this.#picture.isConnected) this.#view.append(this.#picture);
  }

  /** Loads the pictures, the first time. */
  #use(): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    this.#element.classList.add("is-used");
    const loading = this.#sources.map(async (src, position) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      this.#loaded[position] = image;
      if (position === this.#current) this.#show(position);
    });
    this.#view.ariaBusy = "true";
    // A picture that cannot be loaded is left out.
    void Promise.allSettled(loading).then(() => (this.#view.ariaBusy = null));
  }

  #press(event: MouseEvent): void {
    const button = (event.target as Element).closest<HTMLElement>("[data-turn]");
    if (button) this.#turn(Number(button.dataset.turn) * this.#largeStep());
    else if (this.#view.contains(event.target as Node)) this.#use();
  }

  #largeStep(): number {
    return Math.max(1, Math.round(this.#sources.length * turnPart));
  }

  /** Turns picture by picture; at once if the shopper prefers reduced motion. */
  #turn(steps: number): void {
    this.#use();
    this.#turning.abort();
    this.#turning = new AbortController();
    const { signal } = this.#turning;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#show(this.#current + steps);
    const step = (left: number) => {
      if (left === 0 || signal.aborted) return;
      this.#show(this.#current + Math.sign(steps));
      setTimeout(step, stepMs, left - 1);
    };
    step(Math.abs(steps));
  }

  #key(event: KeyboardEvent): void {
    const target = this.#targetOf(event.key);
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#use();
    this.#turning.abort();
    this.#show(target);
  }

  /** Returns the picture that a key leads to. Left and right are those of the product, in every language. */
  #targetOf(key: string): number | undefined {
    const at = this.#current;
    const large = this.#largeStep();
    if (key === "ArrowRight" || key === "ArrowUp") return at + 1;
    if (key === "ArrowLeft" || key === "ArrowDown") return at - 1;
    if (key === "PageUp") return at + large;
    if (key === "PageDown") return at - large;
    if (key === "Home") return 0;
    return key === "End" ? this.#sources.length - 1 : undefined;
  }

  /** Starts dragging: across its width the product turns once. A second finger zooms. */
  #down({ pointerType, button, pointerId, isPrimary, clientX: from }: PointerEvent): void {
    if ((pointerType !== "mouse" && !this.#isUsed) || button !== 0 || !isPrimary) return;
    this.#use();
    this.#turning.abort();
    const start = this.#current;
    const view = this.#view;
    const dragging = new AbortController();
    const signal = AbortSignal.any([dragging.signal, this.#signal]);
    view.setPointerCapture(pointerId);
    const onMove = ({ clientX, isPrimary }: PointerEvent) =>
      isPrimary && this.#show(start + Math.round(((clientX - from) / view.clientWidth) * this.#sources.length));
    view.addEventListener("pointermove", onMove, { signal });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"] as const)
      view.addEventListener(name, () => dragging.abort(), { signal });
  }
}
