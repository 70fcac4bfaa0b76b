import { decodeUri } from "../../client/decode-uri.ts";

/** Turns description, additional information and reviews into tabs. Without scripts they are consecutive sections. */
export function startTabs(): void {
  for (const wrapper of document.querySelectorAll<HTMLElement>(".wc-tabs-wrapper")) startTabList(wrapper);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest(".woocommerce-review-link");
    const reviews = link && document.querySelector<HTMLElement>(".wc-tabs [href='#tab-reviews']");
    // The link then scrolls to the panel, which is visible now.
    if (reviews) select(reviews);
  });
  window.addEventListener("hashchange", openTarget);
  openTarget();
}

function startTabList(wrapper: HTMLElement): void {
  const list = wrapper.querySelector<HTMLElement>(".wc-tabs");
  const tabs = tabsOf(wrapper);
  const [first] = tabs;
  if (!list || !first) return;
  wrapper.classList.add("is-tabbed");
  setRoles(list, tabs);
  select(wrapper.querySelector<HTMLElement>(`[href="#tab-${initialKey()}"]`) ?? first);
  list.addEventListener("click", (event) => {
    const tab = (event.target as Element).closest<HTMLElement>("a");
    if (!tab) return;
    event.preventDefault();
    select(tab);
  });
  list.addEventListener("keydown", (event) => {
    const next = neighbour(event, tabsOf(wrapper));
    if (!next) return;
    event.preventDefault();
    select(next);
    next.focus();
  });
}

const tabsOf = (wrapper: Element) => [...wrapper.querySelectorAll<HTMLElement>(".wc-tabs > li > a")];

/** Adds the roles of tabs and panels to links and sections. */
function setRoles(list: HTMLElement, tabs: readonly HTMLElement[]): void {
  list.setAttribute("role", "tablist");
  for (const tab of tabs) {
    const id = tab.getAttribute("href")?.slice(1) ?? "";
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", id);
    tab.closest("li")?.setAttribute("role", "presentation");
    const panel = document.getElementById(id);
    panel?.setAttribute("role", "tabpanel");
    panel?.setAttribute("aria-labelledby", tab.id);
  }
}

/** Returns the key of the tab that the address selects. Source: storefront specification 2, "Tabs". */
function initialKey(): string {
  const { hash, href } = window.location;
  if (hash.toLowerCase().includes("comment-") || hash === "#reviews" || hash === "#tab-reviews") return "reviews";
  if (href.includes("comment-page-") || href.includes("cpage=")) return "reviews";
  return hash === "#tab-additional_information" ? "additional_information" : "description";
}

/** Shows the panel that contains the target of the address, and scrolls to it. */
function openTarget(): void {
  const target = document.getElementById(decodeUri(window.location.hash.slice(1)));
  const panel = target?.closest(".is-tabbed .wc-tab");
  const tab = panel && document.querySelector<HTMLElement>(`.wc-tabs [href="#${panel.id}"]`);
  if (!target || !tab) return;
  select(tab);
  target.scrollIntoView();
}

function select(tab: HTMLElement): void {
  const wrapper = tab.closest(".wc-tabs-wrapper");
  if (!wrapper) return;
  for (const other of tabsOf(wrapper)) {
    const isActive = other === tab;
    other.setAttribute("aria-selected", String(isActive));
    other.tabIndex = isActive ? 0 : -1;
    other.closest("li")?.classList.toggle("active", isActive);
    const panel = document.getElementById(other.getAttribute("aria-controls") ?? "");
    if (panel) panel.hidden = !isActive;
  }
}

/** Returns the tab that a key selects. The arrow keys follow layout and text direction. */
function neighbour(event: KeyboardEvent, tabs: readonly HTMLElement[]): HTMLElement | undefined {
  const at = tabs.indexOf(event.target as HTMLElement);
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
