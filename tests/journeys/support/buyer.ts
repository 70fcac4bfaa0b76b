import { routes } from "#routes";

/** A visitor without a browser; keeps cookies, even across restarts of the shop. */
export class Visitor {
  readonly #cookies = new Map<string, string>();

  /** Opens a new connection for each request, so that serving processes take turns and stopped ones are not contacted. */
  async send(url: string, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie, connection: "close", ...headers },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}

/** A guest who pays on delivery. */
export class Buyer {
  readonly #origin: string;
  readonly #visitor = new Visitor();
  #form: Record<string, string> = {};

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Adds a product to the cart and opens the checkout. */
  async fillCart(productId: number): Promise<void> {
    await this.#send(routes.shopCall("add_to_cart"), { product_id: String(productId) });
    this.#form = checkoutForm(await (await this.#send(routes.checkout())).text());
  }

  /** Submits the checkout. */
  async order(): Promise<{ result: string; messages?: string; order_id?: number; redirect?: string }> {
    const answer = await this.#send(routes.shopCall("checkout"), this.#form);
    return answer.json() as ReturnType<Buyer["order"]>;
  }

  #send(path: string, form?: Record<string, string>): Promise<Response> {
    return this.#visitor.send(this.#origin + path, form);
  }
}

/** Returns the checkout form filled in for a customer in Lahore, with the page's hidden fields, such as nonce and idempotency key. */
export function checkoutForm(page: string): Record<string, string> {
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return { ...address, ...Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value])) };
}

const address = {
  billing_first_name: "Ayesha",
  billing_phone: "0300 1234567",
  billing_address_1: "House 14, Street 6, Model Town",
  billing_city: "Lahore",
  billing_state: "PB",
  billing_country: "PK",
  payment_method: "cod",
};
