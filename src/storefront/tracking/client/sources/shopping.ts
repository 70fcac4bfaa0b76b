import type { PageFact } from "#shop/tracking/page-tracking.rules.ts";
import { closest } from "../../../client/closest.ts";
import { listen } from "../../../client/events.ts";
import type { PickedGoods, Products } from "../products.ts";
import type { TrackingData } from "../tracking-data.ts";

type Tell = (fact: PageFact) => void;
type Fields = Readonly<Record<string, unknown>>;

/** Tells what the shopper does with products, the cart and the payment. */
export function startShopping(tell: Tell, products: Products, { facts }: TrackingData): void {
  /** The fields of each button's last addition. */
  const sent = new WeakMap<object, Fields>();
  const tellGoods = (kind: "add_to_cart" | "remove_from_cart" | "add_to_wishlist", fields: Fields) => {
    const [productId, variationId] = [Number(fields.product_id), Number(fields.variation_id) || 0];
    if (!productId) return;
    const found = products.find(productId, { variationId, quantity: Number(fields.quantity) || 1 });
    const tellFound = (goods: PickedGoods | undefined) => goods && tell({ kind, ...goods });
    // At once, if possible: the page may be about to be left.
    if (found instanceof Promise) found.then(tellFound).catch(reportError);
    else tellFound(found);
  };

  listen(document.body, "found_variation", ([variation]) => products.keep(variation ?? {}));
  listen(document.body, "adding_to_cart", ([button, fields]) => {
    if (button instanceof Element && typeof fields === "object") sent.set(button, { ...fields });
  });
  listen(document.body, "added_to_cart", ([, , button]) => {
    if (button instanceof HTMLElement)
      tellGoods("add_to_cart", { product_id: idOf(button), quantity: button.dataset.quantity, ...sent.get(button) });
  });
  listen(document.body, "removed_from_cart", ([, , link]) => {
    if (link instanceof HTMLElement) tellGoods("remove_from_cart", link.dataset);
  });
  listen(document.body, "added_to_wishlist", ([heart]) => {
    if (heart instanceof HTMLElement) tellGoods("add_to_wishlist", { product_id: idOf(heart) });
  });

  // On window, after the shop's own listeners: what they have not handled leaves the page.
  window.addEventListener("submit", (event) => {
    const form = closest<HTMLFormElement>(event, "form.cart, shop-quick-checkout form");
    if (!form || event.defaultPrevented) return;
    const fields = Object.fromEntries(new FormData(form, event.submitter));
    const productId = fields.product_id ?? fields["add-to-cart"] ?? form.dataset.product_id;
    tellGoods("add_to_cart", { ...fields, product_id: productId });
  });
  document.addEventListener("click", (event) => {
    const remove = closest(event, ".woocommerce-cart-form .remove[data-product_id]");
    if (remove) {
      const quantity = remove.closest("tr, .cart_item")?.querySelector<HTMLInputElement>("input.qty")?.value;
      tellGoods("remove_from_cart", { quantity, product_id: remove.dataset.product_id });
    }
    const card = closest(event, ".products .product");
    if (card && closest(event, "a, button:not(.ajax_add_to_cart)")) {
      const contentId = /(?:^| )post-(\d+)/.exec(card.className)?.[1] ?? "";
      if (contentId && !closest(event, ".ajax_add_to_cart, .heart")) tell({ kind: "select_content", contentId });
    }
  });

  startPayment(tell, facts);
}

/** Tells once that the shopper has chosen how to pay, or placed the order. */
function startPayment(tell: Tell, facts: TrackingData["facts"]): void {
  const checkout = facts.find((fact) => fact.kind === "begin_checkout");
  if (!checkout) return;
  let isTold = false;
  const tellPayment = () => {
    if (!isTold) tell({ ...checkout, kind: "add_payment_info" });
    isTold = true;
  };
  listen(document.body, "checkout_place_order", tellPayment);
  document.addEventListener("change", (event) => {
    if (closest(event, "form.checkout input[name=payment_method]")) tellPayment();
  });
}

/** The product of a button or heart; "" for none. */
function idOf(element: HTMLElement): string {
  const { product_id, productId } = element.dataset;
  return product_id ?? productId ?? (element instanceof HTMLButtonElement ? element.value : "");
}
