import { listen } from "../../../client/events.ts";
import { layoutWidthChanged } from "../../../layout/client/layout-width.ts";
import { showOnPage, takeNotices } from "../../../notices/client/waiting-notices.ts";

const linesSelector = ".body";

/** How what has the focus is found again when its line was drawn anew; undefined: it is not in a line of the drawer. */
let focused: string | undefined;
let isAttended = false;

/** How far (px) the lines were scrolled, which whoever draws them anew puts back at their beginning. */
let scrolled = 0;

/** What an open drawer does beside its lines: it keeps the focus and what is in sight, tells what has changed in the cart, closes on a new width. */
export function attendDrawer(drawer: HTMLDialogElement): void {
  void tellChanges(drawer);
  if (isAttended) return;
  isAttended = true;
  focused = document.activeElement ? selectorOf(document.activeElement) : undefined;
  document.addEventListener("focusin", ({ target }) => {
    focused = selectorOf(target as Element);
    // Of a scroll that brought it into sight we are told a frame later: the lines may be drawn anew before.
    scrolled = drawer.querySelector(linesSelector)?.scrollTop ?? 0;
  });
  listen(document.body, "wc_fragments_loaded", () => {
    if (!drawer.open) return;
    drawer.querySelector(linesSelector)?.scrollTo({ top: scrolled, behavior: "instant" });
    if (focused !== undefined && document.activeElement === document.body) refocus(drawer, focused);
    void tellChanges(drawer);
  });
  drawer.addEventListener("scroll", ({ target }) => followScroll(target as Element), { capture: true });
  document.addEventListener(layoutWidthChanged, () => {
    // A screen keyboard may change the width as well.
    if (drawer.open && !(document.activeElement instanceof HTMLInputElement)) drawer.close();
  });
  drawer.addEventListener("keydown", (event) => event.key === "Tab" && keepInside(drawer, event));
  drawer.addEventListener("close", () => {
    forgetChanges();
    scrolled = 0;
  });
}

function followScroll(scroller: Element): void {
  if (scroller.matches(linesSelector)) scrolled = scroller.scrollTop;
}

/** Where the line has gone the focus goes to the way out. */
function refocus(drawer: HTMLElement, selector: string): void {
  const twin = drawer.querySelector<HTMLElement>(selector);
  (twin ?? drawer.querySelector<HTMLElement>(".astra-cart-drawer-close"))?.focus({ preventScroll: true });
}

function selectorOf(element: Element): string | undefined {
  if (!element.closest(".astra-cart-drawer .widget_shopping_cart")) return undefined;
  if (element instanceof HTMLAnchorElement) return `a[href="${CSS.escape(element.getAttribute("href") ?? "")}"]`;
  const name = element.closest(".quantity")?.querySelector("input.qty")?.getAttribute("name") ?? "";
  const control = element.matches(".minus") ? ".minus" : element.matches(".plus") ? ".plus" : "input.qty";
  return `.quantity:has([name="${CSS.escape(name)}"]) ${control}`;
}

/** From the last control to the first and back: by itself the browser would go round by its own bar. */
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

/** Shows what waits for the visitor in the drawer, a region that is read out. Once it is closed, on the page. */
async function tellChanges(drawer: HTMLDialogElement): Promise<void> {
  const notices = await takeNotices();
  if (!drawer.open && showOnPage(notices)) {
    document.querySelector<HTMLElement>(".woocommerce-notices-wrapper [role=alert]")?.focus();
    return;
  }
  const place = placeOfChanges();
  const template = document.createElement("template");
  template.innerHTML = notices;
  // What is still so, and stands there already, is not read again.
  for (const notice of template.content.querySelectorAll(".notice"))
    if (place?.textContent.includes(notice.textContent)) notice.remove();
  // The region speaks for them: what is an alert besides would be read twice.
  for (const notice of template.content.querySelectorAll("[role=alert]")) notice.role = "group";
  if (!place || !template.content.querySelector(".notice")) return;
  place.append(...(template.content.firstElementChild?.children ?? []));
  if (place.scrollHeight > place.clientHeight) place.tabIndex = 0;
}

/** Takes away what was told in the drawer of changes. */
export function forgetChanges(): void {
  placeOfChanges()?.replaceChildren();
  placeOfChanges()?.removeAttribute("tabindex");
}

function placeOfChanges(): HTMLElement | null {
  return document.querySelector(".drawer-changes");
}
