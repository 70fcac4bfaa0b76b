import { closest } from "../../../client/closest.ts";
import { dispatch, listen } from "../../../client/events.ts";
import { intercept } from "../../../client/intercept.ts";
import { openModal } from "../../../client/open-modal.ts";
import { handlerOf, isTaken } from "../../../client/other-scripts.ts";
import { parameters } from "../../../client/requests/parameters.ts";
import { defineWidget } from "../../../client/widget.ts";
import { isNarrow } from "../../../layout/client/layout-width.ts";
import { type CartFragments, cartHash } from "../cart-fragments.ts";
import type { CartQueue } from "../cart-queue.ts";
import { DrawerControls } from "./drawer-controls.ts";
import { hideDrawerNote, showDrawerNote } from "./drawer-note.ts";

const focusDelayMs = 100;
const linkSelector = "a.cart-container";

/** Defines `<shop-cart-drawer>`, which holds the dialog of the cart. */
export function defineCartDrawer(queue: CartQueue, fragments: CartFragments): void {
  defineWidget("shop-cart-drawer", (element, signal) => {
    const drawer = element.querySelector("dialog");
    if (drawer) new CartDrawer(drawer, queue, fragments, signal);
  });
}

/** Opens the drawer from the cart icon and after an add; closes it on its button and overlay. */
class CartDrawer {
  readonly #drawer: HTMLDialogElement;
  readonly #fragments: CartFragments;
  readonly #controls: DrawerControls;
  #opener: HTMLElement | null = null;
  /** Whether the drawer has the class `active`; other scripts open and close it by that class. */
  #isActive = false;

  constructor(drawer: HTMLDialogElement, queue: CartQueue, fragments: CartFragments, signal: AbortSignal) {
    this.#drawer = drawer;
    this.#fragments = fragments;
    window.addEventListener("click", (event) => this.#onPageClick(event), { signal });
    listen(
      document.body,
      "added_to_cart",
      ([, , button]) => this.#onAdd(button instanceof HTMLElement ? button : null),
      signal,
    );
    drawer.addEventListener("click", ({ target }) => this.#onClick(target as Element), { signal });
    listen(document.body, "wc_fragments_ajax_error", () => drawer.classList.add("is-failed"), signal);
    drawer.addEventListener("close", () => this.#onClose(), { signal });
    this.#controls = new DrawerControls({ drawer, queue, fragments, signal });
    const observer = new MutationObserver(() => this.#follow());
    observer.observe(drawer, { attributeFilter: ["class"] });
    signal.addEventListener("abort", () => observer.disconnect());
  }

  /** Opens or closes the drawer when another script has changed its class. */
  #follow(): void {
    const drawer = this.#drawer;
    if (drawer.matches(".active") === this.#isActive) return;
    this.#isActive = !this.#isActive;
    if (this.#isActive) this.#show();
    else drawer.close();
  }

  #onPageClick(event: Event): void {
    const link = closest(event, linkSelector);
    if (link && !isTaken("drawer", event) && !followsLink()) intercept(event, () => this.#open(link, true));
  }

  #onAdd(button: HTMLElement | null): void {
    showDrawerNote(button?.dataset.success_message ?? "");
    const address = addressAfterAdd();
    if (address) window.location.assign(address);
    else if (opensAfterAdd()) this.#open(button);
  }

  #onClick(target: Element): void {
    const drawer = this.#drawer;
    if (target === drawer || target.closest(".astra-cart-drawer-close, .astra-mobile-cart-overlay")) drawer.close();
    if (target.closest(".cart-drawer-again")) {
      this.#fetch();
      this.#focusClose();
    }
  }

  #onClose(): void {
    hideDrawerNote();
    // The browser says so late, and the drawer may be open again.
    if (this.#drawer.open) return;
    this.#mark(false);
    this.#returnFocus();
  }

  /** @param fetches whether to fetch the cart; after an add it has just been received */
  #open(opener: HTMLElement | null, fetches = false): void {
    if (this.#drawer.open || isCartPage()) return;
    this.#opener = opener;
    this.#show(fetches);
    dispatch(document, "astra_on_slide_In_cart_open");
  }

  #show(fetches = false): void {
    const drawer = this.#drawer;
    const hasCart = cartHash() !== "";
    const isUnknown = hasCart && !drawer.querySelector(".widget_shopping_cart_content > *");
    drawer.classList.toggle("is-unknown", isUnknown);
    openModal(drawer);
    this.#mark(true);
    if (hasCart && (fetches || isUnknown)) this.#fetch();
    void this.#controls.load().then((lines) => lines?.onOpen());
    const { activeElement } = document;
    setTimeout(() => {
      // The shopper may have moved the focus meanwhile.
      if (drawer.open && document.activeElement === activeElement) this.#focusClose();
    }, focusDelayMs);
  }

  #fetch(): void {
    this.#drawer.classList.remove("is-failed");
    this.#fragments.refresh();
  }

  #focusClose(): void {
    this.#drawer.querySelector<HTMLElement>(".astra-cart-drawer-close")?.focus();
  }

  #mark(isOpen: boolean): void {
    this.#isActive = isOpen;
    this.#drawer.classList.toggle("active", isOpen);
    this.#drawer.classList.toggle("woocommerce-active", isOpen);
    document.documentElement.classList.toggle("ast-mobile-cart-active", isOpen);
  }

  /** Returns the focus to the opener, or to a link next to it. The browser does so itself unless the opener was replaced or hidden. */
  #returnFocus(): void {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && !this.#drawer.contains(activeElement)) return;
    const isVisible = (element: Element | null | undefined): element is HTMLElement =>
      element instanceof HTMLElement && element.isConnected && element.offsetParent !== null;
    const opener = this.#opener;
    const links = document.querySelectorAll(linkSelector);
    [opener, opener?.parentElement?.querySelector("a.added_to_cart"), ...links].find(isVisible)?.focus();
  }
}

/** The drawer never opens on the cart page, nor on small screens with the setting "redirect". */
function followsLink(): boolean {
  if (isCartPage()) return true;
  return isNarrow() && parameters("astra_cart")?.responsive_cart_click === "redirect";
}

function isCartPage(): boolean {
  return document.body.classList.contains("woocommerce-cart");
}

/** Returns the address that the setting names for after an add, or "". On the cart and checkout pages quantity changes dispatch the event too. */
function addressAfterAdd(): string {
  const settings = parameters("astra_shop_add_to_cart");
  const isThere = document.querySelector("body.woocommerce-cart, body.woocommerce-checkout") !== null;
  if (!settings || isThere) return "";
  if (settings.shop_add_to_cart_action === "redirect_cart_page") return settings.cart_url;
  return settings.shop_add_to_cart_action === "redirect_checkout_page" ? settings.checkout_url : "";
}

/** False if other scripts open the drawer, on the checkout page, after a product page's own button (which shows its own result) and over the quick checkout. */
function opensAfterAdd(): boolean {
  if (handlerOf("drawer") === "scripts") return false;
  const isWanted = parameters("astra_shop_add_to_cart")?.shop_add_to_cart_action === "slide_in_cart";
  const blockers = "body.woocommerce-checkout, .single_add_to_cart_button.loading, #quick-checkout[open]";
  return isWanted && document.querySelector(blockers) === null;
}
