import { routes } from "#routes";

/** A guest with a browser of his own, who pays at the door. */
export class Buyer {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  #form: Record<string, string> = {};

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Puts a piece into his cart and opens the checkout. */
  async fillCart(productId: number): Promise<void> {
    await this.#send(routes.shopCall("add_to_cart"), { product_id: String(productId) });
    const page = await (await this.#send(routes.checkout())).text();
    const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    this.#form = { ...address, ...Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value])) };
  }

  /** Presses the button. */
  async order(): Promise<{ result: string; messages?: string; order_id?: number; redirect?: string }> {
    const answer = await this.#send(routes.shopCall("checkout"), this.#form);
    return answer.json() as ReturnType<Buyer["order"]>;
  }

  /** A connection of its own each time, so that several processes take turns. */
  async #send(path: string, form?: Record<string, string>): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(this.#origin + path, {
      redirect: "manual",
      headers: { cookie, connection: "close" },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
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
