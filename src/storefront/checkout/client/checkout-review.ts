import { clientRoutes } from "#routes";
import type { CartQueue } from "../../cart/client/cart-queue.ts";
import { trackDelivery } from "../../cart/client/delivery-announcement.ts";
import { announce } from "../../client/announce.ts";
import { dispatch, listen } from "../../client/events.ts";
import { initialValue, valueOf } from "../../client/forms/form-controls.ts";
import { isLeft } from "../../client/other-scripts.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { parseElements, showNotices } from "../../notices/client/page-notices.ts";
import { keepChoices } from "./checkout-parts.ts";

const addressParts = ["country", "state", "postcode", "city", "address", "address_2"] as const;

const placeSelector = ["billing", "shipping"]
  .flatMap((of) => ["country", "state", "city", "postcode"].map((part) => `[name=${of}_${part}]`))
  .join();

/** The controls that determine delivery and prices. */
const pricingSelector = `${placeSelector}, [name=ship_to_different_address], [name=payment_method], .shipping_method`;

/** Coupons may be restricted to these. */
const buyerSelector = "[name=billing_email], [name=billing_phone]";

/** The consent to a reminder of the cart, which is stored with the address. */
const reminderSelector = "[name=chowk_cart_reminder]";

/** Fields that are optional with local pickup. */
const courierSelector = ".woocommerce-billing-fields .for-courier :is(input, select)";

const timeoutMs = 20_000;
/** Typing updates the review after this delay; choosing or leaving a field does so at once. */
const typingDelayMs = 1000;
/** A single change may dispatch several events. */
const batchDelayMs = 5;
/** The nonce of an older page may have expired: the page is reloaded, with the entered fields. */
const maxPageAgeMs = 60_000;

interface ReviewAnswer {
  result?: string;
  messages?: string;
  reload?: boolean;
  fragments?: Record<string, string>;
}

/** Updates the order review when address, shipping method or payment method change. */
export class CheckoutReview {
  readonly #form: HTMLFormElement;
  readonly #queue: CartQueue;
  /** The call that is under way or queued. */
  #call: AbortController | undefined;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  #batchTimer: ReturnType<typeof setTimeout> | undefined;
  #lastFields = "";

