import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { openNonces } from "#http/guards/nonce.ts";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import type { Role } from "#shop/accounts/user.ts";
import { addUser } from "#shop/accounts/users.ts";
import { noon } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { sessionCookie } from "../../page-requests/account/account-shop.fixtures.ts";
import { FormBrowser, openWholeShop, secret } from "../../page-requests/whole-shop.fixtures.ts";
import type { FormValues } from "../../wc-ajax/entrance.fixtures.ts";

/** Opens the complete shop for a test file and deletes all wishlists before each test. Call it at the top of the file. */
export function openWishlistShop(): WishlistShop {
  const shop = new WishlistShop();
  beforeAll(() => shop.open());
  afterAll(() => shop.app.close());
  beforeEach(() => shop.database.pool.query("delete from wishlist_owners; delete from rate_limits"));
  return shop;
}

/** The password of every account. */
export const password = "correct horse";

class WishlistShop {
  database!: TestDatabase;
  app!: FastifyInstance;
  readonly now = () => noon;
  #passwordHash = "";

  async open(): Promise<void> {
    this.database = await createTestDatabase();
    ({ app: this.app } = await openWholeShop(this.database, this.now));
    this.#passwordHash = await hashPassword(password);
  }

  async set(values: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await setSetting(this.database.db, name, value);
  }

  /** Returns a visitor who is signed in to a new account. */
  async signedIn(email: string, role: Role = "customer"): Promise<Wisher> {
    const names = { firstName: "Sana", lastName: "Malik", phone: null };
    await addUser(this.database.db, { email, ...names, role, passwordHash: this.#passwordHash }, noon);
    const wisher = new Wisher(this);
    const answer = await wisher.browser.fill(routes.account(), "login", { username: email, password });
    if (answer.statusCode !== 303) throw new Error("The sign-in was refused");
    return wisher;
  }
}

/** A visitor who calls the wishlist's actions as the protocol's script does, with the nonces of a page. */
export class Wisher {
  readonly browser: FormBrowser;
  readonly #shop: WishlistShop;
  #page = "";

  constructor(shop: WishlistShop) {
    this.#shop = shop;
    this.browser = new FormBrowser(shop.app);
  }

  /** Returns the nonce that pages give this visitor's scripts. */
  async nonce(action: string): Promise<string> {
    this.#page ||= (await this.browser.get(routes.account())).body;
    const nonce = new RegExp(`"${action}_nonce":"([0-9a-f]{10})"`).exec(this.#page)?.[1];
    if (nonce === undefined) throw new Error(`The page has no nonce for ${action}`);
    return nonce;
  }

  /** Returns the nonce that a page's forms and links would have for this visitor. */
  async pageNonce(action: string): Promise<string> {
    const [, customerKey = ""] = /\b(t_[0-9a-f]+)/.exec(sessionCookie(this.browser)) ?? [];
    const { rows } = await this.#shop.database.pool.query<{ user_id: string | null }>(
      "select user_id from sessions where customer_key = $1",
      [customerKey],
    );
    const holder = { userId: Number(rows[0]?.user_id ?? 0), sessionKey: customerKey };
    return openNonces([{ value: secret }], { now: this.#shop.now }).create(action, holder);
  }

  async call(action: string, given: FormValues = {}) {
    const nonce = await this.nonce(action);
    return this.browser.post(routes.siteCall(), { action, nonce, context: "frontend", ...given });
  }

  /** Adds a product. @returns the list's token and number */
  async add(productId: number, given: FormValues = {}): Promise<{ token: string; id: number }> {
    const answer = (await this.call("add_to_wishlist", { add_to_wishlist: productId, ...given })).json<{
      wishlist_url: string;
      user_wishlists: { id: number }[];
    }>();
    const token = /view\/([A-Z0-9]{12})\/$/.exec(answer.wishlist_url)?.[1] ?? "";
    return { token, id: answer.user_wishlists.at(given.wishlist_id === "new" ? -1 : 0)?.id ?? 0 };
  }
}
