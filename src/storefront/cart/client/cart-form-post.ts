import { routes } from "#routes";

/** How long (ms) an answer may take. */
const longestAnswer = 20_000;
const nonceField = "woocommerce-cart-nonce";
const quantityName = /^cart\[\w+\]\[qty\]$/;

export interface CartAnswerPage {
  page: Document;
  /** Where the shop's answer led. */
  address: string;
}

/** What a form of cart lines would send with its button. */
export function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams({ update_cart: "1" });
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.set(name, value);
  return fields;
}

/**
 * Sends what a form of cart lines would send. When its page has grown old the shop changes nothing: the same is sent once more
 * with the nonce of the page that says so.
 * @throws when no page of the shop answers
 */
export async function postCartForm(fields: URLSearchParams): Promise<CartAnswerPage> {
  const answer = await fetchPage(routes.cart(), { method: "POST", body: fields });
  const nonce = answer.page.querySelector<HTMLInputElement>(`[name=${nonceField}]`)?.value;
  if (!nonce || nonce === fields.get(nonceField) || isAsSent(answer.page, fields)) return answer;
  fields.set(nonceField, nonce);
  return fetchPage(routes.cart(), { method: "POST", body: fields });
}

/** @throws when no page of the shop answers */
export async function fetchPage(address: string, options: RequestInit = {}): Promise<CartAnswerPage> {
  const response = await fetch(address, { ...options, signal: AbortSignal.timeout(longestAnswer) });
  if (!response.ok) throw new Error(`The cart answered ${response.status}`);
  return { page: new DOMParser().parseFromString(await response.text(), "text/html"), address: response.url };
}

function isAsSent(page: Document, fields: URLSearchParams): boolean {
  const quantityOf = (name: string) => page.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)?.value;
  return [...fields].every(([name, value]) => !quantityName.test(name) || (quantityOf(name) ?? "0") === value);
}
