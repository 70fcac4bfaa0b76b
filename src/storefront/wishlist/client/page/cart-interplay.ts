import { listen } from "../../../client/events.ts";
import { parameters } from "../../../client/requests/parameters.ts";
import { parseElements } from "../../../notices/client/page-notices.ts";
import { paintHearts } from "../paint-hearts.ts";
import { reloadFragments } from "../send-wishes.ts";
import { forgetWish } from "../wish-copy.ts";
import type { ListChanges } from "./list-changes.ts";
import { findTable, focusRowAt, rowsOf } from "./list-form.ts";

/** Adds wished products to the cart: they leave the owner's list, and the page stays. Source: storefront specification 4. */
export function startCartInterplay(changes: ListChanges, signal: AbortSignal): void {
  listen(document.body, "adding_to_cart", ([button, fields]) => onAdding(button, fields), signal);
  const onAdded = (parameters: readonly unknown[]) => {
    showAdded();
    removeRow(changes, parameters[2]);
  };
  listen(document.body, "added_to_cart", onAdded, signal);
}

const rowOf = (button: unknown) =>
  button instanceof Element ? button.closest<HTMLElement>(".wishlist_table [data-row-id]") : null;

/** Names the list that the product leaves, and stays on the page until the button is no longer busy, also after a failure. */
function onAdding(button: unknown, fields: unknown): void {
  const row = rowOf(button);
  const settings = parameters("wc_add_to_cart_params");
  const wishlist = parameters("yith_wcwl_l10n");
  if (!row || !settings || !wishlist) return;
  const listId = findTable()?.dataset.id;
  if (wishlist.remove_from_wishlist_after_add_to_cart && listId && fields && typeof fields === "object")
    Object.assign(fields, { remove_from_wishlist_after_add_to_cart: row.dataset.rowId, wishlist_id: listId });
  const before = settings.cart_redirect_after_add;
  settings.cart_redirect_after_add = wishlist.redirect_to_cart;
  const observer = new MutationObserver(() => {
    if ((button as Element).classList.contains("loading")) return;
    observer.disconnect();
    settings.cart_redirect_after_add = before;
  });
  observer.observe(button as Element, { attributeFilter: ["class"] });
}

/** Shows the message in place of others, or above the list, as one of the shop's notices. */
function showAdded(): void {
  const [message] = parseElements(parameters("yith_wcwl_l10n")?.labels.added_to_cart_message ?? "");
  const before = [...document.querySelectorAll(".woocommerce-message")];
  if (!message) return;
  message.classList.add("notices");
  message.querySelector(".woocommerce-message")?.classList.add("notice", "notice--good");
  if (before.length === 0) document.querySelector("#yith-wcwl-form")?.prepend(message);
  const inner = message.querySelector(".woocommerce-message");
  for (const one of before) if (inner) one.replaceWith(inner.cloneNode(true));
}

function removeRow(changes: ListChanges, button: unknown): void {
  const row = rowOf(button);
  const isKept = !parameters("yith_wcwl_l10n")?.remove_from_wishlist_after_add_to_cart;
  const form = row?.closest<HTMLElement>(".wishlist-fragment");
  const { is_user_owner: isOwner } = JSON.parse(form?.dataset.fragmentOptions ?? "{}") as { is_user_owner?: boolean };
  if (!row || isKept || !isOwner) return;
  const index = rowsOf(findTable()).indexOf(row);
  const hadFocus = row.contains(document.activeElement);
  row.remove();
  changes.markChanged();
  forgetWish(row.dataset.rowId ?? "");
  paintHearts();
  if (hadFocus) focusRowAt(index, ".add_to_cart");
  if (rowsOf(findTable()).length === 0 && form) void reloadFragments({ within: [form] }).catch(reportError);
}
