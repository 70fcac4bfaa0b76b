import { announce } from "../../../client/announce.ts";
import { dispatch } from "../../../client/events.ts";
import { intercept } from "../../../client/intercept.ts";
import { forgetWish } from "../wish-copy.ts";
import { delegate } from "./delegate.ts";
import { changeList, findTable, focusRowAt, rowsOf } from "./list-form.ts";

/** Removes rows in place. */
export function startRowRemoval(signal: AbortSignal): void {
  const onClick = (link: HTMLElement, event: Event) => intercept(event, () => void remove(link));
  delegate("click", ".wishlist_table .remove_from_wishlist", onClick, signal);
}

async function remove(link: HTMLElement): Promise<void> {
  const row = link.closest<HTMLElement>("[data-row-id]");
  const table = findTable();
  if (!row?.dataset.rowId || !table || row.ariaBusy) return;
  const index = rowsOf(table).indexOf(row);
  row.ariaBusy = "true";
  const { id = "", token = "" } = table.dataset;
  const fields = { remove_from_wishlist: row.dataset.rowId, wishlist_id: id, wishlist_token: token };
  const answer = await changeList({ action: "remove_from_wishlist", fields });
  row.ariaBusy = null;
  if (!answer) return;
  forgetWish(row.dataset.rowId);
  dispatch(document.body, "removed_from_wishlist", [link, row]);
  announce(document.querySelector("#yith-wcwl-form .woocommerce-message")?.textContent ?? "");
  focusRowAt(index, ".remove_from_wishlist");
}
