import { applyFragments } from "../../cart/client/cart-fragments.ts";
import { type CartAnswer, sendMarkedCall } from "../../cart/client/cart-requests.ts";
import { showDrawerNote } from "../../cart/client/drawer/drawer-note.ts";
import { announce } from "../../client/announce.ts";
import { forgetMark, markFor } from "../../client/attempt-marks.ts";
import { dispatch } from "../../client/events.ts";
import { parameters } from "../../client/parameters.ts";
import { takeOver } from "../../client/take-over.ts";

/** Add-to-cart buttons of listings, wherever they appear. */
export function startCartButtons(): void {
  document.body.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>(
      ".add_to_cart_button.ajax_add_to_cart:not(.wc-interactive)",
    );
    if (button?.dataset.product_id) takeOver(event, () => void addFrom(button));
  });
}

async function addFrom(button: HTMLElement): Promise<void> {
  if (button.classList.contains("loading")) return;
  button.classList.remove("added");
  button.classList.add("loading");
  button.setAttribute("aria-busy", "true");
  if (!dispatch(document.body, "should_send_ajax_request.adding_to_cart", [button])) {
    dispatch(document.body, "ajax_request_not_sent.adding_to_cart", [false, false, button]);
    return settle(button);
  }
  // Listeners may add to the fields.
  const fields = fieldsOf(button);
  dispatch(document.body, "adding_to_cart", [button, fields]);
  try {
    const answer = await sendMarkedCall("add_to_cart", { ...fields, chowk_attempt: markFor(button, fields) });
    forgetMark(button);
    // Neither fragments nor a page that says why: nothing was added.
    if (!answer || (answer.error && !answer.product_url)) return showFailure(button, notAdded());
    showFailure(button, "");
    added(button, answer);
  } catch {
    showFailure(button, notAdded());
  } finally {
    settle(button);
  }
}

function notAdded(): string {
  return parameters("wc_add_to_cart_params")?.i18n_not_added ?? "";
}

/** Says beside the button what went wrong; "" takes it back. */
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

/** Everything that scripts and markup put on the button; the markup wins. */
function fieldsOf(button: HTMLElement): Record<string, string> {
  const stored = Object.entries(window.jQuery?.(button).data() ?? {});
  const texts = stored.filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return {
    ...Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
    ...(button.dataset as Record<string, string>),
  };
}

function added(button: HTMLElement, answer: CartAnswer): void {
  if (answer.error && answer.product_url) return window.location.assign(answer.product_url);
  const shop = parameters("wc_add_to_cart_params");
  if (shop?.cart_redirect_after_add === "yes") return window.location.assign(shop.cart_url);
  button.classList.add("added");
  applyFragments(answer.fragments ?? {});
  if (!shop?.is_cart) showViewCart(button);
  dispatch(document.body, "wc_cart_button_updated", [button]);
  const message = button.dataset.success_message ?? "";
  showDrawerNote(message);
  dispatch(document.body, "added_to_cart", [answer.fragments, answer.cart_hash, button]);
  // The event may have opened the drawer: only what stands in it is heard then.
  announce(message);
}

function settle(button: HTMLElement): void {
  button.classList.remove("loading");
  button.removeAttribute("aria-busy");
}

function showViewCart(button: HTMLElement): void {
  const shop = parameters("wc_add_to_cart_params");
  if (!shop || button.parentElement?.querySelector("a.added_to_cart")) return;
  const link = document.createElement("a");
  link.className = "added_to_cart wc-forward link small";
  link.href = shop.cart_url;
  link.textContent = shop.i18n_view_cart;
  button.after(link);
}
