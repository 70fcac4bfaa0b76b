import { startCalculatorCountry } from "../../address/client/calculator-country.ts";
import { announce } from "../../client/announce.ts";
import { closest } from "../../client/closest.ts";
import { dispatch } from "../../client/events.ts";
import { setFold } from "../../client/fold.ts";
import { textFields } from "../../client/forms/form-controls.ts";
import { intercept } from "../../client/intercept.ts";
import { fetchPage } from "./cart-form-post.ts";
import type { CartQueue } from "./cart-queue.ts";
import { failureMessage } from "./cart-requests.ts";
import { deliveryEstimate } from "./delivery-announcement.ts";

const formSelector = ".cart_totals form.woocommerce-shipping-calculator";

interface CartShippingOptions {
  queue: CartQueue;
  /** Shows the page that the server returned. @throws if it is another page */
  show: (page: Document, sent: URLSearchParams) => void;
  showFailure: (message: string) => void;
  signal: AbortSignal;
}

/** Submits the cart page's delivery estimate and shipping method in the background. */
export function startCartShipping({ queue, show, showFailure, signal }: CartShippingOptions): void {
  const send = async (form: HTMLFormElement): Promise<boolean> => {
    const sent = textFields(form);
    form.closest(".cart_totals")?.setAttribute("aria-busy", "true");
    try {
      await queue.run(async () => show((await fetchPage(form.action, { method: "POST", body: sent })).page, sent));
      dispatch(document.body, "updated_shipping_method");
      announce(deliveryEstimate(".cart_totals"));
      return true;
    } catch {
      form.closest(".cart_totals")?.removeAttribute("aria-busy");
      showFailure(failureMessage(form.dataset.failure));
      return false;
    }
  };
  const sendMethod = (target: unknown) => {
    const form = target instanceof HTMLInputElement && target.matches("input.shipping_method") ? target.form : null;
    if (form?.matches(formSelector)) void send(form);
  };
  startCalculatorCountry(signal);
  const onSubmit = (event: Event) => {
    const form = closest<HTMLFormElement>(event, formSelector);
    if (form && !event.defaultPrevented)
      intercept(event, () => void send(form).then((isShown) => isShown && showSums()));
  };
  document.addEventListener("submit", onSubmit, { signal });
  document.addEventListener("change", ({ target }) => sendMethod(target), { signal });
  const chosen = document.querySelector<HTMLInputElement>("input.shipping_method:checked:not([checked])");
  const rendered = document.querySelector<HTMLInputElement>("input.shipping_method[checked]");
  // Chosen before this code had loaded; or restored by the browser, which is outdated if the server rendered another one.
  if (chosen && isFirstVisit()) sendMethod(chosen);
  else if (chosen && rendered) rendered.checked = true;
}

/** Tells whether the page was navigated to, rather than reloaded or restored with its form fields. */
function isFirstVisit(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.type === "navigate";
}

/** Moves the focus to the sums after a delivery estimate; not if the place is not delivered to. */
function showSums(): void {
  if (document.querySelector(".cart_totals .delivery-nowhere")) return;
  const fold = document.querySelector<HTMLElement>(`${formSelector} .fold`);
  if (fold) setFold(fold, false);
  const sums = document.querySelector<HTMLElement>(".cart_totals .sums");
  sums?.setAttribute("tabindex", "-1");
  sums?.focus({ preventScroll: true });
  sums?.closest(".cart_totals")?.scrollIntoView({ block: "nearest" });
}
