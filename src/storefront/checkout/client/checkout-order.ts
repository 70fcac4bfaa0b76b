import { routes } from "#routes";
import { fetchPage } from "../../cart/client/cart-form-post.ts";
import { inTurn, isTimeOut } from "../../cart/client/cart-requests.ts";
import { dispatch } from "../../client/events.ts";
import { parameters } from "../../client/parameters.ts";
import { showNotices } from "../../notices/client/page-notices.ts";
import { type CheckoutAnswer, readCheckoutAnswer } from "./checkout-answer.ts";
import { forgetDraft } from "./checkout-draft.ts";
import { clearErrors, showErrorMarkup, showErrors } from "./checkout-errors.ts";
import { replaceParts } from "./checkout-parts.ts";
import { dropReview } from "./checkout-review.ts";

/** How long (ms) an answer to an order may take. */
const longestOrder = 30_000;

/** How long (ms) an order that the network lost rests before it is sent again: the shop takes it once. */
const untilRetry = 1000;

/** The class of a form whose order is on its way. */
const busy = "processing";

/** Orders in place: what was typed stays when the shop refuses it, or when no answer comes. */
export function startCheckoutOrder(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches("form.checkout") || event.defaultPrevented) return;
    event.preventDefault();
    if (!form.classList.contains(busy) && isWanted(form)) void order(form);
  });
  // The browser may show the page again as it was when it was left: the order has been placed.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && document.querySelector(`form.checkout.${busy}`)) window.location.reload();
  });
}

/** Other scripts may keep an order back. */
function isWanted(form: HTMLFormElement): boolean {
  const method = new FormData(form).get("payment_method");
  const names = ["checkout_place_order", ...(typeof method === "string" ? [`checkout_place_order_${method}`] : [])];
  return names.every((name) => dispatch(form, name));
}

async function order(form: HTMLFormElement): Promise<void> {
  setBusy(form, true);
  dropReview();
  try {
    const answer = await inTurn(() => send(form));
    if (answer.result === "success" && answer.redirect) return leave(form, answer, answer.redirect);
    refuse(form, answer);
  } catch (error) {
    showErrors(form, [failureOf(form, error)]);
  }
  setBusy(form, false);
}

function leave(form: HTMLFormElement, answer: CheckoutAnswer, redirect: string): void {
  if (!dispatch(form, "checkout_place_order_success", [answer])) return setBusy(form, false);
  forgetDraft();
  window.location.assign(redirect);
}

function refuse(form: HTMLFormElement, { messages, refresh, reload }: CheckoutAnswer): void {
  if (reload) return window.location.reload();
  if (refresh) {
    dispatch(document.body, "update_checkout");
    void redrawCart();
  }
  showNotices([]);
  if (messages) showErrorMarkup(form, messages);
  else showErrors(form, [failureOf(form, undefined)]);
}

/** The list of what is ordered, as another tab may have left it. */
async function redrawCart(): Promise<void> {
  const quantities = document.querySelectorAll<HTMLInputElement>(".checkout-cart input.qty");
  // What is typed from now on stays; what stands there now is old.
  const sent = new URLSearchParams([...quantities].map(({ name, value }) => [name, value]));
  const draw = async () => replaceParts((await fetchPage(routes.checkout(), {})).page, sent, [".checkout-cart"]);
  // What the shop said of the change stands there; the list without it is judged with the order.
  await inTurn(draw).catch(() => {});
}

/** Sends the form; what the network lost is sent once more, since the mark of the attempt makes it one order. */
async function send(form: HTMLFormElement): Promise<CheckoutAnswer> {
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") sent.append(name, value);
  return post(sent).catch(async (error: unknown) => {
    if (!navigator.onLine || !(error instanceof TypeError)) throw error;
    await new Promise((resolve) => setTimeout(resolve, untilRetry));
    return post(sent);
  });
}

async function post(sent: URLSearchParams): Promise<CheckoutAnswer> {
  const response = await fetch(parameters("wc_checkout_params")?.checkout_url ?? routes.shopCall("checkout"), {
    method: "POST",
    headers: { "X-Requested-With": "XMLHttpRequest" },
    body: sent,
    signal: AbortSignal.timeout(longestOrder),
  });
  if (!response.ok) throw new Error(`The checkout answered ${response.status}`);
  return readCheckoutAnswer(await response.text());
}

/** Says why no answer came, with a button that sends the order again. */
function failureOf(form: HTMLFormElement, error: unknown): Element {
  const { offline = "", late = "", retry = "" } = form.dataset;
  const otherwise = parameters("wc_checkout_params")?.i18n_checkout_error ?? "";
  const notice = document.createElement("div");
  notice.className = "woocommerce-error notice notice--bad";
  const words = document.createElement("p");
  words.textContent = navigator.onLine ? (isTimeOut(error) ? late : otherwise) : offline;
  const again = Object.assign(document.createElement("button"), { className: "link", textContent: retry });
  notice.append(words, again);
  return notice;
}

function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  form.classList.toggle(busy, isBusy);
  const button = form.querySelector("#place_order");
  if (isBusy) {
    button?.setAttribute("aria-busy", "true");
    clearErrors(form);
  } else button?.removeAttribute("aria-busy");
}
