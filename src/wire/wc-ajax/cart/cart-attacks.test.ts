import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, addSizes, noon } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop, origin } from "../../page-requests/whole-shop.fixtures.ts";

let database: TestDatabase;
let shop: Awaited<ReturnType<typeof openWholeShop>>;
let ids: number[];
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await openWholeShop(database, () => noon);
  const { db } = database;
  const { id, small } = await addSizes(db, {}, { managesStock: true, stockQuantity: 9 });
  ids = [await addProduct(db), await addProduct(db, { minQuantity: 2, maxQuantity: 5 }), id, small];
});
afterAll(() => shop.app.close());

const calls = [
  "add_to_cart",
  "remove_from_cart",
  "get_refreshed_fragments",
  "get_cart_totals",
  "chowk_set_quantity",
  "chowk_restore_line",
];
const doors = [
  ...calls.flatMap((name) => [`/?wc-ajax=${name}`, `/wp-admin/admin-ajax.php?action=woocommerce_${name}`]),
  "/cart/",
  "/shop/",
  "/no/such/page/",
];
/** Placeholders for the last answer's cart nonce and line key. */
const nonceMark = "THE-NONCE";
const keyMark = "THE-KEY";

const names = [
  "product_id",
  "quantity",
  "variation_id",
  "attribute_size",
  "cart_item_key",
  "chowk_attempt",
  "add-to-cart",
  "remove_item",
  "undo_item",
  "update_cart",
  "proceed",
  "apply_coupon",
  "coupon_code",
  "removed_item",
  "_wpnonce",
  "woocommerce-cart-nonce",
  "_wp_http_referer",
  "cart[0123456789abcdef0123456789abcdef][qty]",
  `cart[${keyMark}][qty]`,
  "cart[][qty]",
  "quantity[1]",
  "quantity[]",
  "action",
  "__proto__",
];

/** Hostile and plausible field values. */
const values = () =>
  fc.oneof(
    fc.constantFrom(...ids.map(String), nonceMark, keyMark),
    fc.constantFrom("", "0", "-1", "1", "2", "1e9", "999999999", "99999999999999999999", "1.5", "NaN", "0x10", " 1 "),
    fc.constantFrom(
      "\u0000",
      "\uD800",
      "'; drop table cart_lines; --",
      "../../../",
      "//evil.example/",
      "%00",
      "[object Object]",
    ),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constant("9".repeat(5000)),
  );

/** Checks an answer's format, by endpoint. */
const isFragments = (json: unknown) => {
  const { fragments, cart_hash: hash } = json as { fragments?: object; cart_hash?: string };
  const selectors = Object.keys(fragments ?? {}).toSorted();
  return (
    selectors.join() === "a.cart-container,div.widget_shopping_cart_content" && /^(?:[0-9a-f]{32})?$/.test(hash ?? "-")
  );
};
const isFailure = (json: unknown) => (json as { success?: boolean }).success === false;
const isRefusedAdd = (json: unknown) => {
  const { error, product_url: url } = json as { error?: boolean; product_url?: string | false };
  return error === true && (url === false || (url ?? "").startsWith(`${origin}/product/`));
};

/** Returns why an answer violates the protocol; null if it is valid. */
function faultOf(door: string, { statusCode, headers, body, cookies }: LightMyRequestResponse): string | null {
  if (statusCode >= 500) return `status ${statusCode}`;
  if (statusCode >= 400)
    return door.includes("ajax") && ![400, 403].includes(statusCode) ? `status ${statusCode}` : null;
  if (statusCode >= 300)
    return new URL(String(headers.location), origin).origin === origin ? null : `leads to ${String(headers.location)}`;
  const name = /(?:wc-ajax=|woocommerce_)(\w+)$/.exec(door)?.[1];
  if (name === undefined) return body.includes("</html>") ? null : "no page";
  if (body === "" || body === "0") return name === "add_to_cart" || door.includes("admin") ? null : "silence";
  if (name === "get_cart_totals") return body.includes('class="cart_totals') ? null : "no totals";
  const json: unknown = JSON.parse(body);
  if (isFragments(json)) {
    const cookieHash = cookies.find((cookie) => cookie.name === "woocommerce_cart_hash")?.value ?? "";
    return cookieHash === (json as { cart_hash: string }).cart_hash ? null : "another hash in the cookie";
  }
  return (name === "add_to_cart" ? isRefusedAdd(json) : isFailure(json))
    ? null
    : `an unknown shape: ${body.slice(0, 80)}`;
}

