import { dispatch, listen } from "../../client/events.ts";
import { parameters } from "../../client/parameters.ts";
import { type CartAnswer, cartTurn, cookie, fetchFragments, untilChanged } from "./cart-requests.ts";
import { dayMs, dropCopy, type Fragments, readCopy, storageKeys, writeCopy } from "./fragment-copy.ts";

/**
 * Keeps what shows the cart in step with the cart: from the stored copy when it is fresh, else by one call. A visitor
 * without a cart causes none. Source: the protocol's stored fragments (storage names, 24 hours, hash equal to the cookie).
 */
export function startCartFragments(): void {
  showCart();
  listen(document.body, "wc_fragment_refresh", refreshFragments);
  // Our own cart page says when it has the fragments that go with what it shows: an add brought them along.
  listen(document.body, "updated_wc_div", ([hasFragments]) => {
    if (hasFragments !== true) refreshFragments();
  });
  for (const name of ["added_to_cart", "removed_from_cart"]) {
    listen(document.body, name, ([fragments, hash]) => keepIfWhole(fragments, hash));
  }
  window.addEventListener("storage", ({ key }) => {
    const { hash } = storageKeys();
    if (key === hash && localStorage.getItem(hash) !== sessionStorage.getItem(hash)) refreshFragments();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && (cartHash() || showsCart())) refreshFragments();
  });
}

/** Of the cart that the browser has; "" when it has none. */
export function cartHash(): string {
  return cookie("woocommerce_cart_hash");
}

/** From the copy, by a call, or not at all: the page as it comes from the server shows an empty cart. */
function showCart(): void {
  const hash = cartHash();
  const copy = readCopy(hash);
  if (copy) {
    applyFragments(copy.fragments);
    refreshAfter(hash ? copy.freshMs : null);
  } else if (hash) refreshFragments();
  else dropCopy();
}

/** Whether a page that was restored from memory still shows the lines of a cart that may be no more. */
function showsCart(): boolean {
  return document.querySelector(".woocommerce-mini-cart-item") !== null;
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** A page that stays open fetches again when its copy gets too old; an empty cart's does not. */
function refreshAfter(milliseconds: number | null): void {
  clearTimeout(timer);
  if (milliseconds !== null) timer = setTimeout(refreshFragments, milliseconds);
}

/** Replaces every element that a fragment names and that is not the same already. */
export function applyFragments(fragments: Fragments): void {
  for (const [selector, html] of Object.entries(fragments)) {
    for (const element of document.querySelectorAll(selector)) {
      const template = document.createElement("template");
      template.innerHTML = html;
      if (!template.content.firstChild?.isEqualNode(element)) element.replaceWith(template.content);
    }
  }
  const total = document.querySelector(".cart-drawer-count");
  const count = document.querySelector(".ast-count-text")?.textContent ?? "0";
  if (total) total.textContent = count === "0" ? "" : count;
  dispatch(document.body, "wc_fragments_loaded");
}

let isRefreshing = false;
let isAsked = false;

/**
 * Fetches and shows the fragments; never more than one call in flight. Who asks while one is under way is answered by one
 * more after it, and so is who asked for an answer that a change of the cart overtook: that one is not shown.
 */
export function refreshFragments(): void {
  isAsked = true;
  if (!isRefreshing) void refreshWhileAsked();
}

async function refreshWhileAsked(): Promise<void> {
  isRefreshing = true;
  while (isAsked) {
    await untilChanged();
    isAsked = false;
    await refresh();
  }
  isRefreshing = false;
}

async function refresh(): Promise<void> {
  const timeout = Number(parameters("wc_cart_fragments_params")?.request_timeout) || 5000;
  const turn = cartTurn();
  try {
    const answer = await fetchFragments(timeout);
    if (turn !== cartTurn()) isAsked = true;
    else if (answer) takeFragments(answer);
  } catch {
    // Nothing is shown: the cart page tells the same. The event is what other scripts wait for.
    dispatch(document.body, "wc_fragments_ajax_error");
  }
}

/** Shows and keeps the fragments that came with a change of the shop's own, and tells other scripts. */
export function takeFragments({ fragments, cart_hash: hash }: CartAnswer): void {
  if (!fragments) return;
  applyFragments(fragments);
  keep(fragments, hash ?? "");
  dispatch(document.body, "wc_fragments_refreshed");
}

/** Scripts of the field raise the events without arguments too: then the next page fetches. */
function keepIfWhole(fragments: unknown, hash: unknown): void {
  if (typeof fragments !== "object" || fragments === null) return dropCopy();
  keep(fragments as Fragments, typeof hash === "string" ? hash : "");
}

function keep(fragments: Fragments, hash: string): void {
  writeCopy(fragments, hash);
  refreshAfter(hash ? dayMs : null);
}
