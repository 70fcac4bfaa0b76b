import { countSoon, showCount } from "./listing-count.ts";
import { showListing } from "./listing-in-place.ts";
import { closePanels, closeSheet, isWide } from "./listing-panels.ts";

/** Choices that follow one another within so many milliseconds are sent together. */
const gatherFor = 250;

/**
 * The filters and the order of a listing.
 * @param announceCount has the new count read out
 * @returns what takes a choice in one of their controls
 */
export function startControls(announceCount: () => void): (control: Element) => void {
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    clearTimeout(gathering);
    void showListing(wantedAddress()).then((isShown) => isShown && announceCount());
  };
  document.addEventListener("input", ({ target }) => {
    const limits = (target as Element).closest<HTMLFormElement>(".facet-price")?.closest("form");
    if (limits && !isWide.matches) countSoon(limits);
  });
  const sendLimits = (pair: Element) => {
    if (!isWide.matches || ![...pair.querySelectorAll("input")].some(isChanged)) return;
    uncross(pair);
    send();
  };
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    const pair = (target as Element).closest(".facet-price");
    if (pair && document.hasFocus() && !pair.contains(relatedTarget as Node | null)) sendLimits(pair);
  });
  // Typed and left before this listened.
  const pair = document.querySelector(".facet-price:not(:focus-within)");
  if (pair) sendLimits(pair);
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.matches(".woocommerce-ordering")) keepOthers(form);
    if (!form.matches("form.filters")) return;
    event.preventDefault();
    uncross(form);
    if (isWide.matches) send();
    else window.location.assign(wantedAddress());
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) resetForms();
  });
  closePanels();
  closeSheet();
  return (control) => {
    const filters = control.closest<HTMLFormElement>("form.filters");
    // The protocol has the order's form sent, for whoever listens to that. Source: wire notes 5.5.
    if (control instanceof HTMLSelectElement && control.matches(".orderby")) control.form?.requestSubmit();
    // Wide windows show a choice at once, the sheet of small ones says what it would leave.
    else if (filters && !isWide.matches) void showCount(filters);
    // The limits of the price are two: they are sent when both can be there.
    else if (filters && !control.closest(".facet-price")) {
      clearTimeout(gathering);
      gathering = setTimeout(send, gatherFor);
    }
  };
}

function isChanged(field: HTMLInputElement): boolean {
  return field.value !== field.defaultValue;
}

/** Limits of the price that stand crosswise change places, as the shop takes them. */
function uncross(around: Element): void {
  const [least, most] = around.querySelectorAll<HTMLInputElement>("[name=min_price], [name=max_price]");
  if (!least || !most || !(least.valueAsNumber > most.valueAsNumber)) return;
  [least.value, most.value] = [most.value, least.value];
}

/** The listing that the filters and the order ask for now; what else the address says, for campaigns and other scripts, stays. */
function wantedAddress(): string {
  const filters = document.querySelector<HTMLFormElement>("form.filters");
  const order = document.querySelector<HTMLSelectElement>("select.orderby");
  const wanted = new Map<string, string>();
  for (const [name, value] of filters ? new FormData(filters) : []) {
    if (typeof value !== "string" || value === "" || (order && name === "orderby")) continue;
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

/** What the address says that the form does not: campaigns and what other scripts read. */
function keepOthers(form: HTMLFormElement): void {
  const own = new Set(new FormData(form).keys());
  for (const [name, value] of new URLSearchParams(window.location.search)) {
    if (own.has(name) || name === "add-to-cart") continue;
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
}

/** A page that is come back to shows what it lists, not what was chosen on the way out. */
function resetForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form.filters, .woocommerce-ordering")) form.reset();
}
