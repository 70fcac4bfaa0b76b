import { clientRoutes } from "#routes";
import { parameters } from "../../client/requests/parameters.ts";

/** The response to a call that changes the cart. */
export interface CartAnswer {
  fragments?: Record<string, string>;
  cart_hash?: string;
  error?: boolean;
  product_url?: string | false;
  /** Why a line's quantity differs from the requested one. */
  message?: string;
}

/** A call that takes longer has failed, and the queue goes on with the next one. */
const callTimeoutMs = 20_000;

/** A response with a status of 400 or more. */
export class CallFailure extends Error {
  readonly status: number;
  constructor(endpoint: string, status: number) {
    super(`${endpoint} answered ${status}`);
    this.status = status;
  }
}

/** Tells whether a call timed out, so that it may or may not have been processed. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

/** Returns the message for a change that failed: the one about the connection when offline, else `otherwise`. */
export function failureMessage(otherwise = ""): string {
  return navigator.onLine ? otherwise : (parameters("wc_add_to_cart_params")?.i18n_not_changed ?? otherwise);
}

/** Fetches the current cart fragments and tells the server whether the drawer is open. @param timeout in milliseconds */
export function fetchFragments(timeout: number): Promise<CartAnswer | null> {
  const signal = AbortSignal.timeout(timeout);
  const shown = document.querySelector(".astra-cart-drawer[open]") && { chowk_shown: "1" };
  return post("get_refreshed_fragments", { time: String(Date.now()), ...shown }, { signal });
}

/**
 * Sends a call that changes the cart. It completes even if the page is left meanwhile.
 * @returns the answer, or null if it is empty
 * @throws if the network or the call fails; a DOMException named TimeoutError on a timeout
 */
export function postCartCall(endpoint: string, fields: Record<string, string>): Promise<CartAnswer | null> {
  return post(endpoint, fields, { signal: AbortSignal.timeout(callTimeoutMs), keepalive: true });
}

async function post(
  endpoint: string,
  fields: Record<string, string>,
  options: RequestInit,
): Promise<CartAnswer | null> {
  const template = parameters("wc_add_to_cart_params")?.wc_ajax_url ?? clientRoutes.shopCall("%%endpoint%%");
  const response = await fetch(template.replace("%%endpoint%%", endpoint), {
    method: "POST",
    headers: { "X-Requested-With": "XMLHttpRequest" },
    body: new URLSearchParams(fields),
    ...options,
  });
  if (!response.ok) throw new CallFailure(endpoint, response.status);
  const text = await response.text();
  return text === "" ? null : (JSON.parse(text) as CartAnswer);
}
