import { showFailureNotice } from "../../../notices/client/page-notices.ts";
import { wishLabel } from "../heart-note.ts";
import { callWishlist, type WishlistAnswer, type WishlistCall } from "../wishlist-call.ts";

/** The element with the products of the list. */
export function findTable(): HTMLElement | null {
  return document.querySelector<HTMLElement>(".cart.wishlist_table[data-token]");
}

export function rowsOf(table: Element | null): HTMLElement[] {
  return [...(table?.querySelectorAll<HTMLElement>("[data-row-id]") ?? [])];
}

/** Makes a call whose answer has the form again. Shows a failure. @returns undefined if it failed or was refused */
export async function changeList(call: Pick<WishlistCall, "action" | "fields">): Promise<WishlistAnswer | undefined> {
  const fragments = [...document.querySelectorAll<HTMLElement>("#yith-wcwl-form.wishlist-fragment")];
  const isMobile = findTable()?.classList.contains("mobile");
  const answer = await callWishlist({ ...call, fragments, ...(isMobile && { options: { is_mobile: "yes" } }) }).catch(
    () => undefined,
  );
  if (answer && answer.result !== false && !Array.isArray(answer.fragments ?? {})) return answer;
  showFailureNotice(wishLabel("not_saved"));
  return undefined;
}

/** Focuses what is left of a removed row's neighbours: the row now at its place, or the list's title. */
export function focusRowAt(index: number, selector: string): void {
  const rows = rowsOf(findTable());
  const row = rows[Math.min(index, rows.length - 1)];
  const title = document.querySelector<HTMLElement>(".wishlist-title h2, .wishlist-empty");
  const target = row?.querySelector<HTMLElement>(selector) ?? row?.querySelector<HTMLElement>("a, button") ?? title;
  if (target === title) title?.setAttribute("tabindex", "-1");
  target?.focus();
}
