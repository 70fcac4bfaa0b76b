import { applyFragments } from "../../cart/client/cart-fragments.ts";
import type { CartQueue } from "../../cart/client/cart-queue.ts";
import type { CartAnswer } from "../../cart/client/cart-requests.ts";
import { showDrawerNote } from "../../cart/client/drawer/drawer-note.ts";
import { announce } from "../../client/announce.ts";
import { dispatch } from "../../client/events.ts";
import { type IdempotencyKeys, randomUuid } from "../../client/idempotency-keys.ts";
import { intercept } from "../../client/intercept.ts";
import { handlerOf, isTaken } from "../../client/other-scripts.ts";
import { parameters } from "../../client/parameters.ts";

/** Handles the add-to-cart buttons of product cards, wherever they are on the page. */
export function startCartButtons(queue: CartQueue, keys: IdempotencyKeys): void {
  window.addEventListener("click", markPress, { capture: true });
  window.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-chowk_attempt]");
    if (button && !isTaken("adding", event)) intercept(event, () => void add(button, queue, keys));
  });
}

/** Adds an idempotency key to a button's data while it is pressed. Other scripts send it too: a press counts once. */
function markPress({ target }: Event): void {
  const button = (target as Element).closest<HTMLElement>(".add_to_cart_button.ajax_add_to_cart:not(.wc-interactive)");
  if (!button?.dataset.product_id) return;
  button.dataset.chowk_attempt = randomUuid();
  // The original script ignores buttons with this class.
  const isOurs = handlerOf("adding") === "client";
  button.classList.toggle("wc-interactive", isOurs);
  setTimeout(() => {
    delete button.dataset.chowk_attempt;
    button.classList.remove("wc-interactive");
  });
}

async function add(button: HTMLElement, queue: CartQueue, keys: IdempotencyKeys): Promise<void> {
  const { chowk_attempt: attempt } = button.dataset;
  if (button.classList.contains("loading")) return;
  button.classList.remove("added");
  button.classList.add("loading");
  button.setAttribute("aria-busy", "true");
  if (!dispatch(document.body, "should_send_ajax_request.adding_to_cart", [button])) {
    dispatch(document.body, "ajax_request_not_sent.adding_to_cart", [false, false, button]);
    return clearBusy(button);
  }
  // Listeners may add fields.
  const fields = fieldsOf(button);
  dispatch(document.body, "adding_to_cart", [button, fields]);
  try {
    const key = keys.keyFor(button, fields, attempt);
    const answer = await queue.sendWithRetry("add_to_cart", { ...fields, chowk_attempt: key });
    keys.forget(button);
    const isAdded = answer && (!answer.error || answer.product_url);
    if (!isAdded) return showFailure(button, notAddedMessage());
    showFailure(button, "");
    showAdded(button, answer);
  } catch {
    showFailure(button, notAddedMessage());
  } finally {
    clearBusy(button);
  }
}

function notAddedMessage(): string {
  return parameters("wc_add_to_cart_params")?.i18n_not_added ?? "";
}

/** Shows an error next to the button; "" removes it. */
function showFailure(button: HTMLElement, message: string): void {
  const place = button.parentElement;
  place?.querySelector(".cart-failure")?.remove();
  if (message === "") return;
  const failure = document.createElement("p");
  failure.className = "cart-failure small";
  failure.setAttribute("role", "alert");
  failure.textContent = message;
  place?.append(failure);
}

/** Returns the button's data from jQuery and from its attributes, which take precedence, without the press's key. */
function fieldsOf(button: HTMLElement): Record<string, string> {
  const stored = Object.entries(window.jQuery?.(button).data() ?? {});
  const texts = stored.filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  const { chowk_attempt: _, ...fields } = {
    ...Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
    ...(button.dataset as Record<string, string>),
  };
  return fields;
}

function showAdded(button: HTMLElement, answer: CartAnswer): void {
  if (answer.error && answer.product_url) return window.location.assign(answer.product_url);
  const settings = parameters("wc_add_to_cart_params");
  if (settings?.cart_redirect_after_add === "yes") return window.location.assign(settings.cart_url);
  button.classList.add("added");
  applyFragments(answer.fragments ?? {});
  if (!settings?.is_cart) showViewCart(button);
  dispatch(document.body, "wc_cart_button_updated", [button]);
  const message = button.dataset.success_message ?? "";
  showDrawerNote(message);
  dispatch(document.body, "added_to_cart", [answer.fragments, answer.cart_hash, button]);
  // After the event, which may open the drawer: the rest of the page is inert then.
  announce(message);
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
