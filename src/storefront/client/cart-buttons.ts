import { routes } from "#routes";
import { announce } from "./announce.ts";
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
  const answer = await answerOr("add_to_cart", fields, (button as HTMLAnchorElement).href, () => settle(button));
  if (answer) added(button, answer);
}

/**
 * What the call answers. When it fails the page goes on to `link`, which does the same without scripts and says what is
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
    const isLost = error instanceof DOMException && error.name === "TimeoutError";
    window.location.assign(isLost ? routes.cart() : link);
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
  dispatch(document.body, "added_to_cart", [answer.fragments, answer.cart_hash, button]);
  // The event may have opened the drawer: only what stands in it is heard then.
  announce(button.dataset.success_message ?? "");
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
  document.querySelector<HTMLElement>(".astra-cart-drawer-close")?.focus();
  dispatch(document.body, "removed_from_cart", [answer.fragments, answer.cart_hash, link]);
  announce(link.dataset.success_message ?? "");
}
