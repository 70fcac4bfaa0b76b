import { routes } from "#routes";
import { announce } from "./announce.ts";
import { inTurn } from "./cart-requests.ts";
import { keepChoices } from "./checkout-parts.ts";
import { watchDelivery } from "./delivery-news.ts";
import { dispatch } from "./events.ts";
import { showNotices } from "./page-notices.ts";
import { parameters } from "./parameters.ts";

/** What decides how the order comes and what that costs. */
const deciding =
  "[name=billing_country], [name=billing_state], [name=billing_city], [name=billing_postcode], [name=payment_method], .shipping_method";

/** Who decides whether a coupon is his; asked only while there is one. */
const buyer = "[name=billing_email], [name=billing_phone]";

/** What only a courier has to know. */
const couriers = "#billing_address_1, #billing_city, #billing_state";

/** How long (ms) an answer may take. */
const longestAnswer = 20_000;

interface Review {
  messages?: string;
  fragments?: Record<string, string>;
}

/** At the checkout the sums follow the place, the way of delivery and the way to pay. */
export function startCheckoutReview(): void {
  const form = document.querySelector<HTMLFormElement>("form.checkout");
  const update = () => {
    if (!form) return;
    // Read now: by its turn, the answer before it has drawn the choices anew.
    const sent = readForm(form);
    // What fails now is judged again with the order.
    void inTurn(() => review(sent)).catch(() => {});
  };
  form?.addEventListener("change", ({ target }) => {
    if (!(target instanceof Element)) return;
    const isBuyers = target.matches(buyer) && form.querySelector(".cart-discount") !== null;
    if (isBuyers || target.matches(deciding)) update();
  });
  const controls = form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(deciding) ?? [];
  // Chosen before this listened, or put back by the browser.
  if ([...controls].some(isMoved)) update();
}

/** Whether a control stands otherwise than the page was drawn. */
function isMoved(control: HTMLInputElement | HTMLSelectElement): boolean {
  if (control instanceof HTMLInputElement)
    return control.type === "radio"
      ? control.checked !== control.defaultChecked
      : control.value !== control.defaultValue;
  const options = [...control.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.selected === false;
}

function readForm(form: HTMLFormElement): URLSearchParams {
  const typed = new FormData(form);
  const field = (name: string) => {
    const value = typed.get(name);
    return typeof value === "string" ? value : "";
  };
  const parts = ["country", "state", "city", "postcode"] as const;
  const places = parts.map((part) => [part, field(`billing_${part}`)] as const);
  const shop = parameters("wc_checkout_params");
  return new URLSearchParams([
    ["security", shop?.update_order_review_nonce ?? ""],
    ["payment_method", field("payment_method")],
    ["shipping_method[0]", field("shipping_method[0]")],
    ...places.map(([name, value]) => [name, value]),
    [
      "post_data",
      new URLSearchParams(["email", "phone"].map((part) => [`billing_${part}`, field(`billing_${part}`)])).toString(),
    ],
  ]);
}

async function review(sent: URLSearchParams): Promise<void> {
  const address = parameters("wc_checkout_params")?.wc_ajax_url ?? routes.shopCall("%%endpoint%%");
  const response = await fetch(address.replace("%%endpoint%%", "update_order_review"), {
    method: "POST",
    headers: { "X-Requested-With": "XMLHttpRequest" },
    body: sent,
    signal: AbortSignal.timeout(longestAnswer),
  });
  if (!response.ok) throw new Error(`The review answered ${response.status}`);
  show((await response.json()) as Review, sent);
}

function show({ fragments = {}, messages = "" }: Review, sent: URLSearchParams): void {
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
  if (messages) showNotices([...new DOMParser().parseFromString(messages, "text/html").body.children]);
  requireAddress();
  const news = newsOf();
  if (news) announce(news);
  dispatch(document.body, "updated_checkout");
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
