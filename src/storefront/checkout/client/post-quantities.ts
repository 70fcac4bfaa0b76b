import { clientRoutes } from "#routes";
import { type CartAnswerPage, fieldsOf, postCartForm } from "../../cart/client/cart-form-post.ts";
import { keyIn, quantityIn } from "../../cart/client/unsaved-quantities.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { showOnPage } from "../../notices/client/pending-notices.ts";

const timeoutMs = 20_000;

/** Tells whether the page must be reloaded to show the answer. */
export function isReload({ address }: CartAnswerPage): boolean {
  return address === "";
}

/**
 * Saves changed quantities line by line. If a line is unknown, the whole form is
 * submitted, because its answer explains more. Source: storefront specification 4, checkout quantity change.
 * @throws if the server cannot be reached
 */
export async function postQuantities(
  form: HTMLFormElement,
  changed: readonly HTMLInputElement[],
): Promise<CartAnswerPage> {
  const reloads = form.closest("[data-chowk-reloads]") !== null;
  const notices: Element[] = [];
  let page: Document | undefined;
  for (const field of changed) {
    const answer = await postQuantity(field, reloads);
    if (answer === undefined) return postCartForm(fieldsOf(form));
    page = new DOMParser().parseFromString(answer, "text/html");
    notices.push(...page.querySelectorAll(".woocommerce-notices-wrapper > *"));
  }
  if (!page) return postCartForm(fieldsOf(form));
  page.querySelector(".woocommerce-notices-wrapper")?.replaceChildren(...notices);
  return { page, address: reloads ? "" : clientRoutes.cart() };
}

/** @returns the answer's HTML; undefined if the line is unknown. @throws if the call fails */
async function postQuantity(field: HTMLInputElement, reloads: boolean): Promise<string | undefined> {
  let response = await post(field, reloads);
  if (response.status === 403 && (await renewNonce())) response = await post(field, reloads);
  if (response.status === 400) return undefined;
  if (!response.ok) throw new Error(`The quantity change answered ${response.status}`);
  return response.text();
}

function post(field: HTMLInputElement, reloads: boolean): Promise<Response> {
  const { ajax_url: address = clientRoutes.siteCall(), nonce = "" } = parameters("qcfw_update_checkout_cart") ?? {};
  const body = new URLSearchParams({
    action: "qcfw_update_checkout_cart",
    nonce,
    hash: keyIn(field),
    quantity: quantityIn(field) ?? "",
    ...(!reloads && { chowk_in_place: "1", post_data: checkoutFields() }),
  });
  const headers = { "X-Requested-With": "XMLHttpRequest" };
  return fetch(address, { method: "POST", headers, body, signal: AbortSignal.timeout(timeoutMs) });
}

/** Returns what the order review needs to know of the form: when it was shown, and whether the terms are accepted. */
function checkoutFields(): string {
  const fields = document.querySelectorAll<HTMLInputElement>(
    "form.checkout :is([name=chowk_began], [name=terms]:checked)",
  );
  return new URLSearchParams([...fields].map(({ name, value }) => [name, value])).toString();
}

/** Gets a new nonce, and shows notices that came with it. @returns whether there is one */
async function renewNonce(): Promise<boolean> {
  const known = parameters("qcfw_update_checkout_cart");
  const response = await fetch(`${clientRoutes.visitorState()}?nonces`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!known || !response.ok) return false;
  const { notices, nonces } = (await response.json()) as { notices: string; nonces: Record<string, string> };
  showOnPage(notices);
  known.nonce = nonces.qcfw_update_checkout_cart_nonce ?? "";
  return true;
}
