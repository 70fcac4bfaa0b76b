import { announce } from "../../../client/announce.ts";
import { dispatch, listen } from "../../../client/events.ts";
import { saveBeforeLeaving } from "../before-leaving.ts";
import { applyFragments, takeFragments } from "../cart-fragments.ts";
import { type CartAnswer, change, inTurn, sendCartCall } from "../cart-requests.ts";
import { failureWords } from "../failure-words.ts";
import { doInPlace } from "../in-place.ts";
import { keyIn, quantityIn } from "../line-quantity.ts";
import { forgetChanges } from "./drawer-attendance.ts";
import { hideDrawerNote, showDrawerNote } from "./drawer-note.ts";

export { attendDrawer } from "./drawer-attendance.ts";

/** How long (ms) quantities rest before they are saved. */
const rest = 500;

/** What is wanted of each line and not yet sent, by the line's key. */
const wanted = new Map<string, string>();
let timer: ReturnType<typeof setTimeout> | undefined;

const removeLink = "a.remove_from_cart_button";

/** How many are being saved, and what has become of all of them when that ends. */
let running = 0;
let saving = Promise.resolve(true);

saveBeforeLeaving({
  isAny: () => wanted.size > 0 || running > 0,
  save: saveAll,
  take: () => {
    clearTimeout(timer);
    const unsent = [...wanted];
    wanted.clear();
    return unsent;
  },
});

/** Saves a quantity once it rests. One that is none stays what it was. */
export function changeQuantity(field: HTMLInputElement): void {
  const key = keyIn(field);
  wanted.delete(key);
  const quantity = quantityIn(field);
  if (quantity === null) return void takeBack(key, drawerWords("unreadable"));
  const link = field.closest(".woocommerce-mini-cart-item")?.querySelector<HTMLAnchorElement>(removeLink);
  // What goes can be had back.
  if (quantity === "0" && link) return void removeLine(link);
  wanted.set(key, quantity);
  clearTimeout(timer);
  timer = setTimeout(() => void saveAll(), rest);
}

/** @returns whether all lines, also those that are being saved already, come to hold what was wanted of them */
function saveAll(): Promise<boolean> {
  clearTimeout(timer);
  const all = [...(running > 0 ? [saving] : []), ...[...wanted.keys()].map(save)];
  saving = Promise.all(all).then((saved) => saved.every(Boolean));
  return saving;
}

async function save(key: string): Promise<boolean> {
  running += 1;
  try {
    return await inTurn(async () => {
      const quantity = wanted.get(key);
      wanted.delete(key);
      return quantity === undefined || (await send(key, quantity));
    });
  } finally {
    running -= 1;
  }
}

async function send(key: string, quantity: string): Promise<boolean> {
  const answer = await change("chowk_set_quantity", { cart_item_key: key, quantity }).catch(() => null);
  if (!answer?.fragments) return takeBack(key, answer?.message);
  const wasThere = fieldOf(key) !== null;
  show(answer);
  if (answer.message && wasThere) tell(answer.message);
  else clearOld();
  return !answer.message;
}

/** The quantity that the shop knows, and a word about it; of a line that has gone meanwhile there is nothing to say. */
function takeBack(key: string, message = failureWords(drawerWords("failure"))): boolean {
  const field = fieldOf(key);
  if (!field) return true;
  field.value = field.defaultValue;
  tell(message);
  return false;
}

/** Takes a line out, and offers Undo. */
export async function removeLine(link: HTMLAnchorElement): Promise<void> {
  const key = link.dataset.cart_item_key ?? "";
  wanted.delete(key);
  const remove = async () => {
    const answer = await sendCartCall("remove_from_cart", { cart_item_key: key });
    return answer?.fragments ? answer : null;
  };
  const line = link.closest(".woocommerce-mini-cart-item");
  const answer = await doInPlace(link, line, remove, tell);
  if (!answer?.fragments) return;
  applyFragments(answer.fragments);
  const message = link.dataset.success_message ?? "";
  forgetChanges();
  showDrawerNote(message, key);
  document.querySelector<HTMLElement>(".drawer-undo")?.focus();
  dispatch(document.body, "removed_from_cart", [answer.fragments, answer.cart_hash, link]);
  announce(message);
}

/** Puts a line back that was taken out. */
export async function restoreLine(undo: HTMLElement): Promise<void> {
  const key = undo.dataset.cart_item_key ?? "";
  const answer = await sendCartCall("chowk_restore_line", { cart_item_key: key }).catch(() => null);
  if (!answer?.fragments) {
    tell(answer?.message ?? failureWords(drawerWords("failure", ".drawer-undo")), answer ? "" : key);
    if (undo.hidden) wayOut()?.focus();
    return;
  }
  show(answer);
  const back = document.querySelector<HTMLElement>(`${removeLink}[data-cart_item_key="${CSS.escape(key)}"]`);
  if (answer.message) tell(answer.message);
  else {
    forgetChanges();
    hideDrawerNote();
    announce(back?.dataset.restored_message ?? "");
  }
  (back ?? wayOut())?.focus();
}

/** Where the focus goes when what had it is gone: behind the open drawer nothing can be reached. */
function wayOut(): HTMLElement | null {
  return document.querySelector(".astra-cart-drawer-close");
}

/** A quantity that is held to what it was stands in a line that is not drawn anew. */
function show(answer: CartAnswer): void {
  takeFragments(answer);
  for (const field of document.querySelectorAll<HTMLInputElement>(".woocommerce-mini-cart-item input.qty"))
    field.value = wanted.get(keyIn(field)) ?? field.defaultValue;
}

// What is wanted is not lost when others have the lines drawn anew.
listen(document.body, "wc_fragments_loaded", () => {
  for (const [key, quantity] of wanted) {
    const field = fieldOf(key);
    if (field) field.value = quantity;
  }
});

/** What was said before a change that went as wanted is said no more; an Undo stays, with the words that it belongs to. */
function clearOld(): void {
  forgetChanges();
  if (document.querySelector(".drawer-note.notice--good:not([hidden])")) return;
  hideDrawerNote();
  announce("");
}

/** Says what went otherwise than wanted. */
function tell(message: string, undoKey = ""): void {
  showDrawerNote(message, undoKey, true);
  announce(message);
}

/** Sentences that came with the drawer. */
function drawerWords(what: "failure" | "unreadable", selector = ".astra-cart-drawer-content"): string {
  return document.querySelector<HTMLElement>(selector)?.dataset[what] ?? "";
}

function fieldOf(key: string): HTMLInputElement | null {
  return document.querySelector(`.woocommerce-mini-cart-item input[name="cart[${CSS.escape(key)}][qty]"]`);
}
