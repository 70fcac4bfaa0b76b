import { clientRoutes } from "#routes";
import { replaceParts } from "../../checkout/client/checkout-parts.ts";
import { announce } from "../../client/announce.ts";
import { closest } from "../../client/closest.ts";
import { dispatch, listen } from "../../client/events.ts";
import { defineFolds } from "../../client/fold.ts";
import { hasModifier } from "../../client/intercept.ts";
import { isLeft, startUnlessLeft } from "../../client/other-scripts.ts";
import { defineWidget } from "../../client/widget.ts";
import { focusNotice } from "../../notices/client/notices.ts";
import { showFailureNotice } from "../../notices/client/page-notices.ts";
import { paintHearts } from "../../wishlist/client/paint-hearts.ts";
import { fetchPage } from "./cart-form-post.ts";
import { cartHash } from "./cart-fragments.ts";
import type { CartQueue } from "./cart-queue.ts";
import { startCartShipping } from "./cart-shipping.ts";
import { FormQuantities } from "./form-quantities.ts";
import { readCopy } from "./fragment-copy.ts";
import { actionOf, LinkActions } from "./link-actions.ts";
import { startRepeating } from "./repeat-addition.ts";

const formSelector = ".cart-page form.woocommerce-cart-form";
const linkSelector = ".cart-page .product-remove a, .cart-page .product-later a, a.restore-item";

/** Defines `<shop-cart>`, the cart page without reloads. The server answers each change with the page itself. */
export function defineCartPage(queue: CartQueue): void {
  defineFolds();
  startRepeating(queue);
  defineWidget("shop-cart", (_, removed) => startUnlessLeft("cart", removed, (signal) => startCartPage(queue, signal)));
}

function startCartPage(queue: CartQueue, signal: AbortSignal): void {
  const actions = new LinkActions();
  const quantities = new FormQuantities({
    formSelector,
    queue,
    show: ({ page }, sent) => show(page, sent),
    showFailure,
    signal,
  });
  const onSubmit = (event: SubmitEvent) => {
    if (event.defaultPrevented || !closest(event, formSelector) || leavesPage(event)) return;
    event.preventDefault();
    quantities.saveAfter(0);
  };
  const onClick = (event: MouseEvent) => {
    const link = closest<HTMLAnchorElement>(event, linkSelector);
    // Undo of a removal at the checkout leads there.
    const leaves = link?.search.includes("_wp_http_referer");
    if (!link || leaves || event.defaultPrevented || hasModifier(event)) return;
    event.preventDefault();
    void changeLine(link, queue, actions);
  };
  document.addEventListener("submit", onSubmit, { signal });
  document.addEventListener("click", onClick, { signal });
  startCartShipping({ queue, show, showFailure, signal });
  listen(document.body, "wc_update_cart", () => quantities.saveAfter(0), signal);
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) showCart(queue);
  };
  window.addEventListener("pageshow", onPageShow, { signal });
  toggleUpdateButton(false);
  signal.addEventListener("abort", () => toggleUpdateButton(true));
}

/** Tells whether the form is submitted to go to the checkout or to apply a coupon, whose answer is the page itself. */
function leavesPage({ submitter }: SubmitEvent): boolean {
  const isEnteredCoupon = document.activeElement?.matches("#coupon_code") ?? false;
  return isEnteredCoupon || (submitter?.matches("[name=proceed], [name=apply_coupon]") ?? false);
}

/** Removes or restores a line. If the nonce has expired the server returns the page unchanged, with a new link. */
async function changeLine(link: HTMLAnchorElement, queue: CartQueue, actions: LinkActions): Promise<void> {
  const work = () =>
    queue.run(async () => {
      let { page } = await fetchPage(link.href);
      const renewed = findSameLink(page, link);
      if (renewed) ({ page } = await fetchPage(renewed.href));
      const isDone = !findSameLink(page, link);
      show(page);
      return isDone;
    });
  const isDone = await actions.run({ link, line: link.closest(".cart_item"), work, showFailure });
  if (!isDone) return;
  if (!link.matches(".restore-item")) dispatch(document.body, "item_removed_from_classic_cart");
  const restored = restoredLine(link);
  if (restored && !document.querySelector(".woocommerce-error")) announce(link.dataset.restored_message ?? "");
  // The pressed link is gone and no notice has taken the focus.
  if (document.activeElement === document.body) restored?.focus();
}

function findSameLink(page: Document, link: HTMLAnchorElement): HTMLAnchorElement | undefined {
  return [...page.querySelectorAll<HTMLAnchorElement>(linkSelector)].find((one) => actionOf(one) === actionOf(link));
}

/** Returns the remove link of the line that an Undo link restored. */
function restoredLine({ href }: HTMLAnchorElement): HTMLElement | null {
  const key = new URL(href).searchParams.get("undo_item") ?? "";
  return document.querySelector(`.cart-page [data-cart_item_key="${CSS.escape(key)}"]`);
}

/** Fetches and shows the current cart, unless the original script does. */
export function showCart(queue: CartQueue): void {
  if (isLeft("cart")) return;
  queue
    .run(async () => show((await fetchPage(clientRoutes.cart())).page))
    .catch(() => {
      // Offline or down: the next change shows the failure.
    });
}

/** @throws if it is another page */
function show(page: Document, sent?: URLSearchParams): void {
  if (!page.querySelector(".cart-page")) throw new Error("The answer is another page");
  replaceParts(page, sent ?? new URLSearchParams(), [".woocommerce-notices-wrapper", ".cart-page"]);
  // The answer may have saved a line for later, and may show other products.
  paintHearts();
  toggleUpdateButton(false);
  const isEmpty = document.querySelector(".wc-empty-cart-message") !== null;
  // A quantity of 0 removes the line, as its link does: the notice with Undo takes the focus.
  const noticeTakesFocus = document.querySelector(".woocommerce-error, .restore-item") !== null;
  const focused = sent && !noticeTakesFocus ? document.activeElement : null;
  dispatch(document.body, isEmpty ? "wc_cart_emptied" : "updated_cart_totals");
  dispatch(document.body, "updated_wc_div", [readCopy(cartHash()) !== undefined]);
  // A success notice about a quantity is announced but does not take the focus from the field.
  if (focused instanceof HTMLElement && focused !== document.body) focused.focus({ preventScroll: true });
  const message = document.querySelector(".woocommerce-message")?.textContent;
  // Without a message, the last announcement (that a product was added) stays.
  if (message) announce(message);
}

function showFailure(message: string): void {
  showFailureNotice(message);
  focusNotice();
}

/** The button is not needed while quantities are saved automatically. */
function toggleUpdateButton(isShown: boolean): void {
  const update = document.querySelector<HTMLElement>(`${formSelector} .cart-update`);
  // Its space stays, so that what follows does not move.
  if (update) update.style.visibility = isShown ? "" : "hidden";
}
