import { routes } from "#routes";
import { inTurn } from "../../cart/client/cart-requests.ts";
import { watchDelivery } from "../../cart/client/delivery-news.ts";
import { announce } from "../../client/announce.ts";
import { dispatch, listen } from "../../client/events.ts";
import { drawnValue, valueOf } from "../../client/form-controls.ts";
import { parameters } from "../../client/parameters.ts";
import { elementsOf, showNotices } from "../../notices/client/page-notices.ts";
import { keepChoices } from "./checkout-parts.ts";
import { reviewFields } from "./checkout-review-fields.ts";

const places = ["billing", "shipping"].flatMap((of) =>
  ["country", "state", "city", "postcode"].map((part) => `[name=${of}_${part}]`),
);

/** What decides how the order comes and what that costs. */
const deciding = [...places, "[name=ship_to_different_address]", "[name=payment_method]", ".shipping_method"].join();

/** Who decides whether a coupon is his; asked only while there is one. */
const buyer = "[name=billing_email], [name=billing_phone]";

/** What only a courier has to know. */
const couriers = ".woocommerce-billing-fields .for-courier :is(input, select)";

/** How long (ms) an answer may take. */
const longestAnswer = 20_000;

/** How long (ms) who types rests before the sums follow; what is chosen or left is told at once. */
const typingRest = 1000;

/** How long (ms) the call waits for further events of the same change. */
const eventRest = 5;

/** A page that is older (ms) than this has perhaps outlived its nonce, and comes anew with what was typed. */
const oldAge = 60_000;

interface Review {
  result?: string;
  messages?: string;
  reload?: boolean;
  fragments?: Record<string, string>;
}

/** The call that is under way, or waits for its turn. */
let asked: AbortController | undefined;

/** At the checkout the sums follow the place, the way of delivery and the way to pay. */
export function startCheckoutReview(): void {
  const form = document.querySelector<HTMLFormElement>("form.checkout");
  if (!form) return;
  const update = () => dispatch(document.body, "update_checkout");
  let soon: ReturnType<typeof setTimeout> | undefined;
  listen(document.body, "update_checkout", () => {
    clearTimeout(soon);
    soon = setTimeout(ask, eventRest, form);
  });
  const updateOnce = watchTyping(form, update);
  dispatch(document.body, "init_checkout");
  const controls = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(deciding);
  // Chosen before this listened, or put back. Else the page shows the sums as they are.
  if ([...controls].some((control) => valueOf(control) !== drawnValue(control))) updateOnce();
  else dispatch(document.body, "updated_checkout", [{ result: "success", messages: "", reload: false, fragments: {} }]);
}

/** @returns what asks for the sums unless they were asked for with the same fields */
function watchTyping(form: HTMLFormElement, update: () => void): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  let told = "";
  const updateOnce = () => {
    clearTimeout(rest);
    const now = reviewFields(form).toString();
    if (now !== told) update();
    told = now;
  };
  form.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.matches(places.join()))) return;
    clearTimeout(rest);
    rest = setTimeout(updateOnce, typingRest);
  });
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof Element)) return;
    const isBuyers = target.matches(buyer) && form.querySelector(".cart-discount") !== null;
    if (isBuyers || target.matches(deciding)) updateOnce();
  });
  return updateOnce;
}

/** Gives up the call that is under way: what it would tell is told otherwise. */
export function dropReview(): void {
  asked?.abort();
}

function ask(form: HTMLFormElement): void {
  dropReview();
  asked = new AbortController();
  const { signal } = asked;
  // Read now: by its turn, the answer before it has drawn the choices anew.
  const sent = reviewFields(form);
  // What fails now is judged again with the order.
  void inTurn(() => review(sent, signal)).catch(() => {});
}

async function review(sent: URLSearchParams, signal: AbortSignal): Promise<void> {
  const address = parameters("wc_checkout_params")?.wc_ajax_url ?? routes.shopCall("%%endpoint%%");
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, longestAnswer);
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    const response = await fetch(address.replace("%%endpoint%%", "update_order_review"), {
      method: "POST",
      headers: { "X-Requested-With": "XMLHttpRequest" },
      body: sent,
      signal: limit.signal,
    });
    if (response.status === 403 && performance.now() > oldAge) return window.location.reload();
    if (!response.ok) throw new Error(`The review answered ${response.status}`);
    show((await response.json()) as Review, sent);
  } finally {
    clearTimeout(timer);
  }
}

function show(answer: Review, sent: URLSearchParams): void {
  const { fragments = {}, messages = "", reload = false } = answer;
  if (reload) return window.location.reload();
  const { "form.woocommerce-checkout": expired } = fragments;
  if (expired !== undefined) return showNotices(elementsOf(expired));
  const newsOf = watchDelivery("#order_review");
  for (const [selector, markup] of Object.entries(fragments)) {
    const fresh = new DOMParser().parseFromString(markup, "text/html").querySelector<HTMLElement>(selector);
    const old = document.querySelector<HTMLElement>(`form.checkout ${selector}`);
    // What stays the same stays in place: somebody may be pressing it.
    if (!fresh || !old || old.outerHTML === fresh.outerHTML) continue;
    keepChoices(old, fresh, sent);
    const focused = old.contains(document.activeElement) ? document.activeElement?.id : undefined;
    old.replaceWith(fresh);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }
  const total = document.querySelectorAll("form.checkout .order-total :is(.amount, .total-open)");
  const folded = document.querySelector(".sum-fold > summary b");
  if (total.length > 0) folded?.replaceChildren(...[...total].map((part) => part.cloneNode(true)));
  if (messages) showNotices(elementsOf(messages));
  requireAddress();
  const news = newsOf();
  if (news) announce(news);
  dispatch(document.body, "updated_checkout", [answer]);
}

/** Who fetches it himself needs no address: as the page has it when it is drawn for his way. */
function requireAddress(): void {
  const chosen = document.querySelector<HTMLInputElement>(
    "#order_review .shipping_method:checked, #order_review .shipping_method[type=hidden]",
  );
  const isFetched = chosen?.value.startsWith("local_pickup:") ?? false;
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(couriers)) {
    const row = field.closest(".form-row");
    const optional = row?.querySelector<HTMLElement>(".opt");
    field.required = !isFetched;
    row?.classList.toggle("validate-required", !isFetched);
    if (optional) optional.hidden = !isFetched;
  }
}
