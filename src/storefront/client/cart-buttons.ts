import { applyFragments } from "./cart-fragments.ts";
import { type CartAnswer, sendCartCall } from "./cart-requests.ts";
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
    if (remove && event.key === " ") takeOver(event, () => removeBy(remove));
  });
}

function takeOver(event: Event, act: () => Promise<void>): void {
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
  try {
    added(button, await sendCartCall("add_to_cart", fields));
  } catch {
    // The link behind the button does the same without scripts, and says what is wrong.
    window.location.assign((button as HTMLAnchorElement).href);
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

function added(button: HTMLElement, answer: CartAnswer | null): void {
  settle(button);
  if (!answer) return;
  if (answer.error && answer.product_url) return window.location.assign(answer.product_url);
  const shop = parameters("wc_add_to_cart_params");
  if (shop?.cart_redirect_after_add === "yes") return window.location.assign(shop.cart_url);
  button.classList.add("added");
  applyFragments(answer.fragments ?? {});
  if (!shop?.is_cart) showViewCart(button);
  announce(button.dataset.success_message ?? "");
  dispatch(document.body, "wc_cart_button_updated", [button]);
  dispatch(document.body, "added_to_cart", [answer.fragments, answer.cart_hash, button]);
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

async function removeBy(link: HTMLAnchorElement): Promise<void> {
  const row = link.closest(".woocommerce-mini-cart-item");
  row?.classList.add("is-busy");
  try {
    const answer = await sendCartCall("remove_from_cart", { cart_item_key: link.dataset.cart_item_key ?? "" });
    if (!answer?.fragments) return window.location.assign(link.href);
    applyFragments(answer.fragments);
    announce(link.dataset.success_message ?? "");
    document.querySelector<HTMLElement>(".astra-cart-drawer-close")?.focus();
    dispatch(document.body, "removed_from_cart", [answer.fragments, answer.cart_hash, link]);
  } catch {
    window.location.assign(link.href);
  }
}

/** Says to screen readers what happened. */
function announce(message: string): void {
  let region = document.querySelector(".widget_shopping_cart_live_region");
  if (!region) {
    region = document.createElement("div");
    region.className = "widget_shopping_cart_live_region screen-reader-text";
    region.setAttribute("role", "status");
    const openDialog = document.querySelector("dialog[open]");
    (openDialog ?? document.body).append(region);
  }
  region.textContent = message;
}
