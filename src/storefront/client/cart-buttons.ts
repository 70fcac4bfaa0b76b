import { routes } from "#routes";
import { announce } from "./announce.ts";
import { applyFragments } from "./cart-fragments.ts";
import { type CartAnswer, isTimeOut, sendCartCall, sendMarkedCall } from "./cart-requests.ts";
import { showDrawerNote } from "./drawer-note.ts";
import { dispatch } from "./events.ts";
import { parameters } from "./parameters.ts";

/** Add-to-cart buttons of listings and remove links of the mini-cart, wherever they appear. */
export function startCartButtons(): void {
  document.body.addEventListener("click", (event) => {
    const target = event.target as Element;
    const add = target.closest<HTMLElement>(".add_to_cart_button.ajax_add_to_cart:not(.wc-interactive)");
    if (add?.dataset.product_id) return takeOver(event, () => addFrom(add));
    const remove = target.closest<HTMLAnchorElement>(".remove_from_cart_button");
    if (remove) takeOver(event, () => removeBy(remove));
  });
  document.body.addEventListener("keydown", (event) => {
    const remove = (event.target as Element).closest<HTMLAnchorElement>(".remove_from_cart_button");
    if (remove && event.key === " ") takeOver(event, () => (event.repeat ? undefined : removeBy(remove)));
  });
}

function takeOver(event: Event, act: () => Promise<void> | undefined): void {
  if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
  event.preventDefault();
  void act();
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
  fields.chowk_attempt = attempts.get(button) ?? newMark();
  attempts.set(button, fields.chowk_attempt);
  try {
    const answer = await sendMarkedCall("add_to_cart", fields);
    attempts.delete(button);
    showFailure(button, "");
    if (answer) added(button, answer);
  } catch {
    showFailure(button, parameters("wc_add_to_cart_params")?.i18n_not_added ?? "");
  } finally {
    settle(button);
  }
}

/** A UUID, which the browser itself makes only for pages that came by https. */
function newMark(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Marks of calls whose answers never came, by button: pressed again, it asks for the same once more. */
const attempts = new WeakMap<HTMLElement, string>();

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

/**
 * What the call answers. Offline the drawer says so. When the call fails the page goes on to `link`, which does the same without scripts and says what is
 * wrong; when no answer comes it may have been done all the same, so the cart is shown instead.
 * @param done puts the page in order first: the visitor may come back to it as he left it.
 */
async function answerOr(
  endpoint: string,
  fields: Record<string, string>,
  link: string,
  done: () => void,
): Promise<CartAnswer | null> {
  try {
    return await sendCartCall(endpoint, fields);
  } catch (error) {
    if (!navigator.onLine) {
      showDrawerNote(parameters("wc_add_to_cart_params")?.i18n_not_removed ?? "", "", true);
      return null;
    }
    window.location.assign(isTimeOut(error) ? routes.cart() : link);
    return null;
  } finally {
    done();
  }
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

/** Lines that are on their way out. Their rows may be drawn anew meanwhile, by the answer to another removal. */
const leaving = new Set<string>();

async function removeBy(link: HTMLAnchorElement): Promise<void> {
  const key = link.dataset.cart_item_key ?? "";
  if (leaving.has(key)) return;
  leaving.add(key);
  const row = link.closest(".woocommerce-mini-cart-item");
  row?.classList.add("is-busy");
  const answer = await answerOr("remove_from_cart", { cart_item_key: key }, link.href, () => {
    leaving.delete(key);
    row?.classList.remove("is-busy");
  });
  if (!answer) return;
  if (!answer.fragments) return window.location.assign(link.href);
  applyFragments(answer.fragments);
  const message = link.dataset.success_message ?? "";
  showDrawerNote(message, key);
  document.querySelector<HTMLElement>(".drawer-undo")?.focus();
  dispatch(document.body, "removed_from_cart", [answer.fragments, answer.cart_hash, link]);
  announce(message);
}
