import { takeOver } from "../../../client/take-over.ts";
import { failureWords } from "../failure-words.ts";
import { showDrawerNote } from "./drawer-note.ts";

type DrawerLines = typeof import("./drawer-lines.ts");

/** The drawer's quantities, its remove links, wherever they appear, and its Undo. What they do comes when the drawer opens. */
export function startDrawerControls(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(".woocommerce-mini-cart-item input.qty")) return;
    const takeBack = () => (target.value = target.defaultValue);
    use(({ changeQuantity }) => changeQuantity(target), takeBack);
  });
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    const undo = target.closest<HTMLElement>(".drawer-undo");
    if (undo) use(({ restoreLine }) => void restoreLine(undo));
    const link = removeLinkAt(target);
    if (link) takeOver(event, () => remove(link));
  });
  document.addEventListener("keydown", (event) => {
    const link = event.key === " " && removeLinkAt(event.target as Element);
    if (link) takeOver(event, () => !event.repeat && remove(link));
  });
}

function removeLinkAt(target: Element): HTMLAnchorElement | null {
  return target.closest<HTMLAnchorElement>("a.remove_from_cart_button");
}

function remove(link: HTMLAnchorElement): void {
  const follow = () => navigator.onLine && window.location.assign(link.href);
  use(({ removeLine }) => void removeLine(link), follow);
}

let fetched: DrawerLines | undefined;

/** Fetches, once, what changes the drawer's lines. @returns undefined when it does not come */
export async function fetchDrawerLines(): Promise<DrawerLines | undefined> {
  fetched ??= await import("./drawer-lines.ts").catch(() => undefined);
  return fetched;
}

/** At once where it is there: who changes a quantity by pressing a link is saved from losing it before the link is followed. */
function use(act: (lines: DrawerLines) => void, otherwise?: () => void): void {
  if (fetched) return act(fetched);
  void fetchDrawerLines().then((lines) => {
    if (lines) return act(lines);
    otherwise?.();
    const { failure } = document.querySelector<HTMLElement>(".astra-cart-drawer-content")?.dataset ?? {};
    showDrawerNote(failureWords(failure), "", true);
  });
}
