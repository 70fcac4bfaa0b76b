import { layoutWidthChanged } from "../../../layout/client/layout-width.ts";
import { onFragments } from "../cart-fragments.ts";

const bodySelector = ".body";

/** Keeps focus and scroll position of the drawer while its lines are replaced, and the focus inside it while it is open. */
export class DrawerFocus {
  readonly #drawer: HTMLDialogElement;
  /** Selects the focused control of a line; undefined if none has the focus. */
  #focused: string | undefined;
  /** Scroll position of the lines in px: replacing them resets it. */
  #scrollTop = 0;

  constructor(drawer: HTMLDialogElement, signal: AbortSignal) {
    this.#drawer = drawer;
    if (document.activeElement) this.#focused = selectorOf(document.activeElement);
    document.addEventListener("focusin", ({ target }) => this.#onFocus(target as Element), { signal });
    onFragments(() => this.#restore(), signal);
    drawer.addEventListener("scroll", ({ target }) => this.#onScroll(target as Element), { capture: true, signal });
    document.addEventListener(layoutWidthChanged, () => this.#onResize(), { signal });
    drawer.addEventListener("keydown", (event) => event.key === "Tab" && keepInside(drawer, event), { signal });
    drawer.addEventListener("close", () => (this.#scrollTop = 0), { signal });
  }

  #onFocus(target: Element): void {
    this.#focused = selectorOf(target);
    // Focusing may scroll, and its scroll event comes a frame later: the lines may be replaced before.
    this.#scrollTop = this.#drawer.querySelector(bodySelector)?.scrollTop ?? 0;
  }

  #onScroll(target: Element): void {
    if (target.matches(bodySelector)) this.#scrollTop = target.scrollTop;
  }

  /** Closes the drawer in a new layout, unless an on-screen keyboard may have changed the width. */
  #onResize(): void {
    if (this.#drawer.open && !(document.activeElement instanceof HTMLInputElement)) this.#drawer.close();
  }

  #restore(): void {
    const drawer = this.#drawer;
    if (!drawer.open) return;
    drawer.querySelector(bodySelector)?.scrollTo({ top: this.#scrollTop, behavior: "instant" });
    if (this.#focused === undefined || document.activeElement !== document.body) return;
    const replaced = drawer.querySelector<HTMLElement>(this.#focused);
    (replaced ?? drawer.querySelector<HTMLElement>(".astra-cart-drawer-close"))?.focus({ preventScroll: true });
  }
}

function selectorOf(element: Element): string | undefined {
  if (!element.closest(".astra-cart-drawer .widget_shopping_cart")) return undefined;
  if (element instanceof HTMLAnchorElement) return `a[href="${CSS.escape(element.getAttribute("href") ?? "")}"]`;
  const name = element.closest(".quantity")?.querySelector("input.qty")?.getAttribute("name") ?? "";
  const control = element.matches(".minus") ? ".minus" : element.matches(".plus") ? ".plus" : "input.qty";
  return `.quantity:has([name="${CSS.escape(name)}"]) ${control}`;
}

/** Wraps Tab from the last control to the first and back; by default the focus would pass through the browser's toolbar. */
function keepInside(drawer: HTMLElement, event: KeyboardEvent): void {
  const controls = [...drawer.querySelectorAll<HTMLElement>("a[href], button, input")];
  const stops = controls.filter(
    (control) => control.checkVisibility() && !control.matches(":disabled, [tabindex='-1']"),
  );
  const [edge, other] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)];
  const { activeElement } = document;
  if (activeElement !== edge && activeElement !== drawer && activeElement !== document.body) return;
  event.preventDefault();
  other?.focus();
}
