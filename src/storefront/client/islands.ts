import type { FunctionComponent } from "react";
import { startVariationForm } from "./variation-form.ts";

/** What works an island's HTML from the start, before its component is there and beside it. */
export interface IslandModel {
  /** Hears each time the component has something else to show; what it returns ends that. */
  subscribe: (heard: () => void) => () => void;
  /** Leaves the HTML to work as without scripts. */
  stop: () => void;
}

interface IslandKind {
  start: (island: HTMLElement, props: never) => IslandModel | undefined;
  /** Loads the component, which gets the model beside its props. */
  load: () => Promise<FunctionComponent<never>>;
}

/** The map is written out so that the build makes one chunk of each component. */
const kinds: Readonly<Record<string, IslandKind>> = {
  "variation-form": {
    start: startVariationForm,
    load: async () => (await import("../islands/variation-form.island.tsx")).VariationFormIsland,
  },
};

/** What wakes an island. A program that chooses for somebody needs neither pointer nor focus. */
const wakingEvents = ["pointerenter", "focusin", "touchstart", "input"] as const;

/**
 * `<shop-island name props strategy>`: HTML of a React component that the server rendered. Its model answers the shopper
 * from the start, so that nothing done before the component is there needs to be held back. The component is loaded on
 * interaction with the island or with the form that it is a part of, or when the model has something to show that the
 * server did not render; with the strategy "idle" already when the page has loaded and the browser has nothing to do.
 * Taken out of the page it ends, so that HTML swapped in later wakes up by itself. When waking fails, the HTML stays as it
 * was: it works without.
 */
class ShopIsland extends HTMLElement {
  #life: AbortController | undefined;
  #model: IslandModel | undefined;
  #unmount: (() => void) | undefined;

  connectedCallback(): void {
    if (this.#life) return;
    const life = new AbortController();
    const { signal } = life;
    this.#life = life;
    let waking: Promise<void> | undefined;
    const wake = () => void (waking ??= this.#wake(signal));
    const place = this.closest("form") ?? this;
    for (const name of wakingEvents) place.addEventListener(name, wake, { signal, capture: true, passive: true });
    this.#model = this.#kind?.start(this, this.#props);
    const unsubscribe = this.#model?.subscribe(wake);
    if (unsubscribe) signal.addEventListener("abort", unsubscribe);
    if (this.getAttribute("strategy") === "idle") whenIdle(wake);
  }

  disconnectedCallback(): void {
    // Being moved within the page is being taken out and put in again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#unmount?.();
      this.#unmount = undefined;
      this.#sleep();
      this.#life = undefined;
    });
  }

  get #kind(): IslandKind | undefined {
    return kinds[this.getAttribute("name") ?? ""];
  }

  get #props(): never {
    return JSON.parse(this.getAttribute("props") ?? "{}") as never;
  }

  async #wake(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      const { hydrate, component } = await this.#load();
      if (signal.aborted) return;
      const props = { ...(this.#props as object), model: this.#model };
      const onReady = () => this.setAttribute("awake", "");
      this.#unmount = hydrate(this, component as FunctionComponent, props, { onReady, onError: this.#onError });
    } catch (error) {
      this.#onError(error);
    }
  }

  async #load() {
    if (!this.#kind) throw new Error("no such island");
    const [{ hydrate }, component] = await Promise.all([import("./hydrate.tsx"), this.#kind.load()]);
    return { hydrate, component };
  }

  readonly #onError = (error: unknown) => {
    console.error(`The island "${this.getAttribute("name")}" stays asleep`, error);
    this.#sleep();
  };

  /** As the server made it, for good. */
  #sleep(): void {
    this.#life?.abort();
    this.#model?.stop();
    this.#model = undefined;
    this.removeAttribute("awake");
  }
}

/** Pictures and styles come first. */
function whenIdle(act: () => void): void {
  const idle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200));
  if (document.readyState === "complete") idle(act, { timeout: 2000 });
  else window.addEventListener("load", () => idle(act, { timeout: 2000 }), { once: true });
}

/** Has the page's islands live, now and whenever one is added. */
export function startIslands(): void {
  customElements.define("shop-island", ShopIsland);
}
