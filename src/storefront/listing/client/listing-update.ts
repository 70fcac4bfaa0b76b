import { announce } from "../../client/announce.ts";
import type { Listing } from "./listing.ts";

const barSelector = ".listing-page > .bar";

/** Replaces the listing on the page with another one. */
export class ListingUpdate {
  readonly #listing: Listing;
  #loading: AbortController | undefined;

  constructor(listing: Listing) {
    this.#listing = listing;
  }

  /**
   * Loads and shows another listing. The controls keep their elements, so that focus, scroll position and open panels stay, and
   * changes made meanwhile are in the next address. If it cannot be loaded, navigates to it.
   * @param address path and query
   * @returns whether another listing is shown now
   */
  async show(address: string): Promise<boolean> {
    this.#loading?.abort();
    if (address === this.#listing.address) {
      setBusy(false);
      return false;
    }
    const current = (this.#loading = new AbortController());
    setBusy(true);
    try {
      const response = await fetch(address, { signal: current.signal });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (this.#loading !== current) return false;
      const [own, other] = [document.querySelector(barSelector), page.querySelector(barSelector)];
      if (!response.ok || !own || !other) throw new Error(`${address} is no listing`);
      updateBar(own, other);
      while (own.nextSibling) own.nextSibling.remove();
      while (other.nextSibling) own.parentElement?.append(other.nextSibling);
      document.title = page.title;
      window.history.pushState(null, "", address);
      this.#listing.address = address;
      announce(document.querySelector(".nothing-found h2")?.textContent ?? "");
      return true;
    } catch {
      if (this.#loading === current) window.location.assign(address);
      return false;
    }
  }
}

/** Shows next to each choice how many products it would leave. The page omits choices that would leave none. */
export function showCounts(form: HTMLFormElement, page: Document): void {
  const choices = new Map([...page.querySelectorAll(".filters .choice")].map((choice) => [choiceKey(choice), choice]));
  for (const choice of form.querySelectorAll(".choice")) {
    const count = choice.querySelector(".num");
    if (count) count.textContent = choices.get(choiceKey(choice))?.querySelector(".num")?.textContent ?? "0";
  }
}

function choiceKey(choice: Element): string {
  const input = choice.querySelector("input");
  return `${input?.name} ${input?.value}`;
}

function setBusy(isBusy: boolean): void {
  document.querySelector(".listing-page .products")?.setAttribute("aria-busy", String(isBusy));
}

function updateBar(own: Element, other: Element): void {
  const [filters, newFilters] = [own.querySelector<HTMLFormElement>(".filters"), other.querySelector(".filters")];
  if (filters && newFilters) updateFilters(filters, newFilters);
  for (const part of [".filter-open", ".filters-foot"]) updateInside(own, other, part);
  const [order, newOrder] = [own.querySelector(".sort-form"), other.querySelector(".sort-form")];
  if (!order || !newOrder) {
    order?.remove();
    if (newOrder) own.append(newOrder);
    return;
  }
  updateHiddenFields(order, newOrder);
  const [select, newSelect] = [order.querySelector("select"), newOrder.querySelector("select")];
  for (const option of select?.options ?? []) option.defaultSelected = option.value === newSelect?.value;
}

function updateInside(own: Element, other: Element, part: string): void {
  const [one, another] = [own.querySelector(part), other.querySelector(part)];
  if (one && another) one.innerHTML = another.innerHTML;
}

/** Each form repeats the other one's values in hidden fields. */
function updateHiddenFields(own: Element, other: Element): void {
  for (const field of own.querySelectorAll("input[type=hidden]")) field.remove();
  own.append(...other.querySelectorAll("input[type=hidden]"));
}

function updateFilters(own: HTMLFormElement, other: Element): void {
  const page = other.ownerDocument;
  showCounts(own, page);
  updateHiddenFields(own, other);
  updateAndAdd([...own.querySelectorAll(".facet")], [...other.querySelectorAll(".facet")], titleOf, updateFacet);
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

function updateFacet(own: Element, other: Element): void {
  own.className = other.className;
  updateInside(own, other, "summary");
  updateAndAdd(
    [...own.querySelectorAll(".choice")],
    [...other.querySelectorAll(".choice")],
    choiceKey,
    (one, another) => {
      const [input, newInput] = [one.querySelector("input"), another.querySelector("input")];
      if (input && newInput) input.defaultChecked = newInput.defaultChecked;
    },
  );
}

/** Updates known elements and inserts new ones in order. Removes none, since it may be in use. */
function updateAndAdd(
  own: readonly Element[],
  others: readonly Element[],
  keyOf: (element: Element) => string,
  update: (own: Element, other: Element) => void,
): void {
  const known = new Map(own.map((element) => [keyOf(element), element]));
  let before: Element | undefined;
  for (const other of others) {
    const same = known.get(keyOf(other));
    if (same) update(same, other);
    else if (before) before.after(other);
    else own[0]?.before(other);
    before = same ?? other;
  }
}
