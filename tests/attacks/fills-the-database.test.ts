import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newSessionLimits, returnedSessionLimits } from "#http/visit/new-sessions.ts";
import { routes } from "#routes";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { FormBrowser, openWholeShop } from "../../src/wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let app: FastifyInstance;
let tea: number;

beforeAll(async () => {
  database = await createTestDatabase();
  tea = await addProduct(database.db, { slug: "tea" });
  ({ app } = await openWholeShop(database, () => noon, { TRUST_PROXY: "1" }));
});
afterAll(() => app.close());

const count = async (table: string) =>
  (await database.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count as number;

/** Sends adds that keep no cookies, each of which starts a session. */
async function addFrom(network: string, times: number): Promise<void> {
  for (let sent = 0; sent < times; sent += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, times - sent) }, (_, at) =>
        app.inject({
          method: "POST",
          url: routes.shopCall("add_to_cart"),
          headers: {
            host: "shop.example",
            "x-forwarded-for": `${network}.${at}`,
            "content-type": "application/x-www-form-urlencoded",
          },
          payload: `product_id=${tea}`,
        }),
      ),
    );
}

test("programs without cookies keep the newest sessions of their network; shoppers keep theirs", async () => {
  const shopper = new FormBrowser(app, { "x-forwarded-for": "203.0.113.200" });
  await shopper.post(routes.shopCall("add_to_cart"), { product_id: tea, quantity: 7 });
  await shopper.post(routes.shopCall("get_refreshed_fragments"), {});
  const neighbour = new FormBrowser(app, { "x-forwarded-for": "198.51.100.1" });
  await neighbour.post(routes.shopCall("add_to_cart"), { product_id: tea, quantity: 8 });
  await addFrom("203.0.113", newSessionLimits.network + 500);
  await expect.poll(() => count("sessions")).toBe(newSessionLimits.network + 2);
  expect(await count("cart_lines")).toBe(newSessionLimits.network + 2);
  const { rows } = await database.pool.query("select quantity from cart_lines where quantity > 1 order by quantity");
  expect(rows).toEqual([{ quantity: 7 }, { quantity: 8 }]);
  // The one of the flooded network whose first request is followed by a second one.
  const late = new FormBrowser(app, { "x-forwarded-for": "203.0.113.201" });
  await late.post(routes.shopCall("add_to_cart"), { product_id: tea, quantity: 9 });
  expect((await late.get(routes.cart())).body).toContain('value="9"');
});

/** Sends adds of programs that keep the cookie, each with a second request. @returns their cookies */
async function addTwiceFrom(address: string, times: number): Promise<string[]> {
  const send = (cookie?: string) =>
    app.inject({
      method: "POST",
      url: routes.shopCall("add_to_cart"),
      headers: {
        host: "shop.example",
        "x-forwarded-for": address,
        "content-type": "application/x-www-form-urlencoded",
        ...(cookie !== undefined && { cookie }),
      },
      payload: `product_id=${tea}`,
    });
  const cookies: string[] = [];
  for (let sent = 0; sent < times; sent += 50)
    cookies.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, times - sent) }, async () => {
          const { cookies: given } = await send();
          const cookie = given.map(({ name, value }) => `${name}=${value}`).join("; ");
          await send(cookie);
          return cookie;
        }),
      )),
    );
  return cookies;
}

test("programs that keep cookies get a long life for so many sessions a day; their neighbours' carts stay", async () => {
  await database.pool.query("delete from sessions; delete from rate_limits");
  const { address: most } = returnedSessionLimits;
  const neighbour = new FormBrowser(app, { "x-forwarded-for": "192.0.2.77" });
  await addTwiceFrom("192.0.2.1", most + 100);
  // A shopper behind the program's own address, and one next to it.
  const shopper = new FormBrowser(app, { "x-forwarded-for": "192.0.2.1" });
  for (const browser of [shopper, neighbour]) {
    await browser.post(routes.shopCall("add_to_cart"), { product_id: tea, quantity: 7 });
    expect((await browser.get(routes.cart())).body).toContain('value="7"');
  }
  const lives = async () =>
    (
      await database.pool.query<{ days: number; count: number }>(
        `select extract(day from expires_at - created_at)::int as days, count(*)::int as count
           from sessions group by 1 order by 1`,
      )
    ).rows;
  await expect.poll(async () => (await lives()).at(-1)?.count).toBe(most + 1);
  const [brief] = await lives();
  expect(brief).toEqual({ days: 2, count: 101 });
  // Confirmations count for all processes.
  const shared = async () =>
    (await database.pool.query<{ points: number }>("select points from rate_limits order by points desc limit 2")).rows;
  await expect.poll(shared).toEqual([{ points: most + 1 }, { points: most }]);
});

/** The address fields of the checkout form. */
const addressFields = ["first_name", "last_name", "company", "country", "address_1", "address_2", "city", "state"]
  .concat("postcode", "phone", "email")
  .map((name) => `billing_${name}`);

test("a refused checkout form of the largest size is stored in less than 8 kB", async () => {
  const guest = new FormBrowser(app);
  await guest.post(routes.shopCall("add_to_cart"), { product_id: tea });
  const page = (await guest.get(routes.checkout())).body;
  const long = Object.fromEntries(addressFields.map((name) => [name, "x".repeat(9000)]));
  const shipping = Object.fromEntries(
    Object.keys(long).map((name) => [name.replace("billing_", "shipping_"), "x".repeat(9000)]),
  );
  await guest.send(routes.checkout(), page, "woocommerce_checkout_place_order", {
    ...long,
    ...shipping,
    ship_to_different_address: "1",
    order_comments: "x".repeat(9000),
  });
  const { rows } = await database.pool.query(
    "select octet_length(checkout::text) as bytes from refused_checkouts order by session_id desc limit 1",
  );
  expect(rows[0].bytes).toBeGreaterThan(1000);
  expect(rows[0].bytes).toBeLessThan(8000);
});
