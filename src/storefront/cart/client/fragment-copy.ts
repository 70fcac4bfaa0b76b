import { parameters } from "../../client/parameters.ts";

/** HTML by the selector of what it replaces. */
export type Fragments = Record<string, string>;

/** How long a copy of a cart is good, in milliseconds. */
export const dayMs = 86_400_000;
const createdKey = "wc_cart_created";
const contentSelector = "div.widget_shopping_cart_content";

/** The names that the page gives, shared with the field's scripts: session storage holds the copy, local its hash. */
export function storageKeys(): { hash: string; fragments: string } {
  const given = parameters("wc_cart_fragments_params");
  return { hash: given?.cart_hash_key ?? "wc_cart_hash", fragments: given?.fragment_name ?? "wc_fragments" };
}

/**
 * The stored copy, if it is the cart with this hash ("" for none) and, for a cart, was created within the last day.
 * `freshMs` is how long it stays so, in milliseconds.
 */
export function readCopy(hash: string): { fragments: Fragments; freshMs: number } | undefined {
  const keys = storageKeys();
  try {
    const fragments = JSON.parse(sessionStorage.getItem(keys.fragments) ?? "null") as Fragments | null;
    if (!fragments?.[contentSelector] || (sessionStorage.getItem(keys.hash) ?? "") !== hash) return undefined;
    const freshMs = Number(sessionStorage.getItem(createdKey)) + dayMs - Date.now();
    return hash === "" || freshMs > 0 ? { fragments, freshMs } : undefined;
  } catch {
    // Storage is forbidden, or another script stored something else under the name: fetched again.
    return undefined;
  }
}

/** Keeps a copy for the next pages; the hash in local storage tells the other tabs. */
export function writeCopy(fragments: Fragments, hash: string): void {
  const keys = storageKeys();
  try {
    sessionStorage.setItem(keys.fragments, JSON.stringify(fragments));
    sessionStorage.setItem(keys.hash, hash);
    localStorage.setItem(keys.hash, hash);
    if (hash) sessionStorage.setItem(createdKey, String(Date.now()));
    else sessionStorage.removeItem(createdKey);
  } catch {
    // Storage is full or forbidden: the next page fetches again.
  }
}

/** Forgets the copy. */
export function dropCopy(): void {
  const keys = storageKeys();
  try {
    for (const key of [keys.fragments, keys.hash, createdKey]) sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden: there is no copy.
  }
}
