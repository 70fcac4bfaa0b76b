import { closest } from "../../../client/closest.ts";
import { intercept } from "../../../client/intercept.ts";
import { isTaken } from "../../../client/other-scripts.ts";
import type { CartFragments } from "../cart-fragments.ts";
import type { CartQueue } from "../cart-queue.ts";
import { failureMessage } from "../cart-requests.ts";
import type { DrawerLines } from "./drawer-lines.ts";
import { showDrawerNote } from "./drawer-note.ts";

const removeSelector = "a.remove_from_cart_button";

interface DrawerControlsOptions {
  drawer: HTMLDialogElement;
  queue: CartQueue;
  fragments: CartFragments;
  signal: AbortSignal;
}

/** Handles the drawer's quantities, Undo and remove links, wherever they are on the page. `DrawerLines` is loaded on first use. */
export class DrawerControls {
  readonly #options: DrawerControlsOptions;
  #lines: DrawerLines | undefined;

  constructor(options: DrawerControlsOptions) {
    this.#options = options;
    const { signal } = options;
    document.addEventListener("change", ({ target }) => this.#onChange(target), { signal });
    window.addEventListener("click", (event) => this.#onClick(event), { signal });
    window.addEventListener("keydown", (event) => this.#onKey(event), { signal });
  }

  /** Loads the code once. @returns undefined if it cannot be loaded */
  async load(): Promise<DrawerLines | undefined> {
    if (this.#lines) return this.#lines;
    const part = await import("./drawer-lines.ts").catch(() => undefined);
    if (part) this.#lines ??= new part.DrawerLines(this.#options);
    return this.#lines;
  }

  #onChange(target: EventTarget | null): void {
    if (!(target instanceof HTMLInputElement) || !target.matches(".woocommerce-mini-cart-item input.qty")) return;
    const revert = () => (target.value = target.defaultValue);
    this.#use((lines) => lines.changeQuantity(target), revert);
  }

  #onClick(event: Event): void {
    const undo = closest(event, ".drawer-undo");
    if (undo) this.#use((lines) => void lines.restore(undo));
    const link = closest<HTMLAnchorElement>(event, removeSelector);
    if (link && !isTaken("drawer", event)) intercept(event, () => this.#remove(link));
  }

  #onKey(event: KeyboardEvent): void {
    const link = event.key === " " && closest<HTMLAnchorElement>(event, removeSelector);
    if (link && !isTaken("drawer", event)) intercept(event, () => !event.repeat && this.#remove(link));
  }

  #remove(link: HTMLAnchorElement): void {
    const follow = () => navigator.onLine && window.location.assign(link.href);
    this.#use((lines) => void lines.remove(link), follow);
  }

  /** Runs `action` synchronously once the code is loaded, so that a quantity is noted before a pressed link is followed. */
  #use(action: (lines: DrawerLines) => void, onFailure?: () => void): void {
    if (this.#lines) return action(this.#lines);
    void this.load().then((lines) => {
      if (lines) return action(lines);
      onFailure?.();
      const { failure } = document.querySelector<HTMLElement>(".astra-cart-drawer-content")?.dataset ?? {};
      showDrawerNote(failureMessage(failure), "", true);
    });
  }
}
