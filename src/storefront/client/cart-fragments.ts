import { type CartAnswer, cartTurn, cookie, fetchFragments } from "./cart-requests.ts";
import { dispatch, listen } from "./events.ts";
import { dropCopy, type Fragments, readCopy, storageKeys, writeCopy } from "./fragment-copy.ts";
import { parameters } from "./parameters.ts";

/**
 * Keeps what shows the cart in step with the cart: from the stored copy when it is fresh, else by one call. A visitor
 * without a cart causes none. Source: the protocol's stored fragments (storage names, 24 hours, hash equal to the cookie).
 */
export function startCartFragments(): void {
  showCart();
  listen(document.body, "wc_fragment_refresh", () => void refreshFragments());
  listen(document.body, "updated_wc_div", () => void refreshFragments());
  for (const name of ["added_to_cart", "removed_from_cart"]) {
    listen(document.body, name, ([fragments, hash]) => storeIfWhole(fragments, hash));
  }
  window.addEventListener("storage", ({ key }) => {
    const { hash } = storageKeys();
    if (key === hash && localStorage.getItem(hash) !== sessionStorage.getItem(hash)) void refreshFragments();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) showCart();
  });
}

/** From the copy, by a call, or not at all: the page as it comes from the server shows an empty cart. */
function showCart(): void {
  const hash = cookie("woocommerce_cart_hash");
  const copy = readCopy(hash);
  if (copy) {
    applyFragments(copy.fragments);
    if (hash) refreshAfter(copy.freshMs);
  } else if (hash || showsCart()) void refreshFragments();
  else dropCopy();
}

/** Whether a page that was restored from memory still shows the lines of a cart that is no more. */
function showsCart(): boolean {
  return document.querySelector(".woocommerce-mini-cart-item") !== null;
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** A page that stays open fetches again when its copy gets too old. */
function refreshAfter(milliseconds: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void refreshFragments(), milliseconds);
}

/** Replaces every element that a fragment names. */
export function applyFragments(fragments: Fragments): void {
  for (const [selector, html] of Object.entries(fragments)) {
    for (const element of document.querySelectorAll(selector)) {
      const template = document.createElement("template");
      template.innerHTML = html;
      element.replaceWith(template.content);
    }
  }
  dispatch(document.body, "wc_fragments_loaded");
}

let refreshing: Promise<void> | undefined;

/** Fetches and shows the fragments; never more than one call in flight. What a change of the cart overtook is not shown. */
export function refreshFragments(): Promise<void> {
  refreshing ??= refresh().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refresh(): Promise<void> {
  try {
    const timeout = Number(parameters("wc_cart_fragments_params")?.request_timeout) || 5000;
    const turn = cartTurn();
    const answer = await fetchFragments(timeout);
    if (answer && turn === cartTurn()) takeFragments(answer);
  } catch {
    // Nothing is shown: the cart page tells the same. The event is what other scripts wait for.
    dispatch(document.body, "wc_fragments_ajax_error");
  }
}

/** Shows and keeps the fragments that came with a change of the shop's own, and tells other scripts. */
export function takeFragments({ fragments, cart_hash: hash }: CartAnswer): void {
  if (!fragments) return;
  applyFragments(fragments);
  writeCopy(fragments, hash ?? "");
  dispatch(document.body, "wc_fragments_refreshed");
}

/** Scripts of the field raise the events without arguments too: then the next page fetches. */
function storeIfWhole(fragments: unknown, hash: unknown): void {
  if (typeof fragments !== "object" || fragments === null) return dropCopy();
  writeCopy(fragments as Fragments, typeof hash === "string" ? hash : "");
}
