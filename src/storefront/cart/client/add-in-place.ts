import { announce } from "../../client/announce.ts";
import { dispatch } from "../../client/events.ts";
import type { IdempotencyKeys } from "../../client/requests/idempotency-keys.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { applyFragments } from "./cart-fragments.ts";
import type { CartQueue } from "./cart-queue.ts";
import type { CartAnswer } from "./cart-requests.ts";

/** One press of an add-to-cart button. */
interface Press {
  /** Its `data-success_message` is announced when the product was added. */
  button: HTMLElement;
  /** The fields of the call. Listeners of `adding_to_cart` may add some. */
  fields: Record<string, string>;
  /** The idempotency key of the press; default: a new one. */
  attempt: string | undefined;
  /** Shows why the shop refused. @param page the address of the product's page, which shows the reason */
  explain: (page: string) => void;
}

/** The page's shared parts that adding needs. */
export interface Adding {
  queue: CartQueue;
  keys: IdempotencyKeys;
}

/** Adds to the cart in place, with the protocol's events, which open the drawer. A second press meanwhile does nothing. */
export async function addInPlace(press: Press, { queue, keys }: Adding): Promise<void> {
  const { button, fields, attempt } = press;
  if (button.classList.contains("loading")) return;
  button.classList.remove("added");
  button.classList.add("loading");
  button.setAttribute("aria-busy", "true");
  if (!dispatch(document.body, "should_send_ajax_request.adding_to_cart", [button])) {
    dispatch(document.body, "ajax_request_not_sent.adding_to_cart", [false, false, button]);
    return clearBusy(button);
  }
  dispatch(document.body, "adding_to_cart", [button, fields]);
  fields.chowk_attempt = keys.keyFor(button, fields, attempt);
  const answer = await queue.sendWithRetry("add_to_cart", fields).catch(() => undefined);
  if (answer !== undefined) keys.forget(button);
  if (answer?.cart_hash) queue.lastAddition = [answer.cart_hash, Date.now(), fields];
  // Before the events: the drawer does not open while a product page's button is loading.
  clearBusy(button);
  const isAnswered = answer && (!answer.error || answer.product_url);
  showFailure(button, isAnswered ? "" : undefined);
  if (isAnswered) showAnswer(press, answer);
}

/** Shows next to the button that adding has failed; "" removes the message. */
export function showFailure(button: HTMLElement, message = parameters("wc_add_to_cart_params")?.i18n_not_added): void {
  const place = button.parentElement;
  place?.querySelector(".cart-failure")?.remove();
  if (!message) return;
  const failure = document.createElement("p");
  failure.className = "cart-failure small";
  failure.setAttribute("role", "alert");
  failure.textContent = message;
  place?.append(failure);
}

function showAnswer({ button, explain }: Press, answer: CartAnswer): void {
  if (answer.error && answer.product_url) return explain(answer.product_url);
  const settings = parameters("wc_add_to_cart_params");
  if (settings?.cart_redirect_after_add === "yes") return window.location.assign(settings.cart_url);
  button.classList.add("added");
  applyFragments(answer.fragments ?? {});
  if (!settings?.is_cart) showViewCart(button);
  dispatch(document.body, "wc_cart_button_updated", [button]);
  dispatch(document.body, "added_to_cart", [answer.fragments, answer.cart_hash, button]);
  // After the event, which may open the drawer: the rest of the page is inert then.
  announce(button.dataset.success_message ?? "");
}

function clearBusy(button: HTMLElement): void {
  button.classList.remove("loading");
  button.removeAttribute("aria-busy");
}

function showViewCart(button: HTMLElement): void {
  const settings = parameters("wc_add_to_cart_params");
  if (!settings || button.parentElement?.querySelector("a.added_to_cart")) return;
  const link = document.createElement("a");
  link.className = "added_to_cart wc-forward link small";
  link.href = settings.cart_url;
  link.textContent = settings.i18n_view_cart;
  button.after(link);
}
