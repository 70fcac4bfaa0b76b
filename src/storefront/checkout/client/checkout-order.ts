import { clientRoutes } from "#routes";
import { fetchPage } from "../../cart/client/cart-form-post.ts";
import type { CartQueue } from "../../cart/client/cart-queue.ts";
import { isTimeout } from "../../cart/client/cart-requests.ts";
import { dispatch } from "../../client/events.ts";
import { textFields } from "../../client/forms/form-controls.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { showNotices } from "../../notices/client/page-notices.ts";
import { finishDraft } from "./checkout-draft.ts";
import type { CheckoutErrors } from "./checkout-errors.ts";
import { replaceParts } from "./checkout-parts.ts";
import type { CheckoutReview } from "./checkout-review.ts";

const timeoutMs = 30_000;
const retryDelayMs = 1000;

/** The class of a form while its order is being placed. */
const busyClass = "processing";

/** The server's answer to an order. */
interface CheckoutAnswer {
  result?: string;
  /** Where the buyer goes next. */
  redirect?: string;
  /** HTML of the errors. */
  messages?: string;
  /** Whether to update the review, which brings a new nonce. */
  refresh?: boolean;
  /** Whether to reload the page, which then shows why. */
  reload?: boolean;
}

interface CheckoutOrder {
  form: HTMLFormElement;
  queue: CartQueue;
  review: CheckoutReview;
  errors: CheckoutErrors;
}

/** Places the order without a reload, so that entered fields stay if it is refused or fails. */
export function startCheckoutOrder({ signal, ...order }: CheckoutOrder & { signal: AbortSignal }): void {
  const { form } = order;
  const onSubmit = (event: Event) => {
    if (event.target !== form || event.defaultPrevented) return;
    event.preventDefault();
    if (!form.classList.contains(busyClass) && isAllowed(form)) void place(order);
  };
  // A page from the back/forward cache whose order has been placed.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && form.matches(`.${busyClass}`)) window.location.reload();
  };
  document.addEventListener("submit", onSubmit, { signal });
  window.addEventListener("pageshow", onPageShow, { signal });
}

/** Tells whether no third-party script prevents the order. */
function isAllowed(form: HTMLFormElement): boolean {
  const method = new FormData(form).get("payment_method");
  const names = ["checkout_place_order", ...(typeof method === "string" ? [`checkout_place_order_${method}`] : [])];
  return names.every((name) => dispatch(form, name));
}

async function place(order: CheckoutOrder): Promise<void> {
  const { form, queue, review, errors } = order;
  setBusy(form, true);
  errors.clear();
  review.cancel();
  try {
    const answer = await queue.run(() => send(form));
    if (answer.result === "success" && answer.redirect) return leave(form, answer, answer.redirect);
    showRefusal(order, answer);
  } catch (error) {
    errors.show([failureNotice(form, error)]);
  }
  setBusy(form, false);
}

function leave(form: HTMLFormElement, answer: CheckoutAnswer, redirect: string): void {
  if (!dispatch(form, "checkout_place_order_success", [answer])) return setBusy(form, false);
  finishDraft();
  window.location.assign(redirect);
}

function showRefusal({ form, queue, errors }: CheckoutOrder, { messages, refresh, reload }: CheckoutAnswer): void {
  if (reload) return window.location.reload();
  if (refresh) {
    dispatch(document.body, "update_checkout");
    void reloadCart(queue);
  }
  showNotices([]);
  if (messages) errors.showMarkup(messages);
  else errors.show([failureNotice(form, undefined)]);
}

/** Shows the current cart, which may have been changed in another tab. Quantities entered from now on stay. */
async function reloadCart(queue: CartQueue): Promise<void> {
  const quantities = document.querySelectorAll<HTMLInputElement>(".checkout-cart input.qty");
  const sent = new URLSearchParams([...quantities].map(({ name, value }) => [name, value]));
  const reload = async () =>
    replaceParts((await fetchPage(clientRoutes.checkout(), {})).page, sent, [".checkout-cart"]);
  // On failure the old list stays, and the next order is checked against the current cart.
  await queue.run(reload).catch(() => {});
}

/** Sends the form; once more if the network fails. Its idempotency key makes that one order. */
async function send(form: HTMLFormElement): Promise<CheckoutAnswer> {
  const sent = textFields(form);
  return post(sent).catch(async (error: unknown) => {
    if (!navigator.onLine || !(error instanceof TypeError)) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    return post(sent);
  });
}

async function post(sent: URLSearchParams): Promise<CheckoutAnswer> {
  const response = await fetch(parameters("wc_checkout_params")?.checkout_url ?? clientRoutes.shopCall("checkout"), {
    method: "POST",
    headers: { "X-Requested-With": "XMLHttpRequest" },
    body: sent,
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`The checkout answered ${response.status}`);
  return parseCheckoutAnswer(await response.text());
}

/** Parses the answer, which may be surrounded by other text such as a server's warning. @throws if there is none */
export function parseCheckoutAnswer(text: string): CheckoutAnswer {
  const start = text.indexOf('{"result');
  const end = text.lastIndexOf("}");
  const answer: unknown = JSON.parse(start < 0 || end < start ? text : text.slice(start, end + 1));
  if (typeof answer !== "object" || answer === null) throw new Error("The checkout's answer is not an object");
  return answer;
}

/** Returns a notice about why there is no answer, with a button that sends the order again. */
function failureNotice(form: HTMLFormElement, error: unknown): Element {
  const { offline = "", late = "", retry = "" } = form.dataset;
  const otherwise = parameters("wc_checkout_params")?.i18n_checkout_error ?? "";
  const notice = document.createElement("div");
  notice.className = "woocommerce-error notice notice--bad";
  const message = document.createElement("p");
  message.textContent = navigator.onLine ? (isTimeout(error) ? late : otherwise) : offline;
  const button = Object.assign(document.createElement("button"), { className: "link", textContent: retry });
  notice.append(message, button);
  return notice;
}

function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  form.classList.toggle(busyClass, isBusy);
  const button = form.querySelector("#place_order");
  if (isBusy) button?.setAttribute("aria-busy", "true");
  else button?.removeAttribute("aria-busy");
}
