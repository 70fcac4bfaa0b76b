import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { FormBrowser, openWholeShop } from "../../src/wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let app: FastifyInstance;
let logged: string[];
let product: number;
/** What the database allows; a failover to a standby, say, makes it read-only. */
let access = "read write";
beforeAll(async () => {
  database = await createTestDatabase();
  product = await addProduct(database.db, { slug: "honey", name: "Honey" });
  database.pool.on("acquire", (client) => void client.query(`set session characteristics as transaction ${access}`));
  ({ app, logged } = await openWholeShop(database, () => new Date("2026-11-21T12:00:00Z")));
});
afterAll(() => app.close());

test("with a read-only database, pages are served, changes get 503 with a time to retry, and the shop is not ready", async () => {
  const browser = new FormBrowser(app);
  const ready = async () => (await browser.get("/readyz")).statusCode;
  const add = () => browser.post("/?wc-ajax=add_to_cart", { product_id: String(product), quantity: "1" });
  expect(await ready()).toBe(200);
  access = "read only";
  expect(await ready()).toBe(503);
  expect((await browser.get(routes.product("honey"))).statusCode).toBe(200);
  const refused = await add();
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "10"]);
  expect(refused.body).toContain("Nothing is lost.");
  expect(refused.body).not.toMatch(/insert|read-only/i);
  access = "read write";
  expect(await ready()).toBe(200);
  expect((await add()).json()).toMatchObject({ fragments: expect.anything() });
  expect(logged.filter((line) => line.includes("A request failed"))).toEqual([]);
});