test("any request to the cart endpoints is answered in the protocol's format or refused, and leaves consistent carts", async () => {
  const { db } = database;
  let browser: FormBrowser;
  let shown = { nonce: "", key: "" };
  const begin = async () => {
    browser = new FormBrowser(shop.app, { "sec-fetch-site": "same-origin", origin });
    const { body } = await browser.post("/?wc-ajax=add_to_cart", { product_id: String(ids[0]) });
    const [, nonce = ""] = /_wpnonce=([0-9a-f]{10})/.exec(body) ?? [];
    const [, key = ""] = /cart_item_key=\\"([0-9a-f]{32})/.exec(body) ?? [];
    shown = { nonce, key };
  };
  const withShown = (text: string) => text.replaceAll(nonceMark, shown.nonce).replaceAll(keyMark, shown.key);
  const request = fc.record({
    door: fc.constantFrom(...doors),
    method: fc.constantFrom("get", "post"),
    given: fc.dictionary(fc.constantFrom(...names), values(), { maxKeys: 5 }),
    isProven: fc.boolean(),
    isNew: fc.integer({ min: 0, max: 7 }).map((drawn) => drawn === 0),
  });
  await begin();
  await fc.assert(
    fc.asyncProperty(request, async ({ door, method, given, isProven, isNew }) => {
      if (isNew) await begin();
      const proof = isProven ? { _wpnonce: nonceMark, "woocommerce-cart-nonce": nonceMark } : {};
      const fields = Object.fromEntries(Object.entries({ ...given, ...proof }).map((pair) => pair.map(withShown)));
      const query = new URLSearchParams(fields).toString();
      const answer = await (method === "post"
        ? browser.post(door, fields)
        : browser.get(`${door}${door.includes("?") ? "&" : "?"}${query}`));
      expect(faultOf(door, answer)).toBeNull();
    }),
    { numRuns: 600 },
  );
  // Valid requests were sent too.
  expect([shown.nonce.length, shown.key.length]).toEqual([10, 32]);
  expect(shop.logged.filter((line) => /"level":(?:50|60)/.test(line))).toEqual([]);
  const { rows } =
    await db.execute(sql`select count(*)::int as wrong from cart_lines l join products p on p.id = l.product_id
    where l.quantity not between 1 and 1000000 or p.type = 'variable' and l.variation_id is null or p.type = 'variation'
      or l.line_key <> md5(case when l.variation_id is null then p.id::text
        else p.id || '_' || l.variation_id || '_attribute_size' || (l.attributes ->> 'attribute_size') end)`);
  expect(rows).toEqual([{ wrong: 0 }]);
}, 120_000);

test("a form with thousands of fields, a broken body and a wrong content type change nothing", async () => {
  const browser = new FormBrowser(shop.app);
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`cart[${String(at)}][qty]`, "1"]));
  expect((await browser.post("/cart/", { ...many, update_cart: "1" })).statusCode).toBeLessThan(500);
  for (const [type, payload] of [
    ["application/json", "{"],
    ["application/x-www-form-urlencoded", "%"],
    ["application/x-www-form-urlencoded", "product_id=%ff%fe"],
    ["text/plain", "product_id=1"],
    ["multipart/form-data", "product_id=1"],
  ] as const) {
    const answer = await shop.app.inject({
      method: "POST",
      url: "/?wc-ajax=add_to_cart",
      headers: { host: new URL(origin).host, "content-type": type },
      payload,
    });
    expect([type, answer.statusCode >= 500]).toEqual([type, false]);
    expect(answer.cookies).toEqual([]);
  }
});
