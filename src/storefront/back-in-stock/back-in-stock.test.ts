import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { routes } from "#routes";
import { addProduct, addSizes, noon } from "#shop/cart/cart.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { listHeldForms } from "#shop/spam/held-forms.ts";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

let database: TestDatabase;
let db: Database;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  ({ app } = await openWholeShop(database, () => noon));
});
afterAll(() => app.close());

const soldOut = { managesStock: true, stockQuantity: 0 };
const read = async (path: string, browser = new FormBrowser(app)) => (await browser.get(path)).body;

test("a shop that hides sold-out variations leaves them out of the choice and offers a back-in-stock request for each", async () => {
  const { id, large } = await addSizes(db, { slug: "hidden" });
  const sellOut = (id: number) => db.execute(sql`update products set stock_status = 'outofstock' where id = ${id}`);
  const settings = await openWholeShop(database, () => noon);
  await sellOut(large);
  await setSetting(db, "hide_out_of_stock", "yes");
  const page = async () => (await new FormBrowser(settings.app).get(routes.product("hidden"))).body;
  expect(await page()).not.toContain(`&quot;variation_id&quot;:${large}`);
  await db.execute(sql`update products set stock_status = 'outofstock' where parent_id is not null`);
  await announceChange(db, [`product:${id}`]);
  expect(await page()).toContain("This product cannot be bought online at the moment.");
  await db.execute(sql`update products set stock_status = 'instock' where id <> ${large} and parent_id is not null`);
  await announceChange(db, [`product:${id}`]);
  const browser = new FormBrowser(settings.app);
  const path = routes.product("hidden");
  const request = (contact: string) => browser.fill(path, "back-in-stock", { "back-in-stock": String(large), contact });
  await request("nobody");
  const refused = (await browser.get(path)).body;
  expect(refused).toMatch(new RegExp(`<option value="${large}"[^>]*>Large</option></select>`));
  expect(refused).toContain('value="nobody"');
  await request("waiting@example.com");
  expect((await browser.get(path)).body).toContain("is in stock again");
  const { rows } = await db.execute(sql`delete from back_in_stock_requests returning product_id`);
  expect(rows).toEqual([{ product_id: large }]);
  await resetSetting(db, "hide_out_of_stock");
  await settings.app.close();
});

describe("a back-in-stock request", () => {
  test("is confirmed and saved once per contact", async () => {
    const id = await addProduct(db, { slug: "gone", name: "Gone tea", ...soldOut });
    const browser = new FormBrowser(app);
    for (let time = 0; time < 2; time++) {
      const answer = await browser.fill(routes.product("gone"), "back-in-stock", {
        "back-in-stock": String(id),
        contact: "me@example.com",
      });
      expect([answer.statusCode, answer.headers.location]).toEqual([302, routes.product("gone")]);
    }
    expect(await read(routes.product("gone"), browser)).toContain("as soon as “Gone tea” is in stock again");
    const { rows } = await db.execute(sql`select contact from back_in_stock_requests`);
    expect(rows).toEqual([{ contact: "me@example.com" }]);
  });

  test("is refused for products in stock and without a valid contact", async () => {
    const id = await addProduct(db, { slug: "there" });
    expect(await read(routes.product("there"))).not.toContain("back-in-stock");
    const out = await addProduct(db, { slug: "out-again", ...soldOut });
    const tries: [Record<string, string>, string][] = [
      [{ "back-in-stock": String(id), contact: "a@example.com" }, "you can buy it now"],
      [{ "back-in-stock": String(out), contact: "no" }, "Enter an email address"],
      [{ "back-in-stock": "x" }, "Enter an email address"],
    ];
    for (const [form, words] of tries) {
      const browser = new FormBrowser(app);
      const answer = await browser.post(routes.product("out-again"), form);
      expect(answer.statusCode).toBe(303);
      expect(await read(routes.product("out-again"), browser)).toMatch(new RegExp(words));
    }
    const { rows } = await db.execute(sql`select 1 from back_in_stock_requests where contact = 'a@example.com'`);
    expect(rows).toEqual([]);
  });

  test("from a program is held as spam; its sender sees the usual answer", async () => {
    const out = String(await addProduct(db, { slug: "held", name: "Held tea", ...soldOut }));
    const browser = new FormBrowser(app);
    const form = { "back-in-stock": out, contact: "a@example.com", ak_hp_textarea: "buy" };
    expect((await browser.fill(routes.product("held"), "back-in-stock", form)).statusCode).toBe(302);
    expect(await read(routes.product("held"), browser)).toContain("as soon as “Held tea” is in stock again");
    const { rows } = await db.execute(sql`select 1 from back_in_stock_requests where contact = 'a@example.com'`);
    expect(rows).toEqual([]);
    expect(await listHeldForms(db, 10)).toEqual([
      expect.objectContaining({
        kind: "back-in-stock",
        email: "a@example.com",
        spamReasons: ["honeypot", "no_script"],
      }),
    ]);
  });

  test("of a variation is offered when that variation is out of stock, and leads back to it", async () => {
    const { small, large } = await addSizes(db, { slug: "half" });
    await db.execute(sql`update products set manages_stock = true, stock_quantity = 0 where id = ${large}`);
    expect(await read(routes.productChoice("half", { size: "Small" }))).toContain('class="back-in-stock is-off"');
    const html = await read(routes.productChoice("half", { size: "Large" }));
    expect(html).toContain(`name="back-in-stock" value="${large}"`);
    expect(html).not.toContain('class="back-in-stock is-off"');
    const browser = new FormBrowser(app);
    const path = routes.productChoice("half", { size: "Large" });
    const answer = await browser.fill(path, "back-in-stock", {
      "back-in-stock": String(large),
      contact: "0300 1234567",
    });
    expect(answer.headers.location).toBe(path);
    expect(small).not.toBe(large);
  });
});
