import { isFoldOpen, setFold } from "../../client/fold.ts";

/** What the checkout's draft does not keep: choices outside the buyer's details, a coupon code being typed, and the focus. */
interface KeptState {
  ticked: Record<string, boolean>;
  coupon: string;
  /** A selector of the focused control; "" for none. */
  focus: string;
  /** Distance of the focused control from the top of the window, in CSS pixels. */
  focusTop: number;
  scroll: number;
  openDetails: boolean[];
  /** Ids of open folds. */
  openFolds: string[];
}

const key = "chowk_checkout_reload";

const choices = "#order_review input:is([type=checkbox], [type=radio])[id]";
const details = "shop-checkout details";
const folds = "shop-checkout .fold";

/** Reloads the checkout. What was chosen, the focus and the scroll position are restored by `restoreAfterReload`. */
export function reloadKeepingState(): void {
  const state: KeptState = {
    ticked: Object.fromEntries(
      [...document.querySelectorAll<HTMLInputElement>(choices)].map(({ id, checked }) => [id, checked]),
    ),
    coupon: document.querySelector<HTMLInputElement>("#coupon_code")?.value ?? "",
    focus: selectorOf(document.activeElement),
    focusTop: topOf(document.activeElement),
    scroll: window.scrollY,
    openDetails: [...document.querySelectorAll<HTMLDetailsElement>(details)].map(({ open }) => open),
    openFolds: [...document.querySelectorAll<HTMLElement>(folds)].filter(isFoldOpen).map(({ id }) => id),
  };
  try {
    sessionStorage.setItem(key, JSON.stringify(state));
  } finally {
    window.location.reload();
  }
}

/** Restores what `reloadKeepingState` has kept. */
export function restoreAfterReload(): void {
  const state = take();
  if (!state) return;
  for (const [id, isTicked] of Object.entries(state.ticked)) {
    const choice = document.querySelector<HTMLInputElement>(`#order_review #${CSS.escape(id)}`);
    if (choice) choice.checked = isTicked;
  }
  const coupon = document.querySelector<HTMLInputElement>("#coupon_code");
  if (coupon && state.coupon !== "") coupon.value = state.coupon;
  for (const [place, part] of document.querySelectorAll<HTMLDetailsElement>(details).entries())
    part.open = state.openDetails[place] ?? part.open;
  for (const fold of document.querySelectorAll<HTMLElement>(folds))
    if (state.openFolds.includes(fold.id)) setFold(fold, true);
  const focused = state.focus === "" ? null : document.querySelector<HTMLElement>(state.focus);
  focused?.focus({ preventScroll: true });
  // The browser has scrolled while the folds were closed. The focused control stays in its place, whatever changed above it.
  const top = focused ? window.scrollY + topOf(focused) - state.focusTop : state.scroll;
  window.scrollTo({ top, behavior: "instant" });
}

function topOf(element: Element | null): number {
  return element?.getBoundingClientRect().top ?? 0;
}

function take(): KeptState | undefined {
  try {
    const stored = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return stored === null ? undefined : (JSON.parse(stored) as KeptState);
  } catch {
    // The browser forbids storage, or another script has written to it: there is nothing to restore.
    return undefined;
  }
}

function selectorOf(element: Element | null): string {
  if (!element || element === document.body) return "";
  if (element.id) return `#${CSS.escape(element.id)}`;
  const name = element.closest(".quantity")?.querySelector("input")?.name ?? element.getAttribute("name");
  if (!name) return "";
  const field = `[name="${CSS.escape(name)}"]`;
  const button = [".minus", ".plus"].find((one) => element.matches(one));
  return button ? `.quantity:has(${field}) ${button}` : field;
}
