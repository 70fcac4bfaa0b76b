import type { Listing } from "./listing.ts";
import { startListingPanels, wideWindow } from "./listing-panels.ts";
import { ListingUpdate, showCounts } from "./listing-update.ts";

/** Changes within this time are applied together. */
const applyDelayMs = 250;
/** The count follows this long after the last key. */
const typingDelayMs = 300;

/** The filters and the order of a listing. */
export class ListingControls {
  readonly #listing: Listing;
  readonly #update: ListingUpdate;
  readonly #isWide = wideWindow();
  #applyTimer: ReturnType<typeof setTimeout> | undefined;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  #counting: AbortController | undefined;

  constructor(listing: Listing, signal: AbortSignal) {
    this.#listing = listing;
    this.#update = new ListingUpdate(listing);
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) resetForms();
    };
    document.addEventListener("input", ({ target }) => this.#onInput(target as Element), { signal });
    document.addEventListener("focusout", (event) => this.#onFocusOut(event), { signal });
    document.addEventListener("submit", (event) => this.#onSubmit(event), { signal });
    addEventListener("pageshow", onPageShow, { signal });
    // Entered and left before this code had loaded.
    const limits = document.querySelector(".facet-price:not(:focus-within)");
    if (limits) this.#applyLimits(limits);
    startListingPanels(this.#isWide, signal);
  }

  /** Applies a changed control. Wide windows show the new listing at once, the sheet of small ones the number of products. */
  apply(control: Element): void {
    const filters = control.closest<HTMLFormElement>("form.filters");
    // The protocol submits the order's form, and third-party scripts listen to that. Source: wire notes 5.5.
    if (control instanceof HTMLSelectElement && control.matches(".orderby")) control.form?.requestSubmit();
    else if (filters && !this.#isWide.matches) void this.#showCount(filters);
    // The price limits are applied when both can have been entered, on focusout.
    else if (filters && !control.closest(".facet-price")) this.#showSoon();
  }

  #showSoon(): void {
    clearTimeout(this.#applyTimer);
    this.#applyTimer = setTimeout(() => this.#show(), applyDelayMs);
  }

  #show(): void {
    clearTimeout(this.#applyTimer);
    void this.#update
      .show(wantedAddress(this.#isWide.matches))
      .then((isShown) => isShown && this.#listing.announceCount());
  }

  #onInput(target: Element): void {
    const form = target.closest(".facet-price")?.closest("form");
    if (!form || this.#isWide.matches) return;
    clearTimeout(this.#typingTimer);
    this.#typingTimer = setTimeout(() => void this.#showCount(form), typingDelayMs);
  }

  #onFocusOut({ target, relatedTarget }: FocusEvent): void {
    const limits = (target as Element).closest(".facet-price");
    if (limits && document.hasFocus() && !limits.contains(relatedTarget as Node | null)) this.#applyLimits(limits);
  }

  #onSubmit(event: Event): void {
    const form = event.target as HTMLFormElement;
    const isOrder = form.matches(".woocommerce-ordering");
    if (event.defaultPrevented || !(isOrder || form.matches("form.filters"))) return;
    event.preventDefault();
    // With the arrow keys, each option on the way is chosen.
    if (isOrder) return this.#showSoon();
    orderLimits(form);
    if (this.#isWide.matches) this.#show();
    else window.location.assign(wantedAddress(true));
  }

  #applyLimits(limits: Element): void {
    const isChanged = (field: HTMLInputElement) => field.value !== field.defaultValue;
    if (!this.#isWide.matches || ![...limits.querySelectorAll("input")].some(isChanged)) return;
    orderLimits(limits);
    this.#show();
  }

  /** Shows on the sheet's button how many products the filters match. */
  async #showCount(form: HTMLFormElement): Promise<void> {
    this.#counting?.abort();
    const current = (this.#counting = new AbortController());
    const chosen = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === "string" && value !== "" ? [[name, value]] : [],
    );
    const button = form.querySelector(".filters-show .label");
    try {
      const address = `${form.action}?${new URLSearchParams(chosen).toString()}`;
      const response = await fetch(address, { signal: current.signal });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const label = page.querySelector(".filters-show .label")?.textContent;
      if (!label || !button || this.#counting !== current) return;
      button.textContent = label;
      showCounts(form, page);
    } catch {
      // The button keeps its label; submitting the form still works.
    }
  }
}

/** Swaps price limits that are the wrong way round, as the server does. */
function orderLimits(container: Element): void {
  const [min, max] = container.querySelectorAll<HTMLInputElement>("[name=min_price], [name=max_price]");
  if (!min || !max || !(min.valueAsNumber > max.valueAsNumber)) return;
  [min.value, max.value] = [max.value, min.value];
}

/**
 * Returns path and query of the listing that filters and order select. Parameters of campaigns and other scripts stay.
 * @param hasFilters false leaves out changes in the filters' sheet that have not been applied
 */
function wantedAddress(hasFilters: boolean): string {
  const order = document.querySelector<HTMLSelectElement>("select.orderby");
  // The order's form repeats the applied filters in hidden fields.
  const filters = hasFilters ? document.querySelector<HTMLFormElement>("form.filters") : order?.form;
  const wanted = new Map<string, string>();
  for (const [name, value] of filters ? new FormData(filters) : []) {
    if (typeof value !== "string" || value === "" || name === "paged" || (order && name === "orderby")) continue;
    const before = wanted.get(name);
    wanted.set(name, before === undefined ? value : `${before},${value}`);
  }
  if (order && order.selectedIndex > 0) wanted.set("orderby", order.value);
  const own = new Set(["orderby", "paged", "add-to-cart", ...wanted.keys()]);
  for (const field of filters?.querySelectorAll("input") ?? []) own.add(field.name);
  const others = [...new URLSearchParams(window.location.search)].filter(([name]) => !own.has(name));
  const query = new URLSearchParams([...wanted, ...others]).toString().replaceAll("%2C", ",");
  const action = (filters ?? order?.form)?.action ?? "";
  return new URL(action).pathname + (query && `?${query}`);
}

/** On a page from the back/forward cache the controls show what is listed, not what was chosen when it was left. */
function resetForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form.filters, .woocommerce-ordering")) form.reset();
}
