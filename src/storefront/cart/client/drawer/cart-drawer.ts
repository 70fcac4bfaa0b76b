import { dispatch, listen } from "../../../client/events.ts";
import { openModal } from "../../../client/open-modal.ts";
import { parameters } from "../../../client/parameters.ts";
import { takeOver } from "../../../client/take-over.ts";
import { isNarrow } from "../../../layout/client/layout-width.ts";
import { cartHash, refreshFragments } from "../cart-fragments.ts";
import { fetchDrawerLines } from "./drawer-controls.ts";
import { hideDrawerNote } from "./drawer-note.ts";

const focusDelay = 100;
const linkSelector = "a.cart-container";

/** The cart at the side: opens from the cart icon and after an add, closes on Escape, veil, button and a new width. */
export function startCartDrawer(): void {
  const drawer = document.querySelector<HTMLDialogElement>("#astra-mobile-cart-drawer");
  if (!drawer) return;
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLElement>(linkSelector);
    if (link && !event.defaultPrevented && !followsLink()) takeOver(event, () => open(drawer, link, true));
  });
  listen(document.body, "added_to_cart", ([, , button]) => {
    const action = actionAfterAdd();
    if (action) window.location.assign(action);
    else if (opensAfterAdd()) open(drawer, button instanceof HTMLElement ? button : null);
  });
  drawer.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (target === drawer || target.closest(".astra-cart-drawer-close, .astra-mobile-cart-overlay")) drawer.close();
    if (target.closest(".cart-drawer-again")) {
      fetchCart(drawer);
      focusClose(drawer);
    }
  });
  listen(document.body, "wc_fragments_ajax_error", () => drawer.classList.add("is-failed"));
  drawer.addEventListener("close", () => {
    mark(drawer, false);
    hideDrawerNote();
    returnFocus(drawer);
  });
}

/** The drawer never opens on the cart page; with the mode "redirect", small screens follow the link. */
function followsLink(): boolean {
  if (isCartPage()) return true;
  return isNarrow() && parameters("astra_cart")?.responsive_cart_click === "redirect";
}

function isCartPage(): boolean {
  return document.body.classList.contains("woocommerce-cart");
}

/** Where the setting has an add lead, "" where it stays. The event also tells of quantities that changed on these very pages. */
function actionAfterAdd(): string {
  const given = parameters("astra_shop_add_to_cart");
  const isThere = document.querySelector("body.woocommerce-cart, body.woocommerce-checkout") !== null;
  if (!given || isThere) return "";
  if (given.shop_add_to_cart_action === "redirect_cart_page") return given.cart_url;
  return given.shop_add_to_cart_action === "redirect_checkout_page" ? given.checkout_url : "";
}

/** On the checkout page the event only tells of a changed quantity, a page's own buy button shows its own result, and over the quick checkout nothing opens. */
function opensAfterAdd(): boolean {
  const isWanted = parameters("astra_shop_add_to_cart")?.shop_add_to_cart_action === "slide_in_cart";
  const isElsewhere =
    document.querySelector("body.woocommerce-checkout, .single_add_to_cart_button.loading, #quick-checkout[open]") ===
    null;
  return isWanted && isElsewhere;
}

let opener: HTMLElement | null = null;

/** @param isLook the shopper wants to see his cart, which is fetched; an add has just brought it along */
function open(drawer: HTMLDialogElement, by: HTMLElement | null, isLook = false): void {
  if (drawer.open || isCartPage()) return;
  opener = by;
  const hasCart = cartHash() !== "";
  const isUnknown = hasCart && !drawer.querySelector(".widget_shopping_cart_content > *");
  drawer.classList.toggle("is-unknown", isUnknown);
  openModal(drawer);
  mark(drawer, true);
  // Without a cart nothing is asked: the drawer of the page is the empty one.
  if (hasCart && (isLook || isUnknown)) fetchCart(drawer);
  void fetchDrawerLines().then((lines) => lines?.attendDrawer(drawer));
  dispatch(document, "astra_on_slide_In_cart_open");
  const { activeElement } = document;
  setTimeout(() => {
    // Whoever has gone on in the drawer meanwhile stays there.
    if (!drawer.open || document.activeElement !== activeElement) return;
    focusClose(drawer);
  }, focusDelay);
}

function fetchCart(drawer: HTMLElement): void {
  drawer.classList.remove("is-failed");
  refreshFragments();
}

function focusClose(drawer: HTMLElement): void {
  drawer.querySelector<HTMLElement>(".astra-cart-drawer-close")?.focus();
}

function mark(drawer: HTMLElement, isOpen: boolean): void {
  drawer.classList.toggle("active", isOpen);
  drawer.classList.toggle("woocommerce-active", isOpen);
  document.documentElement.classList.toggle("ast-mobile-cart-active", isOpen);
}

/** The browser gives the focus back by itself, unless what opened the drawer was replaced or hidden meanwhile. */
function returnFocus(drawer: HTMLElement): void {
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body || drawer.contains(activeElement);
  if (!isLost) return;
  const isShown = (element: Element | null | undefined): element is HTMLElement =>
    element instanceof HTMLElement && element.isConnected && element.offsetParent !== null;
  const links = document.querySelectorAll(linkSelector);
  const places = [opener, opener?.parentElement?.querySelector("a.added_to_cart"), ...links];
  places.find(isShown)?.focus();
}
