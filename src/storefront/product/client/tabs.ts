import { closest } from "../../client/closest.ts";
import { decodeUri } from "../../client/requests/decode-uri.ts";
import { defineWidget } from "../../client/widget.ts";

/** Defines `<shop-tabs>`, which shows one of description, additional information and reviews at a time. */
export function defineTabs(): void {
  defineWidget("shop-tabs", startTabs);
}

function startTabs(element: HTMLElement, signal: AbortSignal): void {
  const list = element.querySelector<HTMLElement>(".wc-tabs");
  const tabs = [...element.querySelectorAll<HTMLAnchorElement>(".wc-tabs > li > a")];
  const [first] = tabs;
  if (!list || !first) return;
  const tabFor = (panelId: string) => tabs.find(({ hash }) => hash === `#${panelId}`);
  /** Shows the stated panel, or the one with the target of the address; scrolls to the target if it is visible then. */
  const openTarget = (stated?: HTMLAnchorElement) => {
    const target = document.getElementById(decodeUri(window.location.hash.slice(1)));
    const own = tabFor(target?.closest(".wc-tab")?.id ?? "");
    const tab = stated ?? own;
    if (!tab) return;
    select(tab, tabs);
    if (tab === own) target?.scrollIntoView();
  };
  const onClick = (event: Event) => {
    const tab = (event.target as Element).closest("a");
    if (!tab) return;
    event.preventDefault();
    select(tab, tabs);
  };
  const onKey = (event: KeyboardEvent) => {
    const next = neighbour(event, tabs);
    if (!next) return;
    event.preventDefault();
    select(next, tabs);
    next.focus();
  };
  const onPageClick = (event: Event) => {
    const reviews = closest(event, ".woocommerce-review-link") && tabFor("tab-reviews");
    // The link then scrolls to the panel, which is visible now.
    if (reviews) select(reviews, tabs);
  };
  list.parentElement?.classList.add("is-tabbed");
  select(first, tabs);
  list.addEventListener("click", onClick, { signal });
  // After third-party scripts, which move the focus for the same keys, but not by the text's direction.
  addEventListener("keydown", onKey, { signal });
  document.addEventListener("click", onPageClick, { signal });
  addEventListener("hashchange", () => openTarget(), { signal });
  openTarget(tabFor(`tab-${statedKey()}`));
}

function panelOf(tab: HTMLAnchorElement): HTMLElement | null {
  return document.getElementById(tab.hash.slice(1));
}

/**
 * Returns the key of the tab that the address states; undefined: the first, or the one with the hash's target. The number of a
 * page of reviews wins over the hash of another tab. Source: storefront specification 2, "Tabs"; wire notes 7.1.
 */
function statedKey(): string | undefined {
  const { hash, href } = window.location;
  if (hash.toLowerCase().includes("comment-") || hash === "#reviews" || hash === "#tab-reviews") return "reviews";
  if (href.includes("comment-page-") || href.includes("cpage=")) return "reviews";
  return hash === "#tab-additional_information" ? "additional_information" : undefined;
}

/** Shows the panel of a tab and hides the others, whatever a third-party script has set as their display. */
function select(tab: HTMLAnchorElement, tabs: readonly HTMLAnchorElement[]): void {
  for (const other of tabs) {
    const isActive = other === tab;
    other.setAttribute("aria-selected", String(isActive));
    other.tabIndex = isActive ? 0 : -1;
    other.closest("li")?.classList.toggle("active", isActive);
    const panel = panelOf(other);
    if (!panel) continue;
    panel.style.removeProperty("display");
    panel.hidden = !isActive;
  }
}

/** Returns the tab that a key selects. The arrow keys follow layout and text direction. */
function neighbour(event: KeyboardEvent, tabs: readonly HTMLAnchorElement[]): HTMLAnchorElement | undefined {
  const at = tabs.indexOf(event.target as HTMLAnchorElement);
  const [first, second] = tabs;
  if (at < 0 || !first || !second) return undefined;
  if (event.key === "Home") return first;
  if (event.key === "End") return tabs.at(-1);
  const isColumn = second.getBoundingClientRect().top >= first.getBoundingClientRect().bottom;
  const isRtl = getComputedStyle(first).direction === "rtl";
  const [back, on] = isColumn ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
  const forward = isRtl && !isColumn ? back : on;
  const backward = isRtl && !isColumn ? on : back;
  if (event.key === forward) return tabs[(at + 1) % tabs.length];
  if (event.key === backward) return tabs.at(at - 1);
  return undefined;
}
