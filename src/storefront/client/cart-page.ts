import { routes } from "#routes";
import { announce } from "./announce.ts";
import { inTurn } from "./cart-requests.ts";
import { replaceParts } from "./checkout-parts.ts";
import { dispatch, listen } from "./events.ts";

const formSelector = ".cart-page form.woocommerce-cart-form";

/** How long a quantity rests before it is saved, and how long an answer may take. In milliseconds. */
const rest = 500;
const longestAnswer = 20_000;

/** The cart page without reloads: quantities save themselves, lines go and come back. Each answer is the page itself. */
export function startCartPage(): void {
  if (!document.querySelector(".cart-page")) return;
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(`${formSelector} input.qty`)) saveAfter(rest);
  });
  document.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    const isOther = submitter?.matches("[name=apply_coupon], [name=proceed]");
    if (isOther || !(target as HTMLElement).matches(formSelector)) return;
    event.preventDefault();
    saveAfter(0);
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(".cart-page .product-remove a, a.restore-item");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void follow(link);
  });
  listen(document.body, "wc_update_cart", () => saveAfter(0));
  listen(document.body, "added_to_cart", () => void load(() => fetchPage(routes.cart())));
  hideUpdate();
}

let timer: ReturnType<typeof setTimeout> | undefined;

function saveAfter(milliseconds: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void save(), milliseconds);
}

/** Sends the form as it would send itself. */
async function save(): Promise<void> {
  const sent = new URLSearchParams({ update_cart: "1" });
  const isShown = await load(() => {
    const form = document.querySelector<HTMLFormElement>(formSelector);
    for (const [name, value] of form ? new FormData(form) : []) if (typeof value === "string") sent.append(name, value);
    form?.setAttribute("aria-busy", "true");
    return fetchPage(routes.cart(), sent);
  }, sent);
  const form = document.querySelector<HTMLFormElement>(formSelector);
  if (isShown || !form) return;
  form.removeAttribute("aria-busy");
  form.reset();
  showFailure(form.dataset.failure ?? "");
}

/** Takes a line out, or puts it back, as its link does. */
async function follow(link: HTMLAnchorElement): Promise<void> {
  const line = link.closest(".cart_item");
  if (line?.classList.contains("is-busy")) return;
  line?.classList.add("is-busy");
  if (await load(() => fetchPage(link.href))) {
    dispatch(document.body, "item_removed_from_classic_cart");
    return;
  }
  line?.classList.remove("is-busy");
  if (navigator.onLine) window.location.assign(link.href);
  else showFailure(document.querySelector<HTMLElement>(formSelector)?.dataset.failure ?? "");
}

/** Fetches and shows the page after all changes that were asked for before. @returns whether it came and is shown */
async function load(fetchIt: () => Promise<Document>, sent?: URLSearchParams): Promise<boolean> {
  try {
    await inTurn(async () => {
      const page = await fetchIt();
      replaceParts(page, sent ?? new URLSearchParams(), [".woocommerce-notices-wrapper", ".cart-page"]);
    });
  } catch {
    // Whoever asked says so to the shopper.
    return false;
  }
  hideUpdate();
  const isEmpty = document.querySelector(".wc-empty-cart-message") !== null;
  const keptFocus = sent && !document.querySelector(".woocommerce-error") ? document.activeElement : null;
  dispatch(document.body, isEmpty ? "wc_cart_emptied" : "updated_cart_totals");
  dispatch(document.body, "updated_wc_div");
  // A good word about a quantity is heard; it does not take the shopper from the field.
  if (keptFocus instanceof HTMLElement && keptFocus !== document.body) keptFocus.focus({ preventScroll: true });
  announce(document.querySelector(".woocommerce-message")?.textContent ?? "");
  return true;
}

async function fetchPage(address: string, body?: URLSearchParams): Promise<Document> {
  const signal = AbortSignal.timeout(longestAnswer);
  const response = await fetch(address, body ? { method: "POST", body, signal } : { signal });
  if (!response.ok) throw new Error(`The cart answered ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (!page.querySelector(".cart-page")) throw new Error("The answer is another page");
  return page;
}

/** What saves itself needs no button. */
function hideUpdate(): void {
  const update = document.querySelector<HTMLElement>(`${formSelector} .cart-update`);
  if (update) update.hidden = true;
}

function showFailure(message: string): void {
  const notice = document.createElement("p");
  notice.className = "woocommerce-error notice notice--bad";
  notice.setAttribute("role", "alert");
  notice.textContent = message;
  const wrapper = document.querySelector(".woocommerce-notices-wrapper");
  wrapper?.replaceChildren(notice);
  wrapper?.classList.add("notices");
  dispatch(document.body, "updated_wc_div");
}
