import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { FormBrowser, openWholeShop } from "../../src/wire/page-requests/whole-shop.fixtures.ts";
import { keyOf } from "../../src/wire/wc-ajax/entrance.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let app: FastifyInstance;
let tea: number;
let victim: FormBrowser;

beforeAll(async () => {
  database = await createTestDatabase();
  tea = await addProduct(database.db, { name: "Tea", slug: "tea" });
  ({ app } = await openWholeShop(database, () => noon));
  await app.ready();
});
afterAll(() => app.close());
beforeEach(async () => {
  victim = new FormBrowser(app);
  await victim.post(routes.shopCall("add_to_cart"), { product_id: tea, quantity: 2 });
});

/** Returns the number of sessions and everything in all carts. */
async function state() {
  const { rows } = await database.pool.query(
    "select (select count(*)::int from sessions) as sessions, (select sum(quantity)::int from cart_lines) as pieces",
  );
  return rows[0];
}

const send = (method: string, url: string, headers: Record<string, string> = {}) =>
  app.inject({
    // Sends any method; its type names only some.
    method: method as NonNullable<InjectOptions["method"]>,
    url,
    headers: { host: "shop.example", ...headers },
    cookies: Object.fromEntries(victim.cookies),
  });

/** Returns addresses that change something when a POST or one of our own links goes there. */
const changesOn = (path: string) => [
  `${path}?wc-ajax=add_to_cart&product_id=${tea}`,
  `${path}?wc-ajax=remove_from_cart&cart_item_key=${keyOf(tea)}`,
  `${path}?add-to-cart=${tea}`,
];

/** Returns the path of a route with something in place of its parameters. */
const pathOf = (pattern: string) => pattern.replace(/:\w+/g, "1").replace("*", "tea/");

test.each(["HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "PATCH"] as const)(
  "%s changes nothing on any route",
  async (method) => {
    const before = await state();
    const paths = [...app.routeMethods.keys(), "/no/such/page/"].map(pathOf);
    expect(paths.length).toBeGreaterThan(50);
    // HEAD reads pages. The REST API describes its index to OPTIONS, and knows no other route of these names.
    const isExpected = (url: string, status: number) => {
      if (method === "HEAD") return status < 500;
      const isDescribed = method === "OPTIONS" && url.startsWith(routes.restRoot().slice(0, -1));
      return status === 405 || status === 404 || (isDescribed && status === 200);
    };
    const unexpected: string[] = [];
    for (const url of paths.flatMap(changesOn)) {
      const { statusCode } = await send(method, url);
      if (!isExpected(url, statusCode)) unexpected.push(`${statusCode} ${url}`);
    }
    expect(unexpected).toEqual([]);
    for (const action of ["woocommerce_add_to_cart", "woocommerce_remove_from_cart", "add_to_wishlist"])
      await send(method, `${routes.siteCall()}?action=${action}&product_id=${tea}&cart_item_key=${keyOf(tea)}`);
    expect(await state()).toEqual(before);
  },
);

test("routes take no methods but those of pages, except the REST API, whose unknown routes are 404", () => {
  const others = [...app.routeMethods].filter(([, methods]) => methods.size > 3).map(([url]) => url);
  expect(others).toEqual([routes.restRoot().slice(0, -1), `${routes.restRoot()}*`]);
});

const navigation = (from: string) => ({
  "sec-fetch-site": from,
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
});

const elsewhere: [string, Record<string, string>][] = [
  ["a link on another site", navigation("cross-site")],
  ["a link on another site of the same domain", navigation("same-site")],
  ["a link on another site in an old browser", { referer: "https://evil.example/" }],
];

test.each([
  ...elsewhere,
  ["a link in a review of ours", navigation("same-origin")],
  ["a bookmark", navigation("none")],
])("%s makes no call", async (_, headers) => {
  const before = await state();
  const key = `cart_item_key=${keyOf(tea)}`;
  const calls = [
    `add_to_cart&product_id=${tea}`,
    `remove_from_cart&${key}`,
    `chowk_set_quantity&${key}&quantity=0`,
    `chowk_restore_line&${key}`,
    "apply_coupon&coupon_code=SAVE",
    "remove_coupon&coupon=SAVE",
    "update_order_review",
    "checkout",
  ];
  for (const call of calls) {
    expect([403, 405]).toContain((await send("GET", `/?wc-ajax=${call}`, headers)).statusCode);
    const site = await send("GET", `${routes.siteCall()}?action=woocommerce_${call}`, headers);
    expect([403, 405]).toContain(site.statusCode);
  }
  const quantity = `${routes.siteCall()}?action=qcfw_update_checkout_cart&hash=${keyOf(tea)}&quantity=0`;
  expect([403, 405]).toContain((await send("GET", quantity, headers)).statusCode);
  expect(await state()).toEqual(before);
});

test.each(elsewhere)(
  "%s changes no cart, and ?add-to-cart= leads to the product with the choice made",
  async (_, headers) => {
    const before = await state();
    const added = await send("GET", `/?add-to-cart=${tea}&quantity=3&attribute_size=1-kg&utm_source=mail`, headers);
    expect([added.statusCode, added.headers.location]).toEqual([
      302,
      "/product/tea/?quantity=3&attribute_size=1-kg&utm_source=mail",
    ]);
    const cart = (await victim.get(routes.cart())).body;
    const nonce = /_wpnonce=([0-9a-f]+)/.exec(cart)?.[1] ?? "";
    expect(nonce).not.toBe("");
    expect((await send("GET", routes.removeFromCart(keyOf(tea), nonce), headers)).statusCode).toBe(200);
    for (const query of ["remove_coupon=SAVE", "add-to-cart=999999", `save_for_later=${keyOf(tea)}&_wpnonce=${nonce}`])
      expect((await send("GET", `/cart/?${query}`, headers)).statusCode).toBe(200);
    expect(await state()).toEqual(before);
  },
);

test("our own links and scripts, mails, bookmarks and programs still do what they did", async () => {
  const pieces = async () => (await state()).pieces as number;
  const grows = async (url: string, headers: Record<string, string>) => {
    const before = await pieces();
    await send("GET", url, headers);
    return (await pieces()) - before;
  };
  const ownCall = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" };
  for (const headers of [ownCall, {}, { "sec-fetch-mode": "cors" }, { referer: "https://shop.example/shop/" }])
    expect(await grows(`/?wc-ajax=add_to_cart&product_id=${tea}`, headers)).toBe(1);
  for (const headers of [navigation("same-origin"), navigation("none"), {}])
    expect(await grows(`/?add-to-cart=${tea}`, headers)).toBe(1);
});
