import { routes } from "#routes";
import { decoded } from "../../client/decoded.ts";
import { parameters } from "../../client/parameters.ts";

/** What a call that changes the cart answers. */
export interface CartAnswer {
  fragments?: Record<string, string>;
  cart_hash?: string;
  error?: boolean;
  product_url?: string | false;
  /** Why a line does not hold what was asked for. */
  message?: string;
}

let queue: Promise<unknown> = Promise.resolve();

/** Goes up whenever a call that changes the cart is asked for or has ended. */
let turns = 0;

/** After this a call counts as lost, and those that wait behind it are sent. In milliseconds. */
const longestCall = 20_000;

/** A number that stays the same for as long as no call of this page has been changing the cart. */
export function cartTurn(): number {
  return turns;
}

/** Ends when everything that was asked for so far has changed the cart, or failed to. */
export function untilChanged(): Promise<unknown> {
  return queue;
}

/** An answer with a status of 400 or more. */
class CallFailure extends Error {
  readonly status: number;
  constructor(endpoint: string, status: number) {
    super(`${endpoint} answered ${status}`);
    this.status = status;
  }
}

/**
 * Sends a cart call after all that were asked for before it: adds and removals go one at a time.
 * @returns the answer, or null for an empty one.
 * @throws when the network or the answer fails, a DOMException named TimeoutError when none comes.
 */
export function sendCartCall(endpoint: string, fields: Record<string, string>): Promise<CartAnswer | null> {
  return inTurn(() => change(endpoint, fields));
}

/** How long (ms) a call that failed rests before it is made again. */
const untilRetry = 600;

/**
 * Sends a call that may be made again, since it carries its mark and counts once: a failure of the network or of the server is
 * tried once more. Who is offline need not wait, who has waited for an answer in vain has waited long enough, and what the
 * server refused it refuses again.
 * @throws as `sendCartCall`
 */
export function sendMarkedCall(endpoint: string, fields: Record<string, string>): Promise<CartAnswer | null> {
  return inTurn(() =>
    change(endpoint, fields).catch(async (error: unknown) => {
      const isRefused = error instanceof CallFailure && error.status < 500;
      if (!navigator.onLine || isTimeOut(error) || isRefused) throw error;
      await new Promise((resolve) => setTimeout(resolve, untilRetry));
      return change(endpoint, fields);
    }),
  );
}

/** Whether no answer came, so that nobody knows whether it was done. */
export function isTimeOut(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

/** Runs what changes the cart after everything of the kind that was asked for before it. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  turns += 1;
  const call = queue.then(work).finally(() => {
    turns += 1;
  });
  queue = call.catch(() => undefined);
  return call;
}

/** Fetches the fragments as they are now, and says so when the shopper looks at them. @param timeout in milliseconds */
export function fetchFragments(timeout: number): Promise<CartAnswer | null> {
  const signal = AbortSignal.timeout(timeout);
  const shown = document.querySelector(".astra-cart-drawer[open]") && { chowk_shown: "1" };
  return post("get_refreshed_fragments", { time: String(Date.now()), ...shown }, { signal });
}

/** Sends a call that changes the cart at once. It is done also when the page is left meanwhile. */
export function change(endpoint: string, fields: Record<string, string>): Promise<CartAnswer | null> {
  return post(endpoint, fields, { signal: AbortSignal.timeout(longestCall), keepalive: true });
}

async function post(
  endpoint: string,
  fields: Record<string, string>,
  options: RequestInit,
): Promise<CartAnswer | null> {
  const template = parameters("wc_add_to_cart_params")?.wc_ajax_url ?? routes.shopCall("%%endpoint%%");
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

/** The value of a readable cookie, or "". */
export function cookie(name: string): string {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decoded(found.slice(name.length + 1)) : "";
}
