import { dispatch, listen } from "../../client/events.ts";
import { isLeft, whenOthersStarted } from "../../client/other-scripts.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { readCookie } from "../../client/requests/read-cookie.ts";
import type { CartQueue } from "./cart-queue.ts";
import { type CartAnswer, fetchFragments } from "./cart-requests.ts";
import { dayMs, dropCopy, type Fragments, readCopy, storageKeys, writeCopy } from "./fragment-copy.ts";

/**
 * Keeps every display of the cart up to date: from the stored copy while it is valid, else by one call. Visitors without a
 * cart cause no call. Source: the protocol's stored fragments (storage names, 24 hours, hash equal to the cookie).
 */
export class CartFragments {
  readonly #queue: CartQueue;
  #expiry: ReturnType<typeof setTimeout> | undefined;
  #isRefreshing = false;
  #isRequested = false;

  constructor(queue: CartQueue) {
    this.#queue = queue;
  }

  start(): void {
    // The original script answers the same events.
    const refresh = () => isLeft("drawer") || this.#fetchSoon();
    whenOthersStarted(() => isLeft("drawer") || this.#show());
    onFragments(showDrawerCount);
    listen(document.body, "wc_fragment_refresh", refresh);
    // `true` from our cart page: it already has the fragments of the cart that it shows.
    listen(document.body, "updated_wc_div", ([hasFragments]) => {
      if (hasFragments !== true) refresh();
    });
    for (const name of ["added_to_cart", "removed_from_cart"])
      listen(document.body, name, ([fragments, hash]) => this.#storeIfGiven(fragments, hash));
    window.addEventListener("storage", ({ key }) => {
      const { hash } = storageKeys();
      if (key === hash && localStorage.getItem(hash) !== sessionStorage.getItem(hash)) refresh();
    });
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted && (cartHash() || showsLines())) refresh();
    });
  }

  /** Fetches and shows the fragments, or has the original script do so. */
  refresh(): void {
    if (isLeft("drawer")) dispatch(document.body, "wc_fragment_refresh");
    else this.#fetchSoon();
  }

  /**
   * Fetches with at most one call in flight. A request during a call leads to one more call. So does a change of the cart
   * during a call, whose answer is then discarded.
   */
  #fetchSoon(): void {
    this.#isRequested = true;
    if (!this.#isRefreshing) void this.#refreshWhileRequested();
  }

  /** Shows and stores the fragments that came with a change, and tells other scripts. */
  update({ fragments, cart_hash: hash }: CartAnswer): void {
    if (!fragments) return;
    applyFragments(fragments);
    this.#store(fragments, hash ?? "");
    dispatch(document.body, "wc_fragments_refreshed");
  }

  /** Shows the stored copy, or fetches the cart if there is one. The server renders an empty cart. */
  #show(): void {
    const hash = cartHash();
    const copy = readCopy(hash);
    if (copy) {
      applyFragments(copy.fragments);
      this.#refreshAfter(hash ? copy.freshMs : null);
    } else if (hash) this.#fetchSoon();
    else dropCopy();
  }

  /** Fetches again when the copy expires while the page is open; null for an empty cart, which never expires. */
  #refreshAfter(milliseconds: number | null): void {
    clearTimeout(this.#expiry);
    if (milliseconds !== null) this.#expiry = setTimeout(() => this.refresh(), milliseconds);
  }

  async #refreshWhileRequested(): Promise<void> {
    this.#isRefreshing = true;
    while (this.#isRequested) {
      await this.#queue.settled;
      this.#isRequested = false;
      await this.#fetch();
    }
    this.#isRefreshing = false;
  }

  async #fetch(): Promise<void> {
    const timeout = Number(parameters("wc_cart_fragments_params")?.request_timeout) || 5000;
    const { version } = this.#queue;
    try {
      const answer = await fetchFragments(timeout);
      if (version !== this.#queue.version) this.#isRequested = true;
      else if (answer) this.update(answer);
    } catch {
      dispatch(document.body, "wc_fragments_ajax_error");
    }
  }

  /** Third-party scripts dispatch the events without parameters too: the next page then fetches. */
  #storeIfGiven(fragments: unknown, hash: unknown): void {
    if (typeof fragments !== "object" || fragments === null) return dropCopy();
    this.#store(fragments as Fragments, typeof hash === "string" ? hash : "");
  }

  #store(fragments: Fragments, hash: string): void {
    writeCopy(fragments, hash);
    this.#refreshAfter(hash ? dayMs : null);
  }
}

/** Returns the hash of the browser's cart; "" without a cart. */
export function cartHash(): string {
  return readCookie("woocommerce_cart_hash");
}

/** Tells whether a page restored from memory shows cart lines, which may be outdated. */
function showsLines(): boolean {
  return document.querySelector(".woocommerce-mini-cart-item") !== null;
}

/** Replaces every element that a fragment selects, unless it is equal already. */
export function applyFragments(fragments: Fragments): void {
  for (const [selector, html] of Object.entries(fragments)) {
    for (const element of document.querySelectorAll(selector)) {
      const template = document.createElement("template");
      template.innerHTML = html;
      if (!template.content.firstChild?.isEqualNode(element)) element.replaceWith(template.content);
    }
  }
  dispatch(document.body, "wc_fragments_loaded");
}

/** Calls `action` after fragments were replaced, by us or by the original script. */
export function onFragments(action: () => void, signal?: AbortSignal): void {
  listen(document.body, "wc_fragments_loaded", action, signal);
  // Ours are loaded and refreshed at once.
  listen(document.body, "wc_fragments_refreshed", () => isLeft("drawer") && action(), signal);
}

function showDrawerCount(): void {
  const total = document.querySelector(".cart-drawer-count");
  const count = document.querySelector(".ast-count-text")?.textContent ?? "0";
  if (total) total.textContent = count === "0" ? "" : count;
}
