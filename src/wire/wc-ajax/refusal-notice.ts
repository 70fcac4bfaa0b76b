import { catalogues, type MessageKey } from "#messages/catalogue.ts";
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import type { AddedLine } from "#shop/cart/lines/put-answer.ts";
import { limitNotice } from "#shop/cart/lines/recheck-cart.ts";
import type { QuantityChange } from "#shop/cart/lines/set-quantity.ts";
import type { Refusal } from "#shop/refusal.ts";

/** Codes whose notice leads on to the cart, or to the product's page. */
const leadsToCart: ReadonlySet<string> = new Set([
  "product_sold_individually",
  "stock_insufficient_with_cart",
  "cart_full",
]);
const leadsToProduct: ReadonlySet<string> = new Set([
  "product_choose_options",
  "variation_attribute_missing",
  "variation_attribute_invalid",
  "variation_unknown",
]);

/** A refusal as the notice that explains it. */
export function refusalNotice(refusal: Refusal): Notice {
  const { slug, ...details } = refusal.details;
  const key = `notices.refused.${refusal.code}` as MessageKey;
  if (!Object.hasOwn(catalogues.en ?? {}, key))
    return { kind: "error", messageKey: "notices.refused.other", values: {} };
  return {
    kind: "error",
    messageKey: key,
    values: {
      ...details,
      ...(leadsToCart.has(refusal.code) && { viewCart: 1 }),
      ...(leadsToProduct.has(refusal.code) && slug !== undefined && { productSlug: slug }),
    },
  };
}

/** Whether a refusal leaves no notice: nothing was asked for, or there is nothing to name. */
export function isSilent(refusal: Refusal): boolean {
  if (refusal.code === "product_unknown") return true;
  return refusal.code === "quantity_too_small" && refusal.details.name === undefined;
}

/** What an add tells: how many of what, with a link to the cart. */
export function addedNotice(added: readonly AddedLine[]): Notice {
  const [first, ...others] = added;
  const one = { name: first?.name ?? "", count: first?.quantity ?? 1 };
  if (others.length === 0) return { kind: "success", messageKey: "notices.added", values: { ...one, viewCart: 1 } };
  const names = added.map((line) => `“${line.name}”`).join(", ");
  return { kind: "success", messageKey: "notices.addedSeveral", values: { names, viewCart: 1 } };
}

/** Why a line does not hold what was asked for; null when it does. */
export function heldNotice({ name, quantity, wanted }: QuantityChange): Notice | null {
  if (quantity === wanted || wanted <= 0) return null;
  if (quantity === 0) return { kind: "error", messageKey: "notices.soldOut", values: { name } };
  return limitNotice(name, quantity, quantity > wanted);
}

/** That a line is gone because none of it is wanted, with the way to have it back; null where it is not. */
export function removedNotice({ lineKey, name, quantity, wanted }: QuantityChange, undoNonce: string): Notice | null {
  if (quantity > 0 || wanted > 0) return null;
  return { kind: "success", messageKey: "notices.removed", values: { name, undoKey: lineKey, undoNonce } };
}

/** Why a line that was put back is not as it was; null when it is. */
export function restoredNotice(change: QuantityChange): Notice | null {
  const { name, quantity } = change;
  return quantity === 0 ? { kind: "error", messageKey: "notices.notRestored", values: { name } } : heldNotice(change);
}

/** Why a line was not put back. */
export function unrestoredNotice(refusal: Refusal): Notice {
  if (refusal.code !== "cart_full") return { kind: "error", messageKey: "notices.nothingToRestore", values: {} };
  return { kind: "error", messageKey: "notices.tooFullToRestore", values: refusal.details };
}
