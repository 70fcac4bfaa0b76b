import { catalogues, type MessageKey } from "#messages/catalogue.ts";
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import type { AddedLine } from "#shop/cart/lines/put-answer.ts";
import { limitNotice } from "#shop/cart/lines/recheck-cart.ts";
import type { QuantityChange } from "#shop/cart/lines/set-quantity.ts";
import type { Refusal } from "#shop/refusal.ts";
import type { Call } from "./entrance.ts";

/** Refusals whose notice links to the cart. */
const linksToCart: ReadonlySet<string> = new Set([
  "product_sold_individually",
  "stock_insufficient_with_cart",
  "cart_full",
]);
/** Refusals whose notice links to the product's page. */
const linksToProduct: ReadonlySet<string> = new Set([
  "product_choose_options",
  "variation_attribute_missing",
  "variation_attribute_invalid",
  "variation_unknown",
]);

/** Returns the notice that explains a refusal. */
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
      ...(linksToCart.has(refusal.code) && { viewCart: 1 }),
      ...(linksToProduct.has(refusal.code) && slug !== undefined && { productSlug: slug }),
    },
  };
}

/** Returns whether a refusal has no notice: the product is unknown, or no quantity was requested. */
export function isSilent(refusal: Refusal): boolean {
  if (refusal.code === "product_unknown") return true;
  return refusal.code === "quantity_too_small" && refusal.details.name === undefined;
}

/** Returns the notice about added products, with a link to the cart. */
export function addedNotice(added: readonly AddedLine[]): Notice {
  const [first, ...others] = added;
  const values = { name: first?.name ?? "", count: first?.quantity ?? 1 };
  if (others.length === 0) return { kind: "success", messageKey: "notices.added", values: { ...values, viewCart: 1 } };
  const names = added.map((line) => `“${line.name}”`).join(", ");
  return { kind: "success", messageKey: "notices.addedSeveral", values: { names, viewCart: 1 } };
}

/** Returns the notice about a quantity that was limited or raised; null if it is as requested. */
export function limitedNotice({ name, quantity, wanted }: QuantityChange): Notice | null {
  if (quantity === wanted || wanted <= 0) return null;
  if (quantity === 0) return { kind: "error", messageKey: "notices.soldOut", values: { name } };
  return limitNotice(name, quantity, quantity > wanted);
}

/**
 * Returns the notice with an Undo link for a line set to 0; null for other changes.
 * @param undoNonce null: without the link
 * @param undoPage where the link leads
 */
export function removedNotice(
  { lineKey, name, quantity, wanted }: Pick<QuantityChange, "lineKey" | "name" | "quantity" | "wanted">,
  undoNonce: string | null,
  undoPage = "",
): Notice | null {
  if (quantity > 0 || wanted > 0) return null;
  const undo = undoNonce !== null && { undoKey: lineKey, undoNonce, ...(undoPage && { undoPage }) };
  return { kind: "success", messageKey: "notices.removed", values: { name, ...undo } };
}

/** Returns the notice about a line that could not be fully restored; null if it was. */
export function restoredNotice(change: QuantityChange): Notice | null {
  const { name, quantity } = change;
  return quantity === 0
    ? { kind: "error", messageKey: "notices.notRestored", values: { name } }
    : limitedNotice(change);
}

/** Returns the notice about a line that was not restored. */
export function unrestoredNotice(refusal: Refusal): Notice {
  if (refusal.code !== "cart_full") return { kind: "error", messageKey: "notices.nothingToRestore", values: {} };
  return { kind: "error", messageKey: "notices.tooFullToRestore", values: refusal.details };
}

/** Says that nothing was changed because the page's nonce has expired or the visitor has signed in or out since. */
export const pageExpired: Notice = { kind: "error", messageKey: "notices.pageOld", values: {} };

/**
 * Adds the notice `pageExpired`. Does nothing without a session.
 * @param values of the notice, such as a fresh undo link
 */
export async function addPageExpiredNotice(call: Call, values: Readonly<Record<string, string>> = {}): Promise<void> {
  if (!(await call.visit.session.find())) return;
  await call.visit.addNotice({ ...pageExpired, values });
}
