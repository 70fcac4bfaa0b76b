import type { TrackedItem } from "#shop/tracking/facts.rules.ts";
import type { PageFact } from "#shop/tracking/page-tracking.rules.ts";
import { closest } from "../../../client/closest.ts";
import { Products } from "../products.ts";
import type { TrackingData } from "../tracking-data.ts";
import type { Act, GoodsKind, TellItem } from "./acts.ts";

type Tell = (fact: PageFact) => void;
type Fields = Readonly<Record<string, unknown>>;

/** Returns what tells networks about an act of the shopper, if it is one with products, the cart or the payment. */
export function shopping(tell: Tell, tellItem: TellItem, data: TrackingData): (...act: Act) => void {
  const products = new Products(data);
  const tellPayment = paymentTeller(tell, data.facts);
  /** The fields of each button's last addition. */
  const sent = new WeakMap<object, Fields>();
  const tellGoods = (kind: GoodsKind, fields: Fields) => {
    const [productId, variationId] = [Number(fields.product_id), Number(fields.variation_id) || 0];
    if (!productId) return;
    const found = products.find(productId, variationId);
    const tellFound = (item: TrackedItem | undefined) => item && tellItem(kind, item, Number(fields.quantity) || 1);
    // At once, if possible: the page may be about to be left.
    if (found instanceof Promise) found.then(tellFound).catch(reportError);
    else tellFound(found);
  };

  const acts: Readonly<Record<Act[0], (parameters: readonly unknown[]) => void>> = {
    found_variation: ([variation]) => products.keep(variation ?? {}),
    adding_to_cart([button, fields]) {
      if (button instanceof Element && typeof fields === "object") sent.set(button, { ...fields });
    },
    added_to_cart([, , button]) {
      if (button instanceof HTMLElement)
        tellGoods("add_to_cart", { product_id: idOf(button), quantity: button.dataset.quantity, ...sent.get(button) });
    },
    removed_from_cart([, , link]) {
      if (link instanceof HTMLElement) tellGoods("remove_from_cart", link.dataset);
    },
    added_to_wishlist([heart]) {
      if (heart instanceof HTMLElement) tellGoods("add_to_wishlist", { product_id: idOf(heart) });
    },
    checkout_place_order: tellPayment,
    change([event]) {
      if (closest(event as Event, "form.checkout input[name=payment_method]")) tellPayment();
    },
    click([event]) {
      const remove = closest(event as Event, ".woocommerce-cart-form .remove[data-product_id]");
      const quantity = remove?.closest("tr, .cart_item")?.querySelector<HTMLInputElement>("input.qty")?.value;
      if (remove) tellGoods("remove_from_cart", { quantity, product_id: remove.dataset.product_id });
    },
  };
  return (name, parameters) => acts[name](parameters);
}

/** Returns what tells once that the shopper has chosen how to pay, or placed the order. */
function paymentTeller(tell: Tell, facts: TrackingData["facts"]): () => void {
  const checkout = facts.find((fact) => fact.kind === "begin_checkout");
  let isTold = false;
  return () => {
    if (checkout && !isTold) tell({ ...checkout, kind: "add_payment_info" });
    isTold = true;
  };
}

/** The product of a button or heart; "" for none. */
function idOf(element: HTMLElement): string {
  const { product_id, productId } = element.dataset;
  return product_id ?? productId ?? (element instanceof HTMLButtonElement ? element.value : "");
}
