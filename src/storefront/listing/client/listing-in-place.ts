import { announce } from "../../client/announce.ts";
import { nameOf, showNumbers } from "./listing-count.ts";
import { shown } from "./shown-listing.ts";

const barSelector = ".listing-page > .bar";

let loading: AbortController | undefined;

/**
 * Puts another listing into the place of the one that is shown. The controls stay the same elements, so that focus, scroll
 * and open panels stay, and a choice that is made meanwhile is in the next address. What does not come is gone to.
 * @param address path and query
 * @returns whether another one is shown now
 */
export async function showListing(address: string): Promise<boolean> {
  loading?.abort();
  if (address === shown.address) {
    setBusy(false);
    return false;
  }
  const mine = (loading = new AbortController());
  setBusy(true);
  try {
    const response = await fetch(address, { signal: mine.signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (loading !== mine) return false;
    const [own, other] = [document.querySelector(barSelector), page.querySelector(barSelector)];
    if (!response.ok || !own || !other) throw new Error(`${address} is no listing`);
    renewBar(own, other);
    while (own.nextSibling) own.nextSibling.remove();
    while (other.nextSibling) own.parentElement?.append(other.nextSibling);
    document.title = page.title;
    window.history.pushState(null, "", address);
    shown.address = address;
    announce(document.querySelector(".nothing-found h2")?.textContent ?? "");
    return true;
  } catch {
    if (loading === mine) window.location.assign(address);
    return false;
  }
}

function setBusy(isBusy: boolean): void {
  document.querySelector(".listing-page .products")?.setAttribute("aria-busy", String(isBusy));
}

function renewBar(own: Element, other: Element): void {
  const [filters, newFilters] = [own.querySelector<HTMLFormElement>(".filters"), other.querySelector(".filters")];
  if (filters && newFilters) renewFilters(filters, newFilters);
  for (const part of [".filter-open", ".filters-foot"]) renewInside(own, other, part);
  const [order, newOrder] = [own.querySelector(".sort-form"), other.querySelector(".sort-form")];
  if (!order || !newOrder) {
    order?.remove();
    if (newOrder) own.append(newOrder);
    return;
  }
  renewHidden(order, newOrder);
  const [select, newSelect] = [order.querySelector("select"), newOrder.querySelector("select")];
  for (const option of select?.options ?? []) option.defaultSelected = option.value === newSelect?.value;
}

function renewInside(own: Element, other: Element, part: string): void {
  const [one, another] = [own.querySelector(part), other.querySelector(part)];
  if (one && another) one.innerHTML = another.innerHTML;
}

/** What each form repeats of the other. */
function renewHidden(own: Element, other: Element): void {
  for (const field of own.querySelectorAll("input[type=hidden]")) field.remove();
  own.append(...other.querySelectorAll("input[type=hidden]"));
}

function renewFilters(own: HTMLFormElement, other: Element): void {
  const page = other.ownerDocument;
  showNumbers(own, page);
  renewHidden(own, other);
  addMissing([...own.querySelectorAll(".facet")], [...other.querySelectorAll(".facet")], titleOf, renewFacet);
  for (const field of other.querySelectorAll<HTMLInputElement>(".facet-price input")) {
    const limit = own.querySelector<HTMLInputElement>(`input[name="${field.name}"]`);
    if (!limit) continue;
    Object.assign(limit, { defaultValue: field.defaultValue, placeholder: field.placeholder });
    if (!limit.closest(".facet-price")?.contains(document.activeElement)) limit.value = field.value;
  }
}

function titleOf(facet: Element): string {
  return facet.querySelector("[role=group]")?.getAttribute("aria-label") ?? "";
}

function renewFacet(own: Element, other: Element): void {
  own.className = other.className;
  renewInside(own, other, "summary");
  addMissing([...own.querySelectorAll(".choice")], [...other.querySelectorAll(".choice")], nameOf, (one, another) => {
    const [input, newInput] = [one.querySelector("input"), another.querySelector("input")];
    if (input && newInput) input.defaultChecked = newInput.defaultChecked;
  });
}

/** Renews the elements that stay, and puts those that are new behind what they follow. None is taken out: it may be in use. */
function addMissing(
  own: readonly Element[],
  others: readonly Element[],
  keyOf: (element: Element) => string,
  renew: (own: Element, other: Element) => void,
): void {
  const known = new Map(own.map((element) => [keyOf(element), element]));
  let before: Element | undefined;
  for (const other of others) {
    const same = known.get(keyOf(other));
    if (same) renew(same, other);
    else if (before) before.after(other);
    else own[0]?.before(other);
    before = same ?? other;
  }
}
