import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let tea: number;
let honey: number;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => noon));
  tea = await addProduct(database.db, { slug: "tea", name: "Tea", regularPrice: 700 });
  honey = await addProduct(database.db, { slug: "honey", name: "Honey", regularPrice: 1300 });
  await database.pool.query("insert into bought_together values ($1, $2, 5), ($2, $1, 5)", [tea, honey]);
});
afterAll(() => app.close());

const linesOf = async () => (await database.pool.query("select product_id as id from cart_lines order by id")).rows;

test("a product page shows what is often bought with it, and one press adds all", async () => {
  const browser = new FormBrowser(app);
  const { body } = await browser.get("/product/tea/");
  const section = body.split("bought-together")[1] ?? "";
  expect(section).toContain("Honey");
  expect(section).toContain("2,000");
  const value = /value="([^"]+)"[^>]*name="chowk_add_all"/.exec(section)?.[1] ?? "";
  expect(value).toBe(`${tea},${honey}`);
  const answer = await browser.post("/product/tea/", { chowk_add_all: value });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, "/cart/"]);
  expect(await linesOf()).toEqual([{ id: tea }, { id: honey }]);
});

test("all are added or none; nonsense and links add nothing", async () => {
  const gone = await addProduct(database.db, { slug: "gone", stockStatus: "outofstock" });
  await database.pool.query("delete from cart_lines");
  const browser = new FormBrowser(app);
  for (const chowk_add_all of [`${tea},${gone}`, "x", `${tea},`, Array.from({ length: 11 }, () => tea).join(",")])
    await browser.post("/product/tea/", { chowk_add_all });
  await browser.get(`/product/tea/?chowk_add_all=${tea}`);
  expect(await linesOf()).toEqual([]);
});

test("scripts add all in place, all or none", async () => {
  await database.pool.query("delete from cart_lines");
  const gone = await addProduct(database.db, { slug: "sold-out", stockStatus: "outofstock" });
  const browser = new FormBrowser(app);
  const add = async (chowk_products: string) =>
    (await browser.post("/?wc-ajax=add_to_cart", { product_id: String(tea), chowk_products })).json();
  for (const list of [`${tea},${gone}`, `${tea},`, "x", ""])
    expect([list, await add(list)]).toEqual([list, expect.objectContaining({ error: true })]);
  expect(await linesOf()).toEqual([]);
  expect(await add(`${tea},${honey}`)).toMatchObject({ cart_hash: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(await linesOf()).toEqual([{ id: tea }, { id: honey }]);
});

test("viewed products come as cards, the last one first, without the page's own", async () => {
  const headers = { cookie: `woocommerce_recently_viewed=${tea}|999|${honey}|x` };
  const get = (product: number | string) =>
    app.inject({ url: `/chowk/recently-viewed?product=${product}`, headers: { host: "shop.example", ...headers } });
  const { body, headers: got } = await get("");
  expect(got["cache-control"]).toContain("no-store");
  expect(body.indexOf("Honey")).toBeLessThan(body.indexOf("Tea"));
  expect((await get(honey)).body).not.toContain("Honey");
});
