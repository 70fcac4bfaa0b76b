import { announce } from "../../../client/announce.ts";
import { dispatch } from "../../../client/events.ts";
import { intercept } from "../../../client/intercept.ts";
import { forgetWish } from "../wish-copy.ts";
import { delegate } from "./delegate.ts";
import type { ListChanges } from "./list-changes.ts";
import { findTable, focusRowAt, rowsOf } from "./list-form.ts";

/** Removes rows in place. */
export function startRowRemoval(changes: ListChanges, signal: AbortSignal): void {
  const onClick = (link: HTMLElement, event: Event) => intercept(event, () => void remove(changes, link));
  delegate("click", ".wishlist_table .remove_from_wishlist", onClick, signal);
}

async function remove(changes: ListChanges, link: HTMLElement): Promise<void> {
  const row = link.closest<HTMLElement>("[data-row-id]");
  const table = findTable();
  if (!row?.dataset.rowId || !table || row.ariaBusy) return;
  const index = rowsOf(table).indexOf(row);
  row.ariaBusy = "true";
  const { id = "", token = "" } = table.dataset;
  const fields = { remove_from_wishlist: row.dataset.rowId, wishlist_id: id, wishlist_token: token };
  const answer = await changes.make({ action: "remove_from_wishlist", fields });
  if (!answer) {
    row.ariaBusy = null;
    return;
  }
  const hasFocus = !row.isConnected || row.contains(document.activeElement);
  row.remove();
  forgetWish(row.dataset.rowId);
  dispatch(document.body, "removed_from_wishlist", [link, row]);
  announce(document.querySelector("#yith-wcwl-form .woocommerce-message")?.textContent ?? "");
  if (hasFocus) focusRowAt(index, ".remove_from_wishlist");
}
