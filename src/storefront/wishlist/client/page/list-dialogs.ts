import { announce } from "../../../client/announce.ts";
import { dispatch } from "../../../client/events.ts";
import { intercept } from "../../../client/intercept.ts";
import { openModal } from "../../../client/open-modal.ts";
import { wishLabel } from "../heart-note.ts";
import { readNewList, showNewList } from "../new-list-fields.ts";
import { callWishlist, type WishlistAnswer } from "../wishlist-call.ts";
import { delegate } from "./delegate.ts";
import type { ListChanges } from "./list-changes.ts";
import { findTable, focusRowAt, rowsOf } from "./list-form.ts";

/** How long (ms) the answer to an estimate is shown. Source: storefront specification 4, "Wishlist popups". */
const answerShownMs = 3000;

/** Opens the dialogs of a list and handles their forms. */
export function startListDialogs(changes: ListChanges, signal: AbortSignal): void {
  const openMove = (button: HTMLElement) => {
    const dialog = findDialog("move_to_another_wishlist");
    const move = dialog?.querySelector<HTMLElement>(".move_to_wishlist");
    if (!dialog || !move) return;
    move.dataset.productId = button.closest<HTMLElement>("[data-row-id]")?.dataset.rowId ?? "";
    showNewList(dialog);
    open(dialog);
  };
  const openEstimate = (_: HTMLElement, event: Event) => {
    const dialog = findDialog("ask_an_estimate_popup");
    if (dialog) intercept(event, () => open(dialog));
  };
  delegate("click", ".move_to_another_wishlist_button", openMove, signal);
  delegate("click", ".ask-an-estimate-button", openEstimate, signal);
  delegate("click", "dialog.wl-dialog .close-dialog", (button) => button.closest("dialog")?.close(), signal);
  delegate("change", "dialog .wishlist-select", (select) => showNewList(select.closest("dialog")), signal);
  delegate("submit", ".yith-wcwl-popup-form", (form, event) => submit(event, () => move(changes, form)), signal);
  const onEstimate = (form: HTMLElement, event: Event) => submit(event, () => ask(form as HTMLFormElement));
  delegate("submit", ".wishlist-ask-an-estimate-popup", onEstimate, signal);
}

function findDialog(id: string): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>(`dialog#${id}`);
}

function open(dialog: HTMLDialogElement): void {
  openModal(dialog);
  dispatch(document, "yith_wcwl_popup_opened", [dialog]);
}

function submit(event: Event, action: () => Promise<void>): void {
  event.preventDefault();
  void action();
}

async function move(changes: ListChanges, form: HTMLElement): Promise<void> {
  const dialog = form.closest("dialog");
  const { productId = "", originWishlistId = "" } = form.querySelector<HTMLElement>(".move_to_wishlist")?.dataset ?? {};
  const list = dialog && readNewList(dialog);
  if (!list) return;
  const index = rowsOf(findTable()).findIndex(({ dataset }) => dataset.rowId === productId);
  const { value, ...fields } = list;
  const origin = { wishlist_token: originWishlistId, destination_wishlist_token: value, item_id: productId };
  dialog.close();
  const answer = await changes.make({ action: "move_to_another_wishlist", fields: { ...origin, ...fields } });
  if (!answer) return;
  dispatch(document.body, "moved_to_another_wishlist", [{ ...origin }, productId]);
  announce(answer.message ?? "");
  addOptions(dialog, answer);
  focusRowAt(index, ".move_to_another_wishlist_button");
}

/** Offers a list that has just been created. The form has it already. */
function addOptions(dialog: HTMLElement, { user_wishlists: lists = [] }: WishlistAnswer): void {
  const select = dialog.querySelector<HTMLSelectElement>(".wishlist-select");
  const own = Number(findTable()?.dataset.id);
  const others = lists.filter(({ id }) => id !== own);
  if (!select || others.length < select.length) return;
  const newest = others.toSorted((left, right) => right.id - left.id)[0];
  if (newest) select.add(new Option(newest.wishlist_name, String(newest.id)), select.length - 1);
}

async function ask(form: HTMLFormElement): Promise<void> {
  const fields = Object.fromEntries(new FormData(form)) as Record<string, string>;
  form.querySelector(".woocommerce-error")?.remove();
  const answer = await callWishlist({ action: "ask_an_estimate", fields }).catch(() => undefined);
  if (!answer?.result) return showError(form, answer?.message || wishLabel("not_saved"));
  const dialog = form.closest("dialog");
  const content = document.createRange().createContextualFragment(answer.template ?? "");
  const shown = [...content.children];
  form.hidden = true;
  form.before(...shown);
  announce(answer.message ?? "");
  const onClose = () => {
    for (const part of shown) part.remove();
    form.hidden = false;
    form.reset();
  };
  dialog?.addEventListener("close", onClose, { once: true });
  setTimeout(() => shown[0]?.isConnected && dialog?.close(), answerShownMs);
}

/** Shows why the shop refused, as text below the description. */
function showError(form: HTMLElement, message: string): void {
  const error = document.createElement("div");
  error.className = "woocommerce-error notice notice--bad";
  error.role = "alert";
  error.textContent = message;
  error.tabIndex = -1;
  form.querySelector(".popup-description")?.after(error);
  // The form may be scrolled down to its button.
  error.focus();
}
