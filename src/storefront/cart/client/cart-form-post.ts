import { clientRoutes } from "#routes";

const timeoutMs = 20_000;
const nonceField = "woocommerce-cart-nonce";
const quantityName = /^cart\[\w+\]\[qty\]$/;

export interface CartAnswerPage {
  page: Document;
  /** URL after redirects. */
  address: string;
}

/** Returns the fields that the update button of a cart form submits, without the coupon code, which that does not apply. */
export function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams({ update_cart: "1" });
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.set(name, value);
  fields.delete("coupon_code");
  return fields;
}

/**
 * Submits the fields of a cart form. If the nonce has expired the server changes nothing, and the fields are sent again with
 * the nonce from its answer.
 * @throws if no page is returned
 */
export async function postCartForm(fields: URLSearchParams): Promise<CartAnswerPage> {
  const answer = await fetchPage(clientRoutes.cart(), { method: "POST", body: fields });
  const nonce = answer.page.querySelector<HTMLInputElement>(`[name=${nonceField}]`)?.value;
  if (!nonce || nonce === fields.get(nonceField) || hasQuantities(answer.page, fields)) return answer;
  fields.set(nonceField, nonce);
  return fetchPage(clientRoutes.cart(), { method: "POST", body: fields });
}

/** Fetches and parses a page. @throws if no page is returned */
export async function fetchPage(address: string, options: RequestInit = {}): Promise<CartAnswerPage> {
  const response = await fetch(address, { ...options, signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`The cart answered ${response.status}`);
  return { page: new DOMParser().parseFromString(await response.text(), "text/html"), address: response.url };
}

function hasQuantities(page: Document, fields: URLSearchParams): boolean {
  const quantityOf = (name: string) => page.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)?.value;
  return [...fields].every(([name, value]) => !quantityName.test(name) || (quantityOf(name) ?? "0") === value);
}
