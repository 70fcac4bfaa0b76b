import { announce } from "../../../client/announce.ts";
import { dispatch } from "../../../client/events.ts";
import { applyFragments, type CartFragments, onFragments } from "../cart-fragments.ts";
import type { CartQueue } from "../cart-queue.ts";
import { type CartAnswer, failureMessage, postCartCall } from "../cart-requests.ts";
import { LinkActions } from "../link-actions.ts";
import { announceQuantities } from "../saved-quantities.ts";
import { keyIn, quantityIn, saveBeforeLeaving } from "../unsaved-quantities.ts";
import { DrawerFocus } from "./drawer-focus.ts";
import { hideDrawerNote, showDrawerNote } from "./drawer-note.ts";
import { clearDrawerNotices, showDrawerNotices } from "./drawer-notices.ts";

/** Quantities are saved this long after the last change. */
const saveDelayMs = 500;

const removeLinkSelector = "a.remove_from_cart_button";

interface DrawerLinesOptions {
  drawer: HTMLDialogElement;
  queue: CartQueue;
  fragments: CartFragments;
  signal: AbortSignal;
}

/** Changes, removes and restores the lines of the drawer. */
export class DrawerLines {
  readonly #drawer: HTMLDialogElement;
  readonly #queue: CartQueue;
  readonly #fragments: CartFragments;
  readonly #actions = new LinkActions();
  /** Requested quantities that have not been sent yet, by line key. */
  readonly #pending = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How many quantities are being saved. */
  #savingCount = 0;
  /** Resolves to whether all of them were saved. */
  #saving = Promise.resolve(true);

