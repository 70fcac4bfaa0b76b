import { routes } from "#routes";
import { replaceParts } from "../../checkout/client/checkout-parts.ts";
import { announce } from "../../client/announce.ts";
import { dispatch, listen } from "../../client/events.ts";
import { hasModifier } from "../../client/take-over.ts";
import { focusNotice } from "../../notices/client/notices.ts";
import { showFailure } from "../../notices/client/page-notices.ts";
import { fetchPage } from "./cart-form-post.ts";
import { cartHash } from "./cart-fragments.ts";
import { inTurn } from "./cart-requests.ts";
import { startCartShipping } from "./cart-shipping.ts";
import { startFormQuantities } from "./form-quantities.ts";
import { readCopy } from "./fragment-copy.ts";
import { doInPlace, nameOf } from "./in-place.ts";

const formSelector = ".cart-page form.woocommerce-cart-form";
const linkSelector = ".cart-page .product-remove a, a.restore-item";

/** The cart page without reloads: quantities save themselves, lines go and come back. Each answer is the page itself. */
export function startCartPage(): void {
  const { saveAfter } = startFormQuantities(formSelector, { show: ({ page }, sent) => show(page, sent), tell });
  document.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (submitter?.matches("[name=proceed]") || !(target as HTMLElement).matches(formSelector)) return;
    event.preventDefault();
    saveAfter(0);
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(linkSelector);
    if (!link || hasModifier(event)) return;
    event.preventDefault();
    void follow(link);
  });
  startCartShipping(show, tell);
  listen(document.body, "wc_update_cart", () => saveAfter(0));
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) showCart();
  });
  hideUpdate();
}

/** Takes a line out, or puts it back, as its link does. A page that had grown old changes nothing, and has the link anew. */
async function follow(link: HTMLAnchorElement): Promise<void> {
  const work = () =>
    inTurn(async () => {
      let { page } = await fetchPage(link.href);
      const again = findTwin(page, link);
      if (again) ({ page } = await fetchPage(again.href));
      const isDone = !findTwin(page, link);
      show(page);
      return isDone;
    });
  const isDone = await doInPlace(link, link.closest(".cart_item"), work, tell);
  if (!isDone) return;
  if (!link.matches(".restore-item")) dispatch(document.body, "item_removed_from_classic_cart");
  const back = restoredLine(link);
  // Unless a notice says something else of it.
  if (back && !document.querySelector(".woocommerce-error")) announce(back.dataset.restored_message ?? "");
  // What was pressed is gone, and nothing was said that took the focus: it goes to the line that is back.
  if (document.activeElement === document.body) back?.focus();
}

/** A page's link that does the same to the same line. */
function findTwin(page: Document, link: HTMLAnchorElement): HTMLAnchorElement | undefined {
  return [...page.querySelectorAll<HTMLAnchorElement>(linkSelector)].find((one) => nameOf(one) === nameOf(link));
}

/** The remove link of the line that an Undo put back. */
function restoredLine({ href }: HTMLAnchorElement): HTMLElement | null {
  const key = new URL(href).searchParams.get("undo_item") ?? "";
  return document.querySelector(`.cart-page [data-cart_item_key="${CSS.escape(key)}"]`);
}

/** Shows the cart as it is now. */
export function showCart(): void {
  inTurn(async () => show((await fetchPage(routes.cart())).page)).catch(() => {
    // Offline or down: what is shown stays, and the next change tells.
  });
}

/** @throws when it is another page */
function show(page: Document, sent?: URLSearchParams): void {
  if (!page.querySelector(".cart-page")) throw new Error("The answer is another page");
  replaceParts(page, sent ?? new URLSearchParams(), [".woocommerce-notices-wrapper", ".cart-page"]);
  hideUpdate();
  const isEmpty = document.querySelector(".wc-empty-cart-message") !== null;
  // A quantity of 0 is a removal as its link is one: the notice with Undo takes the focus, which the line has lost (S2.27).
  const isFocusFree = document.querySelector(".woocommerce-error, .restore-item") !== null;
  const keptFocus = sent && !isFocusFree ? document.activeElement : null;
  dispatch(document.body, isEmpty ? "wc_cart_emptied" : "updated_cart_totals");
  dispatch(document.body, "updated_wc_div", [readCopy(cartHash()) !== undefined]);
  // A good word about a quantity is heard; it does not take the shopper from the field.
  if (keptFocus instanceof HTMLElement && keptFocus !== document.body) keptFocus.focus({ preventScroll: true });
  const message = document.querySelector(".woocommerce-message")?.textContent;
  // Without one it stays with what was said last: that something was added.
  if (message) announce(message);
}

function tell(message: string): void {
  showFailure(message);
  focusNotice();
}

/** What saves itself needs no button. */
function hideUpdate(): void {
  const update = document.querySelector<HTMLElement>(`${formSelector} .cart-update`);
  if (update) update.hidden = true;
}
