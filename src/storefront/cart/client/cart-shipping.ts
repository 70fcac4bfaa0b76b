import { startCalculatorCountry } from "../../address/client/calculator-country.ts";
import { announce } from "../../client/announce.ts";
import { dispatch } from "../../client/events.ts";
import { takeOver } from "../../client/take-over.ts";
import { fetchPage } from "./cart-form-post.ts";
import { inTurn } from "./cart-requests.ts";
import { deliveryAnswer } from "./delivery-news.ts";
import { failureWords } from "./failure-words.ts";

const formSelector = ".cart_totals form.woocommerce-shipping-calculator";

/** On the cart page a place and a way of delivery are sent in place; `show` takes the answer, `tell` says what went wrong. */
export function startCartShipping(
  show: (page: Document, sent: URLSearchParams) => void,
  tell: (message: string) => void,
): void {
  const send = async (form: HTMLFormElement): Promise<boolean> => {
    const sent = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") sent.append(name, value);
    form.closest(".cart_totals")?.setAttribute("aria-busy", "true");
    try {
      await inTurn(async () => show((await fetchPage(form.action, { method: "POST", body: sent })).page, sent));
      dispatch(document.body, "updated_shipping_method");
      announce(deliveryAnswer(".cart_totals"));
      return true;
    } catch {
      form.closest(".cart_totals")?.removeAttribute("aria-busy");
      tell(failureWords(form.dataset.failure));
      return false;
    }
  };
  startCalculatorCountry();
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.matches(formSelector)) takeOver(event, () => void send(form).then((isShown) => isShown && showSums()));
  });
  const sendChoice = (target: unknown) => {
    const form = target instanceof HTMLInputElement && target.matches("input.shipping_method") ? target.form : null;
    if (form?.matches(formSelector)) void send(form);
  };
  document.addEventListener("change", ({ target }) => sendChoice(target));
  const other = document.querySelector<HTMLInputElement>("input.shipping_method:checked:not([checked])");
  const drawn = document.querySelector<HTMLInputElement>("input.shipping_method[checked]");
  // Chosen before this listened, or put back by the browser, while the shop has been told otherwise since and drew that.
  if (other && isFirstVisit()) sendChoice(other);
  else if (other && drawn) drawn.checked = true;
}

/** Whether the page was gone to, not come back to: fields stand as they were drawn, or as somebody has set them. */
function isFirstVisit(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.type === "navigate";
}

/** Whoever asked what his place costs is led to the sums that answer. Where nothing is brought he is left at the form. */
function showSums(): void {
  if (document.querySelector(".cart_totals .delivery-nowhere")) return;
  document.querySelector(`${formSelector} details`)?.removeAttribute("open");
  const sums = document.querySelector<HTMLElement>(".cart_totals .sums");
  sums?.setAttribute("tabindex", "-1");
  sums?.focus({ preventScroll: true });
  sums?.closest(".cart_totals")?.scrollIntoView({ block: "nearest" });
}
