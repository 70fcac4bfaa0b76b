import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { inTransaction } from "#db/transaction.ts";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../page-requests/whole-shop.fixtures.ts";

const visitors = 1000;
const atOnce = 20;

let database: TestDatabase;
let shop: Awaited<ReturnType<typeof openWholeShop>>;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await openWholeShop(database, () => noon);
});
afterAll(() => shop.app.close());

/** Amounts in major units, as the markup inside the first group of each match writes them. */
function amounts(html: string, pattern: RegExp): number[] {
  return [...html.matchAll(pattern)].map(([, part = ""]) =>
    Number(part.replaceAll(/<[^>]*>/g, "").replaceAll(/[^\d.]/g, "")),
  );
}

test("1,000 visitors add while prices change: every cart's total is the sum of its lines, and what they saw was a price", async () => {
  const { db } = database;
  // What is not delivered has no shipping: the total is the lines' alone.
  const ids = await Promise.all(
    [300, 500, 700].map((regularPrice) => addProduct(db, { regularPrice, isVirtual: true })),
  );
  let isOver = false;
  const change = async () => {
    for (let round = 1; !isOver; round++) {
      const id = ids[round % ids.length] ?? 0;
      await inTransaction(db, async (db) => {
        await db.execute(sql`update products set regular_price = ${100 * (1 + (round % 40))} where id = ${id}`);
        await announceChange(db, [`product:${id}`]);
      });
    }
  };
  const seen = new Set<number>();
  const visit = async (number: number) => {
    const browser = new FormBrowser(shop.app);
    for (const step of [0, 1, 2]) {
      const product_id = String(ids[(number + step) % (1 + (number % ids.length))]);
      const answer = await browser.post("/?wc-ajax=add_to_cart", { product_id, quantity: String(1 + step) });
      const body = answer.json<{ fragments: Record<string, string>; cart_hash: string }>();
      const html = body.fragments["div.widget_shopping_cart_content"] ?? "";
      const lines = amounts(html, /<p class="cost">(.*?)<\/p>/g);
      const [total] = amounts(html, /mini-cart__total total">(.*?)<\/p>/g);
      expect(lines.length).toBeGreaterThan(0);
      expect(total).toBe(lines.reduce((sum, line) => sum + line, 0));
      expect(browser.cookies.get("woocommerce_cart_hash")).toBe(body.cart_hash);
      seen.add(total ?? 0);
    }
  };
  const changing = change();
  const waiting = Array.from({ length: visitors }, (_, number) => number);
  const crowd = Array.from({ length: atOnce }, async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await visit(next);
  });
  await Promise.all(crowd).finally(() => (isOver = true));
  await changing;
  expect(seen.size).toBeGreaterThan(100);
  const { rows } = await db.execute(
    sql`select count(distinct session_id)::int as carts, sum(quantity)::int as pieces from cart_lines`,
  );
  expect(rows).toEqual([{ carts: visitors, pieces: visitors * 6 }]);
}, 120_000);
