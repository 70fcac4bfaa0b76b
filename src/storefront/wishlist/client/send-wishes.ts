import { announce } from "../../client/announce.ts";
import { dispatch } from "../../client/events.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { findFragments } from "./fragments.ts";
import { findHeart, showHeartNote, wishLabel } from "./heart-note.ts";
import { paintHearts } from "./paint-hearts.ts";
import { changeWishes, isOutdated, readWishes, type WishCopy, wishState } from "./wish-copy.ts";
import { callWishlist, type WishlistAnswer } from "./wishlist-call.ts";

/** Sends the wishes that the server does not have, one after the other, and never from two tabs at a time. */
export async function sendWishes(): Promise<void> {
  // Only secure pages have locks.
  if ("locks" in navigator) await navigator.locks.request("chowk-wishes", sendAll);
  else await sendAll();
}

async function sendAll(): Promise<void> {
  let copy = readWishes();
  for (let [id] = Object.keys(copy.unsent); id !== undefined; [id] = Object.keys(copy.unsent)) {
    if (!(await send(id, copy))) return;
    copy = readWishes();
  }
}

/** Sends a wish. @returns false if it waits until the browser is online */
async function send(id: string, { items, unsent }: WishCopy): Promise<boolean> {
  const wish = unsent[id];
  // A button that only adds says that the product is in the list already.
  const isRepeatable = parameters("yith_wcwl_l10n")?.after_add === "add";
  if (wish === Number(id in items) && !isOutdated() && !isRepeatable) return finish(id, wish);
  const call = wish ? addCall(id) : removeCall(id);
  try {
    const answer = await callWishlist({ ...call, fragments: findFragments(id) });
    if (answer.result === false || answer.result === "error") fail(id, wish, answer);
    else tellSuccess(id, wish, answer);
  } catch {
    if (!navigator.onLine) {
      showHeartNote(findHeart(id), wishLabel("offline"));
      return false;
    }
    fail(id, wish);
  }
  return true;
}

function addCall(id: string) {
  const { productType = "", wishlistId } = findHeart(id)?.dataset ?? {};
  const list = wishlistId && { wishlist_id: wishlistId };
  return { action: "add_to_wishlist", fields: { add_to_wishlist: id, product_type: productType, ...list } };
}

/** The product may be in more than one list, also in those from before the shop allowed only one. */
function removeCall(id: string) {
  return { action: "remove_from_all_wishlists", fields: { prod_id: id, wishlist_id: "" } };
}

/** Forgets a wish, unless another press has changed it meanwhile. */
function finish(id: string, wish: 0 | 1 | undefined): true {
  changeWishes(({ unsent }) => {
    if (unsent[id] === wish) delete unsent[id];
  });
  paintHearts();
  return true;
}

function tellSuccess(id: string, wish: 0 | 1 | undefined, { result, message = "" }: WishlistAnswer): void {
  const heart = succeed(id, wish);
  if (result === "exists") showHeartNote(heart, textOf(message));
  else announce(textOf(message));
}

/** Keeps a wish that the server has stored. @returns its heart */
function succeed(id: string, wish: 0 | 1 | undefined): HTMLElement | undefined {
  changeWishes((copy) => {
    if (wish) copy.items[id] = 1;
    else delete copy.items[id];
    // If others have changed the lists too, the next page asks.
    if (Object.keys(copy.items).length === wishState().count) copy.version = wishState().version;
  });
  finish(id, wish);
  const heart = findHeart(id);
  dispatch(document.body, wish ? "added_to_wishlist" : "removed_from_wishlist", [heart, heart?.parentElement]);
  return heart;
}

function fail(id: string, wish: 0 | 1 | undefined, { message = "" }: WishlistAnswer = {}): void {
  finish(id, wish);
  showHeartNote(findHeart(id), textOf(message) || wishLabel("not_saved"));
  if (wish && message) dispatch(document.body, "added_to_wishlist", [findHeart(id)]);
}

/** Returns the sentence of a message in HTML, without the links after it. */
function textOf(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.firstChild?.textContent ?? "";
}

/** Lets the visitor choose the list that a product is added to. Resolves when the dialog is open. */
export async function chooseList(heart: HTMLElement): Promise<void> {
  const { openAddDialog } = await import("./add-dialog.ts");
  const id = heart.dataset.productId ?? "";
  await openAddDialog(heart, async (list) => {
    const { action, fields } = addCall(id);
    const call = { action, fields: { ...fields, ...list }, fragments: findFragments(id) };
    const answer = await callWishlist(call).catch(() => undefined);
    if (!answer || answer.result === false || answer.result === "error")
      return { isError: true, content: textOf(answer?.message ?? "") || wishLabel("not_saved") };
    succeed(id, 1);
    return { isError: false, content: document.createRange().createContextualFragment(answer.message ?? "") };
  });
}

/** Loads fragments again. @param search `within`: only these; otherwise all, as scripts ask for by an event */
export async function reloadFragments(search: unknown): Promise<void> {
  const { within } = (search ?? {}) as { within?: readonly HTMLElement[] };
  const fragments = (within ?? findFragments()).filter(({ isConnected }) => isConnected);
  if (fragments.length === 0) return;
  const { fragments: received = {} } = await callWishlist({ action: "load_fragments", fields: {}, fragments });
  dispatch(document, "yith_wcwl_fragments_loaded", [fragments, received, false]);
}
