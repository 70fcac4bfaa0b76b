import type { ComponentType } from "react";

/** Loads an island's component. The map is written out so that the build makes one chunk of each. */
type Loader = () => Promise<ComponentType<never>>;

const loaders: Readonly<Record<string, Loader>> = {};

type Strategy = "interaction" | "idle";

/** What wakes an island on interaction. The event that did is replayed once it is awake. */
const wakeEvents = ["pointerenter", "focusin", "touchstart", "click", "submit", "change"] as const;

/**
 * `<shop-island name props strategy>`: HTML of a React component that the server rendered. It hydrates when its strategy
 * says and unmounts when it is taken out, so that HTML swapped in later wakes up by itself. When hydration fails the HTML
 * stays as it was, working without scripts.
 */
class ShopIsland extends HTMLElement {
  #stop: AbortController | undefined;
  #unmount: (() => void) | undefined;

  connectedCallback(): void {
    this.#stop = new AbortController();
    if ((this.getAttribute("strategy") as Strategy) === "idle") this.#wakeWhenIdle();
    else this.#wakeOnInteraction(this.#stop.signal);
  }

  disconnectedCallback(): void {
    this.#stop?.abort();
    this.#unmount?.();
    this.#unmount = undefined;
  }

  #wakeWhenIdle(): void {
    const idle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200));
    idle(() => void this.#hydrate());
  }

  #wakeOnInteraction(signal: AbortSignal): void {
    for (const name of wakeEvents) {
      this.addEventListener(name, (event) => void this.#wakeBy(event), { signal, capture: true });
    }
  }

  async #wakeBy(event: Event): Promise<void> {
    const replays = event.type === "click" || event.type === "submit" || event.type === "change";
    if (replays && event.cancelable) event.preventDefault();
    const isAwake = await this.#hydrate();
    if (!replays || !(event.target instanceof Element) || !event.target.isConnected) return;
    if (!isAwake && event.target instanceof HTMLElement) return event.target.click();
    event.target.dispatchEvent(new (event.constructor as typeof Event)(event.type, event));
  }

  async #hydrate(): Promise<boolean> {
    if (this.#unmount) return true;
    const name = this.getAttribute("name") ?? "";
    try {
      const load = loaders[name];
      if (!load) throw new Error("no such island");
      this.#stop?.abort();
      const [{ createElement }, { hydrateRoot }, component] = await Promise.all([
        import("react"),
        import("react-dom/client"),
        load(),
      ]);
      if (!this.isConnected) return false;
      const props = JSON.parse(this.getAttribute("props") ?? "{}") as never;
      const root = hydrateRoot(this, createElement(component, props));
      this.#unmount = () => root.unmount();
      this.setAttribute("awake", "");
      return true;
    } catch (error) {
      console.error(`The island "${name}" stays asleep`, error);
      return false;
    }
  }
}

/** Has the page's islands wake up, now and whenever one is added. */
export function startIslands(): void {
  customElements.define("shop-island", ShopIsland);
}
