import { type CartAnswer, cookie, fetchFragments } from "./cart-requests.ts";
import { dispatch, listen } from "./events.ts";
import { parameters } from "./parameters.ts";

const dayMs = 86_400_000;
const createdKey = "wc_cart_created";
const contentSelector = "div.widget_shopping_cart_content";

/**
 * Keeps what shows the cart in step with the cart: from the stored copy when it is fresh, else by one call. A visitor
 * without a cart causes none. Source: the protocol's stored fragments (storage names, 24 hours, hash equal to the cookie).
 */
export function startCartFragments(): void {
  if (!showStored()) void refreshFragments();
  listen(document.body, "wc_fragment_refresh", () => void refreshFragments());
  listen(document.body, "updated_wc_div", () => void refreshFragments());
  for (const name of ["added_to_cart", "removed_from_cart"]) {
    listen(document.body, name, ([fragments, hash]) => storeIfWhole(fragments, hash));
  }
  window.addEventListener("storage", (event) => {
    const { hashKey } = names();
    if (event.key === hashKey && localStorage.getItem(hashKey) !== sessionStorage.getItem(hashKey))
      void refreshFragments();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && !showStored()) void refreshFragments();
  });
}

/** Replaces every element that a fragment names. */
export function applyFragments(fragments: Record<string, string>): void {
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

/** Fetches and shows the fragments; never more than one call in flight. */
export function refreshFragments(): Promise<void> {
  refreshing ??= refresh().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refresh(): Promise<void> {
  try {
    const timeout = Number(parameters("wc_cart_fragments_params")?.request_timeout ?? 5000);
    const answer = await fetchFragments(timeout);
    if (!answer?.fragments) return;
    applyFragments(answer.fragments);
    store(answer.fragments, answer.cart_hash ?? "");
    dispatch(document.body, "wc_fragments_refreshed");
  } catch {
    // Nothing is shown: the cart page tells the same. The event is what other scripts wait for.
    dispatch(document.body, "wc_fragments_ajax_error");
  }
}

/** @returns true when nothing needs to be fetched: no cart, or a stored copy that is the cart of the cookie. */
function showStored(): boolean {
  const { hashKey, fragmentName } = names();
  const hash = cookie("woocommerce_cart_hash");
  const stored = sessionStorage.getItem(fragmentName);
  if (hash === "" && !stored) return true;
  try {
    const fragments = JSON.parse(stored ?? "null") as Record<string, string> | null;
    if (!fragments?.[contentSelector] || (sessionStorage.getItem(hashKey) ?? "") !== hash) return false;
    if (hash !== "" && !isYoung()) return false;
    applyFragments(fragments);
    return true;
  } catch {
    // Another script stored something else under the name: fetched again.
    return false;
  }
}

function isYoung(): boolean {
  const created = Number(sessionStorage.getItem(createdKey));
  return created > 0 && Date.now() - created < dayMs;
}

function storeIfWhole(fragments: unknown, hash: unknown): void {
  if (typeof fragments === "object" && fragments !== null) {
    store(fragments as NonNullable<CartAnswer["fragments"]>, typeof hash === "string" ? hash : "");
  }
}

function store(fragments: Record<string, string>, hash: string): void {
  const { hashKey, fragmentName } = names();
  try {
    sessionStorage.setItem(fragmentName, JSON.stringify(fragments));
    sessionStorage.setItem(hashKey, hash);
    localStorage.setItem(hashKey, hash);
    if (hash) sessionStorage.setItem(createdKey, String(Date.now()));
    else sessionStorage.removeItem(createdKey);
  } catch {
    // Storage is full or forbidden: the next page fetches again.
  }
}

function names(): { hashKey: string; fragmentName: string } {
  const given = parameters("wc_cart_fragments_params");
  return { hashKey: given?.cart_hash_key ?? "wc_cart_hash", fragmentName: given?.fragment_name ?? "wc_fragments" };
}
