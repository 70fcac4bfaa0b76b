import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { addUser } from "#shop/accounts/users.ts";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let now = noon;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => now));
});
afterAll(() => app.close());

const inHeader = (browser: FormBrowser) => browser.cookies.get("chowk_cart_count") ?? "";

test("a user's other browser gets the current cart cookies with the next page it loads", async () => {
  const password = "correct horse";
  const person = { email: "sana@example.com", phone: null, firstName: "Sana", lastName: "", role: "customer" as const };
  await addUser(database.db, { ...person, passwordHash: await hashPassword(password) }, noon);
  const [here, there] = [new FormBrowser(app), new FormBrowser(app)];
  for (const browser of [here, there])
    await browser.fill(routes.account(), "login", { username: person.email, password });
  const product_id = String(await addProduct(database.db));
  const answer = await here.post("/?wc-ajax=add_to_cart", { product_id, quantity: "3" });
  expect([inHeader(here), inHeader(there)]).toEqual(["3", ""]);
  await there.get("/");
  expect(inHeader(there)).toBe("3");
  expect(there.cookies.get("woocommerce_cart_hash")).toBe(answer.json().cart_hash);
  // A session that ended elsewhere has lost nothing: its cart stays with the account.
  for (const name of there.cookies.keys())
    if (name.startsWith("wp_woocommerce_session_")) there.cookies.set(name, "ended");
  await there.get(routes.cart());
  expect(there.cookies.has("chowk_known_cart")).toBe(false);
  await there.fill(routes.account(), "login", { username: person.email, password });
  await there.get(`/?add-to-cart=${product_id}`);
  await here.get(routes.shop());
  expect(inHeader(here)).toBe("4");
});

test("the pending-notice cookie is cleared by the page that shows the notice, even if the same request added it", async () => {
  const browser = new FormBrowser(app);
  const id = await addProduct(database.db, { name: "Kettle" });
  await browser.post("/?wc-ajax=add_to_cart", { product_id: String(id) });
  await database.db.execute(sql`update products set status = 'draft' where id = ${id}`);
  await announceChange(database.db, [`product:${id}`]);
  expect((await browser.get(routes.cart())).body).toContain("“Kettle” is no longer available");
  expect(browser.cookies.has("chowk_notice")).toBe(false);
});

test("a guest's cart cookies are renewed together with the session cookie by any response", async () => {
  const browser = new FormBrowser(app);
  await browser.post("/?wc-ajax=add_to_cart", { product_id: String(await addProduct(database.db)) });
  now = new Date(noon.getTime() + 25 * 3_600_000);
  const answer = await browser.get(routes.visitorState());
  now = noon;
  const lives = Object.fromEntries(answer.cookies.map(({ name, maxAge }) => [name, maxAge]));
  const month = 30 * 86_400;
  expect(lives).toMatchObject({
    chowk_visitor: month,
    woocommerce_items_in_cart: month,
    woocommerce_cart_hash: month,
    chowk_cart_count: month,
  });
  const forged = new FormBrowser(app);
  await forged.post("/?wc-ajax=add_to_cart", { product_id: String(await addProduct(database.db)) });
  forged.cookies.set("chowk_cart_count", "1; Domain=evil.example").set("woocommerce_cart_hash", "x");
  now = new Date(noon.getTime() + 25 * 3_600_000);
  const names = (await forged.get(routes.visitorState())).cookies.map(({ name }) => name);
  now = noon;
  expect(names).not.toContain("chowk_cart_count");
});

test("a page and the fragments name the cart that the browser knew if the database has lost additions, and only then", async () => {
  const browser = new FormBrowser(app);
  const [kept, lost] = [await addProduct(database.db), await addProduct(database.db)];
  await browser.post("/?wc-ajax=add_to_cart", { product_id: String(kept) });
  const before = browser.cookies.get("woocommerce_cart_hash");
  const attempt = { product_id: String(lost), chowk_attempt: randomUUID() };
  await browser.post("/?wc-ajax=add_to_cart", attempt);
  const known = browser.cookies.get("woocommerce_cart_hash") ?? "";
  const shows = ["/?wc-ajax=get_refreshed_fragments", routes.cart(), routes.checkout()];
  for (const path of shows)
    expect((await browser.get(path)).headers["set-cookie"]?.toString()).not.toContain("known_cart");
  await database.db.execute(sql`delete from cart_lines where product_id = ${lost}`);
  await database.db.execute(sql`delete from cart_attempts where attempt = ${attempt.chowk_attempt}`);
  for (const path of shows) {
    browser.cookies.set("woocommerce_cart_hash", known);
    const answer = await browser.get(path);
    expect(answer.cookies).toContainEqual(
      expect.objectContaining({ name: "chowk_known_cart", value: known, maxAge: 60 }),
    );
    expect(browser.cookies.get("woocommerce_cart_hash")).toBe(before);
  }
  for (const repeat of [1, 2]) {
    await browser.post("/?wc-ajax=add_to_cart", attempt);
    expect([repeat, browser.cookies.get("woocommerce_cart_hash")]).toEqual([repeat, known]);
  }
});
