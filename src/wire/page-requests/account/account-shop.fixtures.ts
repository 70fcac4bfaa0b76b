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

/** The password of every test account. */
export const password = "correct horse";

/** Opens the complete shop for a test file and deletes all accounts before each test. Call it at the top of the file. */
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
  /** Log lines. */
  logged: string[] = [];
  /** The main browser of the test, new for each test. */
  browser!: FormBrowser;
  passwordHash = "";
  /** The shop's clock (ms since 1970). */
  time = 0;
  readonly now = () => new Date(this.time);

  async open(): Promise<void> {
    this.database = await createTestDatabase();
    ({ app: this.app, logged: this.logged } = await openWholeShop(this.database, this.now));
    this.passwordHash = await hashPassword(password);
  }

  async begin(): Promise<void> {
    this.time = Date.UTC(2026, 10, 21, 12);
    // Drains the mails of earlier tests.
    await this.mails();
    await this.database.pool.query("delete from users; delete from registrations; delete from rate_limits");
    this.browser = this.newBrowser();
  }

  newBrowser(): FormBrowser {
    return new FormBrowser(this.app);
  }

  /** Runs the account jobs and returns the resulting mails. */
  mails(): Promise<string[]> {
    return takeMails({ ...this.database, clock: { now: this.now } });
  }

  async addUser(email = "sana@example.com", role: Role = "customer", phone: string | null = null) {
    const names = { firstName: "Sana", lastName: "Malik" };
    const account = { email, phone, ...names, role, passwordHash: this.passwordHash };
    const user = await addUser(this.database.db, account, this.now());
    if (!user) throw new Error("The address is taken");
    return user;
  }

  signIn(browser = this.browser, username = "sana@example.com", typedPassword = password) {
    return browser.fill(routes.account(), "login", { username, password: typedPassword });
  }

  /** Adds a user and signs in from `browser`. */
  async addSignedInUser(email?: string) {
    const user = await this.addUser(email);
    const answer = await this.signIn(this.browser, user.email);
    if (answer.statusCode !== 303) throw new Error("The sign-in was refused");
    return user;
  }

  /** Adds a new product to a browser's cart. */
  async fillCart(browser = this.browser): Promise<void> {
    await browser.post(`/?wc-ajax=add_to_cart`, { product_id: String(await addProduct(this.database.db)) });
  }

  /** Places an order from `browser`. @returns the confirmation's path, including the order key, and the order's id */
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

/** Returns the value of a browser's session cookie; "" if it has none. */
export function sessionCookie(browser: FormBrowser): string {
  return [...browser.cookies].find(([name]) => name.startsWith("wp_woocommerce_session_"))?.[1] ?? "";
}
