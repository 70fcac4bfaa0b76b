import { showFailureNotice } from "../../../notices/client/page-notices.ts";
import { wishLabel } from "../heart-note.ts";
import { callWishlist, type WishlistAnswer, type WishlistCall } from "../wishlist-call.ts";
import { findTable } from "./list-form.ts";

/** A call whose answer has the form. */
type FormCall = Pick<WishlistCall, "action" | "fields" | "options">;

/**
 * Makes the changes of the page's list one after the other, in the order of the shopper's presses: on a slow network a
 * second call could overtake the first, and the answers would show states in between. The form is replaced by the answer
 * that nothing waits behind, and not while a row is dragged or the name is edited.
 */
export class ListChanges {
  #last: Promise<unknown> = Promise.resolve();
  #open = 0;
  /** Whether an answer was not shown, so that the form is older than the list. */
  #isBehind = false;

  /** Makes a change and shows the list, or the failure. @returns undefined if it failed or was refused */
  async make(change: FormCall): Promise<WishlistAnswer | undefined> {
    const answer = await this.inTurn(() => this.show(change)).catch(() => undefined);
    if (answer && answer.result !== false && !Array.isArray(answer.fragments ?? {})) return answer;
    showFailureNotice(wishLabel("not_saved"));
    return undefined;
  }

  /** Runs a call of the list when all earlier ones are answered. */
  inTurn<T>(call: () => Promise<T>): Promise<T> {
    this.#open += 1;
    const turn = this.#last.then(call).finally(() => {
      this.#open -= 1;
      this.catchUp();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Makes a call, within its turn, and replaces the form by its answer if it may be replaced then. */
  async show({ options, ...call }: FormCall): Promise<WishlistAnswer> {
    let isShown = false;
    const fragments = [...document.querySelectorAll<HTMLElement>("#yith-wcwl-form.wishlist-fragment")];
    const answer = await callWishlist({
      ...call,
      fragments,
      options: { ...(findTable()?.matches(".mobile") && { is_mobile: "yes" }), ...options },
      isShown: () => (isShown = this.#mayReplace(call.action === "save_title")),
    });
    if (answer.result !== false) this.#isBehind = !isShown;
    return answer;
  }

  /** Says that the list has changed otherwise: answers that are under way may be older. */
  markChanged(): void {
    if (this.#open > 0) this.#isBehind = true;
  }

  /** Loads the form if it is older than the list and may be replaced now. */
  catchUp(): void {
    if (!this.#isBehind || this.#open > 0 || !this.#mayReplace(false)) return;
    this.#isBehind = false;
    this.inTurn(() => this.show({ action: "load_fragments", fields: {} })).catch(() => {
      // The next change or page shows the list.
    });
  }

  /** @param isRenaming whether it is the answer of the new name that is in the field */
  #mayReplace(isRenaming: boolean): boolean {
    const used = `#yith-wcwl-form :is(.dragging${isRenaming ? "" : ", .is-editing"})`;
    return this.#open <= 1 && !document.querySelector(used);
  }
}
