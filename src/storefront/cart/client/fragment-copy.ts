import { parameters } from "../../client/requests/parameters.ts";

/** HTML by the selector of the elements that it replaces. */
export type Fragments = Record<string, string>;

/** How long a copy of a cart is valid. */
export const dayMs = 86_400_000;
const createdKey = "wc_cart_created";
const contentSelector = "div.widget_shopping_cart_content";

/** Returns the storage keys shared with third-party scripts: session storage holds the copy, local storage its hash. */
export function storageKeys(): { hash: string; fragments: string } {
  const given = parameters("wc_cart_fragments_params");
  return { hash: given?.cart_hash_key ?? "wc_cart_hash", fragments: given?.fragment_name ?? "wc_fragments" };
}

/**
 * Returns the stored copy of the cart with this hash ("" for an empty cart). A copy of a cart that is not empty is valid for a
 * day; `freshMs` is the remaining time.
 */
export function readCopy(hash: string): { fragments: Fragments; freshMs: number } | undefined {
  const keys = storageKeys();
  try {
    const fragments = JSON.parse(sessionStorage.getItem(keys.fragments) ?? "null") as Fragments | null;
    if (!fragments?.[contentSelector] || (sessionStorage.getItem(keys.hash) ?? "") !== hash) return undefined;
    const freshMs = Number(sessionStorage.getItem(createdKey)) + dayMs - Date.now();
    return hash === "" || freshMs > 0 ? { fragments, freshMs } : undefined;
  } catch {
    // Storage is disabled, or another script wrote something else.
    return undefined;
  }
}

/** Stores a copy for the next pages. The hash in local storage notifies other tabs. */
export function writeCopy(fragments: Fragments, hash: string): void {
  const keys = storageKeys();
  try {
    sessionStorage.setItem(keys.fragments, JSON.stringify(fragments));
    sessionStorage.setItem(keys.hash, hash);
    localStorage.setItem(keys.hash, hash);
    if (hash) sessionStorage.setItem(createdKey, String(Date.now()));
    else sessionStorage.removeItem(createdKey);
  } catch {
    // Storage is full or disabled: the next page fetches.
  }
}

/** Deletes the copy. */
export function dropCopy(): void {
  const keys = storageKeys();
  try {
    for (const key of [keys.fragments, keys.hash, createdKey]) sessionStorage.removeItem(key);
  } catch {
    // Storage is disabled: there is no copy.
  }
}
