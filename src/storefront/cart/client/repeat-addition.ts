import { dispatch, listen } from "../../client/events.ts";
import { readCookie } from "../../client/requests/read-cookie.ts";
import { cartHash } from "./cart-fragments.ts";
import type { Addition, CartQueue } from "./cart-queue.ts";

const storageKey = "chowk_last_addition";

/** Milliseconds. The shop remembers idempotency keys for a day: repeating an addition that was not lost changes nothing. */
const repeatedFor = 600_000;

/** The pages that show the cart. They start repeating at once; others at the first sign of use. */
export const cartPages = "shop-cart, shop-checkout";

/** Keeps the last addition for the tab's next page, and puts a lost one back: now and after each refresh of the fragments. */
export function startRepeating(queue: CartQueue): void {
  const repeat = () => void repeatLostAddition(queue).catch(reportError);
  repeat();
  listen(document.body, "wc_fragments_refreshed", repeat);
  window.addEventListener("pagehide", () => queue.lastAddition && keep(queue.lastAddition));
}

/**
 * Sends the last addition once more if it led to the cart that the browser knew and the server has shown another one. If the
 * database has lost it, the cart gets it back; a page that shows the cart is loaded again. Otherwise it counts once, by its
 * idempotency key. Source: decision 0009.
 */
async function repeatLostAddition(queue: CartQueue): Promise<void> {
  const known = readCookie("chowk_known_cart");
  const [hash, at, fields] = queue.lastAddition ?? readKept() ?? [];
  // Otherwise it may be the addition of another tab, which needs the cookie.
  if (!known || !fields || hash !== known || Date.now() - Number(at) > repeatedFor) return;
  document.cookie = "chowk_known_cart=; path=/; max-age=0";
  const shown = cartHash();
  const answer = await queue.sendWithRetry("add_to_cart", fields);
  if (!answer?.cart_hash || answer.cart_hash === shown) return;
  if (document.querySelector(cartPages)) window.location.reload();
  else dispatch(document.body, "wc_fragment_refresh");
}

function keep(addition: Addition): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(addition));
  } catch {
    // Storage is full or disabled: it cannot be repeated.
  }
}

function readKept(): Addition | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as Addition | null;
  } catch {
    // Storage is disabled, or another script wrote something else.
    return null;
  }
}
