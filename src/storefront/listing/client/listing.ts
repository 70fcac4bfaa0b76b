import { type Control, initialValue, valueOf } from "../../client/forms/form-controls.ts";
import { defineWidget } from "../../client/widget.ts";
import type { ListingControls } from "./listing-controls.ts";

const announceDelayMs = 2000;

/** Defines `<shop-listing>`: announces the number of sorted or filtered products, and loads the code of filters and order when they are used. */
export function defineListing(): void {
  defineWidget("shop-listing", (element, signal) => {
    const bar = element.querySelector(":scope > .bar");
    if (bar) new Listing(bar, signal);
  });
}

export class Listing {
  /** Path and query of the listing shown. */
  address = currentAddress();
  readonly #signal: AbortSignal;
  #controls: ListingControls | undefined;
  #loading: Promise<ListingControls> | undefined;

  constructor(bar: Element, signal: AbortSignal) {
    this.#signal = signal;
    const preload = () => void this.#load().catch(reportError);
    const onPopState = () => {
      if (currentAddress() !== this.address) window.location.reload();
    };
    addEventListener("popstate", onPopState, { signal });
    for (const name of ["pointerover", "focusin"])
      bar.addEventListener(name, preload, { once: true, passive: true, signal });
    bar.addEventListener("submit", (event) => this.#onSubmit(event), { signal });
    bar.addEventListener("change", ({ target }) => this.#apply(target as Element), { signal });
    // Changed before this code had loaded: these forms have autocomplete off, so the browser restores nothing.
    const changed = [...bar.querySelectorAll<Control>("select, input")].find(
      (control) => valueOf(control) !== initialValue(control),
    );
    if (changed) this.#apply(changed);
    if (document.querySelector(".count[data-changed]")) this.announceCount();
  }

  #load(): Promise<ListingControls> {
    this.#loading ??= import("./listing-controls.ts").then(
      (part) => (this.#controls = new part.ListingControls(this, this.#signal)),
    );
    return this.#loading;
  }

  #apply(control: Element): void {
    void this.#load().then((controls) => controls.apply(control), reportError);
  }

  /** Holds a submit back until the code has loaded. If it cannot be loaded the browser submits the form. */
  #onSubmit(event: Event): void {
    if (this.#controls || event.defaultPrevented) return;
    const form = event.target as HTMLFormElement;
    event.preventDefault();
    event.stopPropagation();
    this.#load().then(
      () => form.requestSubmit(),
      (error: unknown) => {
        reportError(error);
        form.submit();
      },
    );
  }

  /** Announces the result count: screen readers read a live region only when it changes after the page was read. */
  announceCount(): void {
    const count = document.querySelector<HTMLElement>(".woocommerce-result-count");
    if (!count) return;
    const html = count.innerHTML;
    count.setAttribute("aria-hidden", "true");
    setTimeout(() => {
      count.setAttribute("aria-hidden", "false");
      count.innerHTML = "";
      count.innerHTML = html;
    }, announceDelayMs);
  }
}

function currentAddress(): string {
  return window.location.pathname + window.location.search;
}
