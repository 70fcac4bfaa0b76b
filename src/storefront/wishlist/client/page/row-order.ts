import { announce } from "../../../client/announce.ts";
import { intercept } from "../../../client/intercept.ts";
import { showFailureNotice } from "../../../notices/client/page-notices.ts";
import { wishLabel } from "../heart-note.ts";
import { callWishlist } from "../wishlist-call.ts";
import { delegate } from "./delegate.ts";
import type { ListChanges } from "./list-changes.ts";
import { findTable, rowsOf } from "./list-form.ts";

type Save = (table: HTMLElement) => void;

/**
 * Orders rows by their buttons and by dragging, with a mouse, a pen or a finger. When its turn comes, only the last order is
 * saved.
 */
export function startRowOrder(changes: ListChanges, signal: AbortSignal): void {
  let newest = 0;
  const save: Save = (table) => {
    const own = ++newest;
    const fields = orderOf(table);
    const send = async () => {
      if (own === newest) await callWishlist({ action: "sort_wishlist_items", fields });
    };
    changes.inTurn(send).catch(() => showFailureNotice(wishLabel("not_saved")));
  };
  const onClick = (button: HTMLElement, event: Event) => {
    if (moveByButton(button, save)) intercept(event, () => {});
  };
  delegate("click", ".sortable .order button", onClick, signal);
  const onPress = (handle: HTMLElement, event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    drag(handle, { save, onEnd: () => changes.catchUp() }, signal);
  };
  delegate("pointerdown", ".sortable .order .drag", onPress, signal);
}

function orderOf(table: HTMLElement) {
  const { token = "", page = "1", perPage = "" } = table.dataset;
  const positions = rowsOf(table).map(({ dataset }) => dataset.rowId ?? "");
  return { "positions[]": positions, wishlist_token: token, page, per_page: perPage };
}

/** Moves the row by one place. @returns false if it leaves the page, which the form's own submission does */
function moveByButton(button: HTMLElement, save: Save): boolean {
  const row = button.closest<HTMLElement>("[data-row-id]");
  const table = findTable();
  if (!row || !table) return false;
  const isUp = !button.classList.contains("order-down");
  const other = isUp ? row.previousElementSibling : row.nextElementSibling;
  if (!other) return false;
  const ends = endsOf(table);
  if (isUp) row.after(other);
  else row.before(other);
  arrange(table, ends);
  button.focus();
  if (document.activeElement !== button) row.querySelector<HTMLElement>(".order button:enabled")?.focus();
  announcePlace(table, row);
  save(table);
  return true;
}

/** Whether the first row of the page is the list's first, and the last one its last. */
interface Ends {
  isFirst: boolean;
  isLast: boolean;
}

const upOf = (row?: Element) => row?.querySelector<HTMLButtonElement>(".order button:not(.order-down)");
const downOf = (row?: Element) => row?.querySelector<HTMLButtonElement>(".order-down");

function endsOf(table: HTMLElement): Ends {
  const rows = rowsOf(table);
  return { isFirst: upOf(rows[0])?.disabled ?? true, isLast: downOf(rows.at(-1))?.disabled ?? true };
}

/** Writes the places into the form and disables the buttons at the list's ends. */
function arrange(table: HTMLElement, { isFirst, isLast }: Ends): void {
  const rows = rowsOf(table);
  const offset = (Number(table.dataset.page) - 1) * Number(table.dataset.perPage);
  for (const [index, row] of rows.entries()) {
    const place = row.querySelector<HTMLInputElement>("input[name*='[position]']");
    if (place) place.value = String(offset + index);
    const [up, down] = [upOf(row), downOf(row)];
    if (up) up.disabled = isFirst && index === 0;
    if (down) down.disabled = isLast && index === rows.length - 1;
  }
}

function announcePlace(table: HTMLElement, row: HTMLElement): void {
  const values: Record<string, string> = {
    name: row.querySelector(".product-name .name")?.textContent ?? "",
    place: row.querySelector<HTMLInputElement>("input[name*='[position]']")?.value ?? "",
  };
  const text = (table.dataset.moved ?? "").replace(/%(\w+)%/g, (_, name: string) =>
    name === "place" ? String(Number(values.place) + 1) : (values[name] ?? ""),
  );
  announce(text);
}

/** Lets the row follow the pointer until it is released. Escape puts it back. */
function drag(handle: HTMLElement, { save, onEnd }: { save: Save; onEnd: () => void }, signal: AbortSignal): void {
  const row = handle.closest<HTMLElement>("[data-row-id]");
  const table = findTable();
  if (!row || !table) return;
  const [before, ends] = [rowsOf(table), endsOf(table)];
  const dragging = new AbortController();
  const options = { signal: AbortSignal.any([dragging.signal, signal]) };
  row.classList.add("dragging");
  const end = () => {
    dragging.abort();
    row.classList.remove("dragging");
    arrange(table, ends);
  };
  const cancel = () => {
    row.parentElement?.append(...before.filter(({ isConnected }) => isConnected));
    end();
    onEnd();
  };
  const drop = () => {
    end();
    const left = before.filter(({ isConnected }) => isConnected);
    if (rowsOf(table).some((one, index) => one !== left[index])) {
      announcePlace(table, row);
      save(table);
    }
    onEnd();
  };
  const follow = (event: PointerEvent) => {
    const over = rowsOf(table).find((one) => isInside(one.getBoundingClientRect(), event));
    if (over && over !== row) moveTo(row, over);
  };
  document.addEventListener("pointermove", follow, options);
  document.addEventListener("pointerup", drop, options);
  document.addEventListener("pointercancel", cancel, options);
  const onKey = ({ key }: KeyboardEvent) => key === "Escape" && cancel();
  document.addEventListener("keydown", onKey, options);
}

function isInside({ left, right, top, bottom }: DOMRect, { clientX, clientY }: PointerEvent): boolean {
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/** Moves the rows between two, not the dragged one: it must stay in the document, or a finger would lose it. */
function moveTo(row: HTMLElement, target: HTMLElement): void {
  const isDown = row.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
  for (;;) {
    const next = isDown ? row.nextElementSibling : row.previousElementSibling;
    if (!next) return;
    if (isDown) row.before(next);
    else row.after(next);
    if (next === target) return;
  }
}
