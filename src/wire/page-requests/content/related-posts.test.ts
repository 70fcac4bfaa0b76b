import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => new Date("2026-11-21T12:00:00Z")));
  await addProduct(database.db, { slug: "tea", name: "Tea" });
});
afterAll(() => app.close());

test.each([routes.home(), routes.product("tea"), "/none/"])(
  "the related posts of %s are JSON without items, also once the page is cached",
  async (page) => {
    const browser = new FormBrowser(app);
    await browser.get(page);
    for (const query of ["?relatedposts=1", "?utm_source=a&relatedposts=1&relatedposts_exclude=7,8"]) {
      const answer = await browser.get(page + query);
      expect([answer.statusCode, answer.json().items]).toEqual([200, []]);
      expect(answer.headers["content-type"]).toBe("application/json; charset=UTF-8");
      expect(answer.headers["cache-control"]).toContain("no-store");
    }
  },
);

test("the marks of a followed related link do not change the page", async () => {
  const browser = new FormBrowser(app);
  const { headers, body } = await browser.get(`${routes.product("tea")}?relatedposts_hit=1&relatedposts_origin=7`);
  expect(headers["content-type"]).toContain("text/html");
  expect(body).toContain("<h1");
});
