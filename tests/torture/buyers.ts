import { setTimeout as delay } from "node:timers/promises";
import { routes } from "#routes";

/** How long (ms) a buyer repeats a request that was not answered. */
const requestTimeoutMs = 90_000;
const requestMs = 10_000;

/** What buyers were told. */
export interface Outcome {
  /** The numbers of confirmed orders. */
  confirmed: Set<number>;
  /** Buyers who were told no, mostly because the product was sold out. */
  refused: number;
  /** Requests that had to be repeated. */
  repeated: number;
}

interface Answer {
  text: string;
  cookies: string;
}

/**
 * Buys until it is stopped: fills a cart, reads the checkout and sends its form, repeated unchanged until it is answered, as a
 * browser does whose connection fails.
 */
export class Buyers {
  readonly outcome: Outcome = { confirmed: new Set(), refused: 0, repeated: 0 };
  readonly #origins: () => readonly string[];
  readonly #products: readonly number[];
  #next = 0;
  #isOver = false;

  constructor(origins: () => readonly string[], products: readonly number[]) {
    this.#origins = origins;
    this.#products = products;
  }

  /** Buys with `count` buyers at a time; resolves after `stop`, when the last purchase has ended. */
  async run(count: number): Promise<void> {
    const one = async () => {
      while (!this.#isOver) await this.#buy((this.#next += 1));
    };
    await Promise.all(Array.from({ length: count }, one));
  }

  stop(): void {
    this.#isOver = true;
  }

  async #buy(number: number): Promise<void> {
    const product = this.#products[number % this.#products.length] ?? 0;
    const added = await this.#ask(routes.shopCall("add_to_cart"), "", { product_id: String(product), quantity: "1" });
    const cookie = added?.cookies ?? "";
    const page = added && (await this.#ask(routes.checkout(), cookie));
    const fields = [...(page?.text ?? "").matchAll(/<input type="hidden"[^>]*? name="([^"]+)" value="([^"]*)"/g)];
    const form = {
      ...address,
      billing_phone: `0300 ${1_000_000 + number}`,
      billing_email: `buyer${number}@example.com`,
      ...Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value])),
    };
    const answer = page && (await this.#ask(routes.shopCall("checkout"), cookie, form));
    const [, id] = /order-received\\?\/(\d+)/.exec(answer?.text ?? "") ?? [];
    if (id === undefined) this.outcome.refused += 1;
    else this.outcome.confirmed.add(Number(id));
  }

  async #ask(path: string, cookie: string, form?: Record<string, string>): Promise<Answer | undefined> {
    const deadline = performance.now() + requestTimeoutMs;
    while (performance.now() < deadline) {
      const answer = await this.#askOnce(path, cookie, form);
      if (answer) return answer;
      this.outcome.repeated += 1;
      await delay(100);
    }
    return undefined;
  }

  /** @returns undefined if there was no answer, or one that asks to try again */
  async #askOnce(path: string, cookie: string, form?: Record<string, string>): Promise<Answer | undefined> {
    const origins = this.#origins();
    const origin = origins[Math.floor(Math.random() * origins.length)] ?? "";
    const signal = AbortSignal.timeout(requestMs);
    const body = form && { method: "POST", body: new URLSearchParams(form) };
    try {
      const response = await fetch(origin + path, { signal, headers: { cookie, connection: "close" }, ...body });
      const text = await response.text();
      if (response.status !== 200) return undefined;
      const cookies = response.headers.getSetCookie().map((one) => one.split(";", 1)[0] ?? "");
      return { text, cookies: cookies.join("; ") };
    } catch {
      // Refused, cut off or too late: the point of the exercise.
      return undefined;
    }
  }
}

const address = {
  billing_first_name: "Ayesha",
  billing_last_name: "Khan",
  billing_country: "PK",
  billing_address_1: "House 14, Street 6",
  billing_city: "Lahore",
  billing_state: "PB",
  order_comments: "",
  payment_method: "cod",
};
