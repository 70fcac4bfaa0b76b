import { dispatch, listen } from "./events.ts";
import { parameters } from "./parameters.ts";

/** The cart at the side: opens from the cart icon and after an add, closes on Escape, veil, button and a new width. */
export function startCartDrawer(): void {
  const drawer = document.querySelector<HTMLDialogElement>("#astra-mobile-cart-drawer");
  if (!drawer) return;
  document.body.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a.cart-container");
    if (!link || event.ctrlKey || event.metaKey || followsLink()) return;
    event.preventDefault();
    open(drawer);
  });
  listen(document.body, "added_to_cart", () => {
    if (parameters("astra_shop_add_to_cart")?.shop_add_to_cart_action === "slide_in_cart") open(drawer);
  });
  drawer.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (target === drawer || target.closest(".astra-cart-drawer-close, .astra-mobile-cart-overlay")) drawer.close();
  });
  drawer.addEventListener("close", () => {
    drawer.classList.remove("active", "woocommerce-active");
    document.documentElement.classList.remove("ast-mobile-cart-active");
  });
  closeOnNewWidth(drawer);
}

/** With the mode "redirect", small screens follow the link. */
function followsLink(): boolean {
  const breakPoint = Number(parameters("astra")?.break_point ?? 921);
  const isSmall = document.documentElement.clientWidth <= breakPoint;
  return isSmall && parameters("astra_cart")?.responsive_cart_click === "redirect";
}

function open(drawer: HTMLDialogElement): void {
  if (drawer.open || document.body.classList.contains("woocommerce-cart")) return;
  drawer.showModal();
  drawer.classList.add("active", "woocommerce-active");
  document.documentElement.classList.add("ast-mobile-cart-active");
  dispatch(document, "astra_on_slide_In_cart_open");
  setTimeout(() => drawer.querySelector<HTMLElement>(".astra-cart-drawer-close")?.focus(), 100);
}

function closeOnNewWidth(drawer: HTMLDialogElement): void {
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    if (drawer.open && !(document.activeElement instanceof HTMLInputElement)) drawer.close();
  });
}
