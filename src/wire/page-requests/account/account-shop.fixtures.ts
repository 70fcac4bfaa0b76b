import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { takeMails } from "#jobs/account-mails.fixtures.ts";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import type { Role } from "#shop/accounts/user.ts";
import { addUser } from "#shop/accounts/users.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop, origin } from "../whole-shop.fixtures.ts";

/** The password of every account that a test makes. */
export const password = "correct horse";

/** The whole shop of a test file, without accounts at the beginning of each test. Call it at the top of the file. */
export function openAccountShop(): AccountShop {
  const shop = new AccountShop();
  beforeAll(() => shop.open());
  afterAll(() => shop.app.close());
  beforeEach(() => shop.begin());
  return shop;
}

class AccountShop {
  database!: TestDatabase;
  app!: FastifyInstance;
  /** What the shop has logged. */
  logged: string[] = [];
  /** The browser of who the test is about. */
  browser!: FormBrowser;
  passwordHash = "";
  /** In ms since 1970. */
  time = 0;
  readonly now = () => new Date(this.time);

  async open(): Promise<void> {
    this.database = await createTestDatabase();
    ({ app: this.app, logged: this.logged } = await openWholeShop(this.database, this.now));
    this.passwordHash = await hashPassword(password);
  }

  async begin(): Promise<void> {
    this.time = Date.UTC(2026, 10, 21, 12);
    // What an earlier test asked for is mailed to nobody of this one.
    await this.mails();
    await this.database.pool.query("delete from users; delete from registrations; delete from rate_limits");
    this.browser = this.newBrowser();
  }

  newBrowser(): FormBrowser {
    return new FormBrowser(this.app);
  }

  /** Works off the jobs of accounts. @returns the mails that came of them */
  mails(): Promise<string[]> {
    return takeMails({ ...this.database, clock: { now: this.now } });
  }

  async person(email = "sana@example.com", role: Role = "customer", phone: string | null = null) {
    const names = { firstName: "Sana", lastName: "Malik" };
    const given = { email, phone, ...names, role, passwordHash: this.passwordHash };
    const user = await addUser(this.database.db, given, this.now());
    if (!user) throw new Error("taken");
    return user;
  }

  signIn(who = this.browser, username = "sana@example.com", given = password) {
    return who.fill(routes.account(), "login", { username, password: given });
  }

  /** A person who is signed in from `browser`. */
  async signedIn(email?: string) {
    const user = await this.person(email);
    const answer = await this.signIn(this.browser, user.email);
    if (answer.statusCode !== 303) throw new Error("The sign-in was refused");
    return user;
  }

  /** Puts something into the cart of a browser. */
  async fillCart(who = this.browser): Promise<void> {
    await who.post(`/?wc-ajax=add_to_cart`, { product_id: String(await addProduct(this.database.db)) });
  }

  /** Orders something from `browser`. @returns the path of the confirmation with the order's key, and its id */
  async order(given: Record<string, string> = {}) {
    await this.fillCart();
    const answer = await this.browser.fill(routes.checkout(), "woocommerce_checkout_place_order", {
      billing_first_name: "Sana",
      billing_address_1: "House 14",
      billing_city: "Lahore",
      billing_state: "PB",
      billing_phone: "0300 1234567",
      payment_method: "cod",
      ...given,
    });
    const received = String(answer.headers.location).replace(origin, "");
    return { received, id: Number(/order-received\/(\d+)/.exec(received)?.[1]) };
  }
}

/** The cookie that opens a browser's session. */
export function sessionCookie(who: FormBrowser): string {
  return [...who.cookies].find(([name]) => name.startsWith("wp_woocommerce_session_"))?.[1] ?? "";
}
