import { announce } from "./announce.ts";
import { takeFragments } from "./cart-fragments.ts";
import { type CartAnswer, sendCartCall } from "./cart-requests.ts";
import { hideDrawerNote, showDrawerNote } from "./drawer-note.ts";

/** How long (ms) quantities rest before they are saved. */
const rest = 500;

/** What is wanted of each line and not yet sent, by the line's key. */
const wanted = new Map<string, string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The drawer's quantities, which save themselves, and its Undo. */
export function startDrawerLines(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(".woocommerce-mini-cart-item input.qty")) return;
    wanted.set(keyOf(target), target.value);
    clearTimeout(timer);
    timer = setTimeout(() => void saveAll(), rest);
  });
  document.addEventListener("click", (event) => {
    const undo = (event.target as Element).closest<HTMLElement>(".drawer-undo");
    if (undo) void restore(undo.dataset.cart_item_key ?? "");
  });
}

async function saveAll(): Promise<void> {
  const changes = [...wanted];
  wanted.clear();
  for (const [key, quantity] of changes) await save(key, quantity);
}

async function save(key: string, quantity: string): Promise<void> {
  const answer = await answerOf("chowk_set_quantity", { cart_item_key: key, quantity });
  if (!answer?.fragments) return takeBack(key);
  show(answer);
  if (answer.message) tell(answer.message, true);
  else hideDrawerNote();
}

async function restore(key: string): Promise<void> {
  const answer = await answerOf("chowk_restore_line", { cart_item_key: key });
  if (!answer?.fragments) return tell(failure(), true);
  show(answer);
  hideDrawerNote();
  document.querySelector<HTMLElement>(`.remove_from_cart_button[data-cart_item_key="${CSS.escape(key)}"]`)?.focus();
}

/** Undefined when no answer came. */
function answerOf(endpoint: string, fields: Record<string, string>): Promise<CartAnswer | null | undefined> {
  return sendCartCall(endpoint, fields).catch(() => undefined);
}

/** The focus stays on the control that had it; where its line has gone, on the way out. */
function show(answer: CartAnswer): void {
  const active = document.activeElement;
  const field = active?.closest(".quantity")?.querySelector<HTMLInputElement>(".woocommerce-mini-cart-item input.qty");
  const control = active?.matches(".minus") ? ".minus" : active?.matches(".plus") ? ".plus" : "input.qty";
  const typed = [...wanted];
  takeFragments(answer);
  for (const [key, quantity] of typed) {
    const twin = fieldOf(key);
    if (twin) twin.value = quantity;
  }
  if (!field) return;
  const twin = fieldOf(keyOf(field))?.closest(".quantity")?.querySelector<HTMLElement>(control);
  (twin ?? document.querySelector<HTMLElement>(".astra-cart-drawer-close"))?.focus({ preventScroll: true });
}

/** The quantity that the shop knows, and a word about it. */
function takeBack(key: string): void {
  const field = fieldOf(key);
  if (field) field.value = field.defaultValue;
  tell(failure(), true);
}

function tell(message: string, isBad: boolean): void {
  showDrawerNote(message, "", isBad);
  announce(message);
}

function failure(): string {
  return document.querySelector<HTMLElement>(".astra-cart-drawer-content")?.dataset.failure ?? "";
}

/** Fields are named `cart[{key}][qty]`. */
function keyOf({ name }: HTMLInputElement): string {
  return name.slice("cart[".length, -"][qty]".length);
}

function fieldOf(key: string): HTMLInputElement | null {
  return document.querySelector(`.woocommerce-mini-cart-item input[name="cart[${CSS.escape(key)}][qty]"]`);
}