  constructor({ drawer, queue, fragments, signal }: DrawerLinesOptions) {
    this.#drawer = drawer;
    this.#queue = queue;
    this.#fragments = fragments;
    const isAny = () => this.#pending.size > 0 || this.#savingCount > 0;
    saveBeforeLeaving({ isAny, save: () => this.#saveAll(), take: () => this.#take() }, signal);
    onFragments(() => this.#showPending(), signal);
    new DrawerFocus(drawer, signal);
    onFragments(() => drawer.open && void showDrawerNotices(drawer), signal);
    drawer.addEventListener("close", clearDrawerNotices, { signal });
  }

  /** Call when the drawer has opened. */
  onOpen(): void {
    void showDrawerNotices(this.#drawer);
  }

  /** Saves a quantity after a delay. Reverts an invalid one; 0 removes the line. */
  changeQuantity(field: HTMLInputElement): void {
    const key = keyIn(field);
    this.#pending.delete(key);
    const quantity = quantityIn(field);
    if (quantity === null) return void revert(key, drawerText("unreadable"));
    const link = field.closest(".woocommerce-mini-cart-item")?.querySelector<HTMLAnchorElement>(removeLinkSelector);
    if (quantity === "0" && link) return void this.remove(link);
    this.#pending.set(key, quantity);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#saveAll(), saveDelayMs);
  }

  /** Removes a line and offers Undo. */
  async remove(link: HTMLAnchorElement): Promise<void> {
    const key = link.dataset.cart_item_key ?? "";
    this.#pending.delete(key);
    const work = async () => {
      const answer = await this.#queue.send("remove_from_cart", { cart_item_key: key });
      return answer?.fragments ? answer : null;
    };
    const line = link.closest(".woocommerce-mini-cart-item");
    const answer = await this.#actions.run({ link, line, work, showFailure: showError });
    if (!answer?.fragments) return;
    applyFragments(answer.fragments);
    const message = link.dataset.success_message ?? "";
    clearDrawerNotices();
    showDrawerNote(message, key);
    document.querySelector<HTMLElement>(".drawer-undo")?.focus();
    dispatch(document.body, "removed_from_cart", [answer.fragments, answer.cart_hash, link]);
    announce(message);
  }

  /** Restores a removed line. */
  async restore(undo: HTMLElement): Promise<void> {
    const key = undo.dataset.cart_item_key ?? "";
    const answer = await this.#queue.send("chowk_restore_line", { cart_item_key: key }).catch(() => null);
    if (!answer?.fragments) {
      const message = answer?.message ?? failureMessage(drawerText("failure", ".drawer-undo"));
      showError(message, answer ? "" : key);
      if (undo.hidden) closeButton()?.focus();
      return;
    }
    this.#show(answer);
    const link = document.querySelector<HTMLElement>(`${removeLinkSelector}[data-cart_item_key="${CSS.escape(key)}"]`);
    if (answer.message) showError(answer.message);
    else {
      clearDrawerNotices();
      hideDrawerNote();
      announce(link?.dataset.restored_message ?? "");
    }
    (link ?? closeButton())?.focus();
  }

  /** @returns whether all lines, including those already being saved, have the requested quantity */
  #saveAll(): Promise<boolean> {
    clearTimeout(this.#timer);
    const running = this.#savingCount > 0 ? [this.#saving] : [];
    const all = [...running, ...[...this.#pending.keys()].map((key) => this.#save(key))];
    this.#saving = Promise.all(all).then((saved) => saved.every(Boolean));
    return this.#saving;
  }

  async #save(key: string): Promise<boolean> {
    this.#savingCount += 1;
    this.#markBusy();
    try {
      return await this.#queue.run(async () => {
        const quantity = this.#pending.get(key);
        this.#pending.delete(key);
        return quantity === undefined || (await this.#send(key, quantity));
      });
    } finally {
      this.#savingCount -= 1;
      this.#markBusy();
    }
  }

  #markBusy(): void {
    const content = this.#drawer.querySelector(".astra-cart-drawer-content");
    content?.setAttribute("aria-busy", String(this.#savingCount > 0));
  }

  async #send(key: string, quantity: string): Promise<boolean> {
    const answer = await postCartCall("chowk_set_quantity", { cart_item_key: key, quantity }).catch(() => null);
    if (!answer?.fragments) return revert(key, answer?.message);
    const hadLine = fieldOf(key) !== null;
    this.#show(answer);
    if (answer.message && hadLine) showError(answer.message);
    else {
      clearMessages();
      const field = fieldOf(key);
      if (field) announceQuantities([field]);
    }
    return !answer.message;
  }

  #take(): [string, string][] {
    clearTimeout(this.#timer);
    const unsent = [...this.#pending];
    this.#pending.clear();
    return unsent;
  }

  /** Shows an answer. Lines that did not change keep their elements, so their fields are reset here. */
  #show(answer: CartAnswer): void {
    this.#fragments.update(answer);
    for (const field of document.querySelectorAll<HTMLInputElement>(".woocommerce-mini-cart-item input.qty"))
      field.value = this.#pending.get(keyIn(field)) ?? field.defaultValue;
  }

  /** Shows the unsent quantities in lines that were replaced. */
  #showPending(): void {
    for (const [key, quantity] of this.#pending) {
      const field = fieldOf(key);
      if (field) field.value = quantity;
    }
  }
}

/** Restores a line's saved quantity and shows why. @returns true if the line is gone, with nothing to show */
function revert(key: string, message = failureMessage(drawerText("failure"))): boolean {
  const field = fieldOf(key);
  if (!field) return true;
  field.value = field.defaultValue;
  showError(message);
  return false;
}

/** Clears the messages of earlier changes after a successful one; an Undo stays with its message. */
function clearMessages(): void {
  clearDrawerNotices();
  if (document.querySelector(".drawer-note.notice--good:not([hidden])")) return;
  hideDrawerNote();
  announce("");
}

function showError(message: string, undoKey = ""): void {
  showDrawerNote(message, undoKey, true);
  announce(message);
}

/** Takes the focus when a control is gone: the page behind the open drawer is inert. */
function closeButton(): HTMLElement | null {
  return document.querySelector(".astra-cart-drawer-close");
}

/** Returns a text from the drawer's markup. */
function drawerText(name: "failure" | "unreadable", selector = ".astra-cart-drawer-content"): string {
  return document.querySelector<HTMLElement>(selector)?.dataset[name] ?? "";
}

function fieldOf(key: string): HTMLInputElement | null {
  return document.querySelector(`.woocommerce-mini-cart-item input[name="cart[${CSS.escape(key)}][qty]"]`);
}
