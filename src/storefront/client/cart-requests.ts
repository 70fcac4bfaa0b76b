import { routes } from "#routes";
import { parameters } from "./parameters.ts";

/** What a call that changes the cart answers. */
export interface CartAnswer {
  fragments?: Record<string, string>;
  cart_hash?: string;
  error?: boolean;
  product_url?: string | false;
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Sends a cart call after all that were asked for before it: adds and removals go one at a time.
 * @returns the answer, or null for an empty one.
 * @throws when the network or the answer fails.
 */
export function sendCartCall(endpoint: string, fields: Record<string, string>): Promise<CartAnswer | null> {
  const call = queue.then(() => post(endpoint, fields));
  queue = call.catch(() => undefined);
  return call;
}

/** Fetches the fragments as they are now. @param timeout in milliseconds */
export function fetchFragments(timeout: number): Promise<CartAnswer | null> {
  return post("get_refreshed_fragments", { time: String(Date.now()) }, AbortSignal.timeout(timeout));
}

async function post(
  endpoint: string,
  fields: Record<string, string>,
  signal?: AbortSignal,
): Promise<CartAnswer | null> {
  const template = parameters("wc_add_to_cart_params")?.wc_ajax_url ?? routes.shopCall("%%endpoint%%");
  const response = await fetch(template.replace("%%endpoint%%", endpoint), {
    method: "POST",
    headers: { "X-Requested-With": "XMLHttpRequest" },
    body: new URLSearchParams(fields),
    ...(signal && { signal }),
  });
  if (!response.ok) throw new Error(`${endpoint} answered ${response.status}`);
  const text = await response.text();
  return text === "" ? null : (JSON.parse(text) as CartAnswer);
}

/** The value of a readable cookie, or "". */
export function cookie(name: string): string {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}
