import type { FunctionComponent } from "react";

/** Loads an island's component. The map is written out so that the build makes one chunk of each. */
type Loader = () => Promise<FunctionComponent<never>>;

const loaders: Readonly<Record<string, Loader>> = {
  "variation-form": async () => (await import("../islands/variation-form.island.tsx")).VariationFormIsland,
};

/** What wakes an island. The second kind is held back and repeated once it is awake. */
const wakingEvents = ["pointerenter", "focusin", "touchstart"] as const;
const heldEvents = ["click", "submit", "change"] as const;

/**
 * `<shop-island name props strategy>`: HTML of a React component that the server rendered. It wakes on interaction, or
 * with the strategy "idle" already when the page has loaded and the browser has nothing to do. Taken out of the page it
 * ends, so that HTML swapped in later wakes up by itself. When waking fails, the HTML stays as it was: it works without.
 */
class ShopIsland extends HTMLElement {
  #stop = new AbortController();
  #waking: Promise<void> | undefined;
  #unmount: (() => void) | undefined;
  #held: Event[] = [];

  connectedCallback(): void {
    if (this.#waking) return;
    this.#stop = new AbortController();
    const options = { signal: this.#stop.signal, capture: true };
    for (const name of wakingEvents) {
      this.addEventListener(name, () => void this.#wake(), { ...options, passive: true });
    }
    for (const name of heldEvents) this.addEventListener(name, (event) => this.#hold(event), options);
    if (this.getAttribute("strategy") === "idle") whenIdle(() => void this.#wake());
  }

  disconnectedCallback(): void {
    // Being moved within the page is being taken out and put in again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#stop.abort();
      this.#unmount?.();
      this.#unmount = undefined;
      this.#waking = undefined;
      this.removeAttribute("awake");
    });
  }

  /** Nobody hears the event before the component can answer it. */
  #hold(event: Event): void {
    if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#held.push(event);
    void this.#wake();
  }

  #wake(): Promise<void> {
    if (this.isConnected) this.#waking ??= this.#hydrate();
    return this.#waking ?? Promise.resolve();
  }

  async #hydrate(): Promise<void> {
    const name = this.getAttribute("name") ?? "";
    try {
      const load = loaders[name];
      if (!load) throw new Error("no such island");
      const [{ hydrate }, component] = await Promise.all([import("./hydrate.tsx"), load()]);
      if (!this.isConnected) return;
      this.#unmount = await hydrate(this, component, JSON.parse(this.getAttribute("props") ?? "{}") as never);
      this.setAttribute("awake", "");
    } catch (error) {
      console.error(`The island "${name}" stays asleep`, error);
    }
    this.#stop.abort();
    for (const event of this.#held.splice(0)) repeat(event);
  }
}

/** Lets an event that was held back happen, once, on whatever stands in its place. */
function repeat(event: Event): void {
  const { target } = event;
  if (!(target instanceof Element) || !target.isConnected) return;
  if (event instanceof SubmitEvent) (target as HTMLFormElement).requestSubmit(event.submitter);
  else target.dispatchEvent(new (event.constructor as typeof Event)(event.type, event));
}

/** Pictures and styles come first. */
function whenIdle(act: () => void): void {
  const idle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200));
  if (document.readyState === "complete") idle(act, { timeout: 2000 });
  else window.addEventListener("load", () => idle(act, { timeout: 2000 }), { once: true });
}

/** Has the page's islands wake up, now and whenever one is added. */
export function startIslands(): void {
  customElements.define("shop-island", ShopIsland);
}
