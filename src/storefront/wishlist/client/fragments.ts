import { dispatch } from "../../client/events.ts";
import { paintHearts } from "./paint-hearts.ts";

/** HTML by the key of the element that it replaces. */
export type WishFragments = Readonly<Record<string, string>>;

/** Returns the fragments that show a product, and those that show no single one; without a product all. Source: wire notes 1.5. */
export function findFragments(productId?: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".wishlist-fragment")].filter(
    ({ dataset: { fragmentRef: ref } }) => ref === undefined || productId === undefined || ref === productId,
  );
}

/** Returns the fields that request fragments. @param changed options that differ from those on the page */
export function fragmentFields(fragments: readonly HTMLElement[], changed: object = {}): [string, string][] {
  return fragments.flatMap(({ className, dataset }) => {
    const key = partsOf(className.split(" ")).join(".");
    const options = { ...(JSON.parse(dataset.fragmentOptions ?? "{}") as object), ...changed };
    return Object.entries(options)
      .filter(([, value]) => typeof value !== "object")
      .map(([name, value]): [string, string] => [`fragments[${key}][${name}]`, String(value)]);
  });
}

function partsOf(classes: readonly string[]): string[] {
  return classes.filter((name) => name !== "" && name !== "exists");
}

/** Replaces the elements of fragments. The focus moves to the same control of the new element. */
export function replaceFragments(fragments: WishFragments): void {
  for (const [key, html] of Object.entries(fragments)) {
    const parts = partsOf(key.split(".")).filter((name) => name !== "with-count");
    const selector = parts.map((name) => `.${CSS.escape(name)}`).join("");
    const fresh = new DOMParser().parseFromString(html, "text/html").querySelector(selector);
    if (fresh) for (const old of document.querySelectorAll(selector)) replace(old, document.importNode(fresh, true));
  }
  paintHearts();
  dispatch(document.body, "yith_wcwl_fragments_replaced", [{ fragments }]);
  dispatch(document, "yith_wcwl_init_after_ajax");
}

function replace(old: Element, fresh: Element): void {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceWith(fresh);
  if (focused) fresh.querySelector<HTMLElement>(selectorOf(focused))?.focus({ preventScroll: true });
}

/** Returns a selector of the same control in another rendering. */
function selectorOf(control: Element): string {
  if (control.id) return `#${CSS.escape(control.id)}`;
  const name = control.getAttribute("name");
  const value = control instanceof HTMLButtonElement ? `[value="${CSS.escape(control.value)}"]` : "";
  if (name) return `[name="${CSS.escape(name)}"]${value}`;
  const row = control.closest("[data-row-id]")?.getAttribute("data-row-id");
  const mark = control.classList.contains("heart") ? "heart" : control.classList[0];
  return `${row ? `[data-row-id="${row}"] ` : ""}${mark ? `.${CSS.escape(mark)}` : "a, button, input"}`;
}