  constructor(form: HTMLFormElement, queue: CartQueue, signal: AbortSignal) {
    this.#form = form;
    this.#queue = queue;
    const onUpdate = () => {
      clearTimeout(this.#batchTimer);
      this.#batchTimer = setTimeout(() => this.#request(), batchDelayMs);
    };
    listen(document.body, "update_checkout", onUpdate, signal);
    form.addEventListener("input", ({ target }) => this.#onInput(target), { signal });
    form.addEventListener("change", ({ target }) => this.#onChange(target), { signal });
    dispatch(document.body, "init_checkout");
    const controls = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(pricingSelector);
    // Changed before this code had loaded, or restored by the browser. Otherwise the page shows the right prices.
    const isChanged = [...controls].some((control) => valueOf(control) !== initialValue(control));
    const unchanged = { result: "success", messages: "", reload: false, fragments: {} };
    if (isChanged) this.#updateIfChanged();
    else dispatch(document.body, "updated_checkout", [unchanged]);
  }

  /** Cancels the update under way. */
  cancel(): void {
    this.#call?.abort();
  }

  #onInput(target: EventTarget | null): void {
    if (!(target instanceof HTMLInputElement && target.matches(placeSelector))) return;
    clearTimeout(this.#typingTimer);
    this.#typingTimer = setTimeout(() => this.#updateIfChanged(), typingDelayMs);
  }

  #onChange(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    const affectsCoupon = target.matches(buyerSelector) && this.#form.querySelector(".cart-discount") !== null;
    const affectsReminder =
      target.matches(reminderSelector) ||
      (target.matches("[name=billing_email]") && this.#form.querySelector(`${reminderSelector}:checked`) !== null);
    if (affectsCoupon || affectsReminder || target.matches(pricingSelector)) this.#updateIfChanged();
  }

  #updateIfChanged(): void {
    clearTimeout(this.#typingTimer);
    const fields = reviewFields(this.#form).toString();
    if (fields !== this.#lastFields) dispatch(document.body, "update_checkout");
    this.#lastFields = fields;
  }

  #request(): void {
    // The original script, loaded since, has heard the same event.
    if (isLeft("checkout")) return;
    this.cancel();
    this.#call = new AbortController();
    const { signal } = this.#call;
    // Read now: the answer to an earlier call may replace the controls before this one is sent.
    const sent = reviewFields(this.#form);
    // Errors are ignored: the order is validated again.
    void this.#queue.run(() => update(sent, signal)).catch(() => {});
  }
}

/** Returns the fields of the call update_order_review: both addresses, and the whole form as one field. */
function reviewFields(form: HTMLFormElement): URLSearchParams {
  const entered = formFields(form);
  const address = (of: "billing" | "shipping") =>
    addressParts.map((part) => [part, entered.get(`${of}_${part === "address" ? "address_1" : part}`) ?? ""] as const);
  const target = entered.get("ship_to_different_address") ? "shipping" : "billing";
  const shippingMethods = [...entered].filter(([name]) => name.startsWith("shipping_method["));
  return new URLSearchParams([
    ["security", parameters("wc_checkout_params")?.update_order_review_nonce ?? ""],
    ["payment_method", entered.get("payment_method") ?? ""],
    ...address("billing").map(([part, value]) => [part, value]),
    ...address(target).map(([part, value]) => [`s_${part}`, value]),
    ["has_full_address", String(hasFullAddress(form, target))],
    ["post_data", entered.toString()],
    ...shippingMethods,
  ]);
}

/** Returns a form's fields without files and passwords. */
function formFields(form: HTMLFormElement): URLSearchParams {
  const secret = new Set([...form.querySelectorAll<HTMLInputElement>("[type=password]")].map(({ name }) => name));
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && !secret.has(name)) fields.append(name, value);
  return fields;
}

function hasFullAddress(form: HTMLFormElement, target: "billing" | "shipping"): boolean {
  const required = `.address-field.validate-required :is(input, select)[name^=${target}_]`;
  return [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(required)].every(({ value }) => value !== "");
}

async function update(sent: URLSearchParams, signal: AbortSignal): Promise<void> {
  const address = parameters("wc_checkout_params")?.wc_ajax_url ?? clientRoutes.shopCall("%%endpoint%%");
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    const response = await fetch(address.replace("%%endpoint%%", "update_order_review"), {
      method: "POST",
      headers: { "X-Requested-With": "XMLHttpRequest" },
      body: sent,
      signal: controller.signal,
    });
    if (response.status === 403 && performance.now() > maxPageAgeMs) return window.location.reload();
    if (!response.ok) throw new Error(`The review answered ${response.status}`);
    show((await response.json()) as ReviewAnswer, sent);
  } finally {
    clearTimeout(timer);
  }
}

function show(answer: ReviewAnswer, sent: URLSearchParams): void {
  const { fragments = {}, messages = "", reload = false } = answer;
  if (reload) return window.location.reload();
  const { "form.woocommerce-checkout": sessionExpired } = fragments;
  if (sessionExpired !== undefined) return showNotices(parseElements(sessionExpired));
  const deliveryChanges = trackDelivery("#order_review");
  for (const [selector, markup] of Object.entries(fragments)) replaceFragment(selector, markup, sent);
  const total = document.querySelectorAll("form.checkout .order-total :is(.amount, .total-open)");
  const foldedTotal = document.querySelector(".sum-fold > summary b");
  if (total.length > 0) foldedTotal?.replaceChildren(...[...total].map((part) => part.cloneNode(true)));
  if (messages) showNotices(parseElements(messages));
  setRequiredFields();
  const changes = [showCountryNote(sent), deliveryChanges()].filter(Boolean).join(" ");
  if (changes) announce(changes);
  dispatch(document.body, "updated_checkout", [answer]);
}

/** Says below the country of the destination if no payment method serves it. @returns the text if it is new, or "" */
function showCountryNote(sent: URLSearchParams): string {
  const target = new URLSearchParams(sent.get("post_data") ?? "").has("ship_to_different_address")
    ? "shipping"
    : "billing";
  const template = document.querySelector<HTMLTemplateElement>(".country-note");
  let added = "";
  for (const note of document.querySelectorAll("form.checkout .country-payment")) {
    const own = note.closest(`#${target}_country_field`) ? template?.content.cloneNode(true) : undefined;
    if ((own?.textContent ?? "") === note.textContent) continue;
    added += own?.textContent ?? "";
    note.replaceChildren(...(own ? [own] : []));
  }
  return added;
}

/** Replaces a part of the review. Unchanged parts keep their elements, which may be being pressed. */
function replaceFragment(selector: string, markup: string, sent: URLSearchParams): void {
  const updated = new DOMParser().parseFromString(markup, "text/html").querySelector<HTMLElement>(selector);
  const old = document.querySelector<HTMLElement>(`form.checkout ${selector}`);
  if (!updated || !old || old.outerHTML === updated.outerHTML) return;
  keepChoices(old, updated, sent);
  const focused = old.contains(document.activeElement) ? document.activeElement?.id : undefined;
  old.replaceWith(updated);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Makes the address optional with local pickup, as the server renders it. */
function setRequiredFields(): void {
  const method = document.querySelector<HTMLInputElement>(
    "#order_review .shipping_method:checked, #order_review .shipping_method[type=hidden]",
  );
  const isPickup = method?.value.startsWith("local_pickup:") ?? false;
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(courierSelector)) {
    const row = field.closest(".form-row");
    const optional = row?.querySelector<HTMLElement>(".optional");
    field.required = !isPickup;
    row?.classList.toggle("validate-required", !isPickup);
    if (optional) optional.hidden = !isPickup;
  }
}
