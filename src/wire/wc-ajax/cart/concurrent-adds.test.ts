import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { inTransaction } from "#db/transaction.ts";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../../page-requests/whole-shop.fixtures.ts";

const visitors = 1000;
const atOnce = 20;

let database: TestDatabase;
let shop: Awaited<ReturnType<typeof openWholeShop>>;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await openWholeShop(database, () => noon);
});
afterAll(() => shop.app.close());

interface SeenLine {
  slug: string;
  quantity: number;
  unitPrice: number;
  total: number;
}

/** Reads the drawer's lines and total (major units), each from its own element. */
function readDrawer(html: string): { lines: SeenLine[]; total: number } {
  const numberIn = (text = "") => Number(text.replaceAll(/<[^>]*>/g, "").replaceAll(/[^\d.]/g, ""));
  const lines = html
    .split("<li ")
    .slice(1)
    .map((item) => {
      const [quantity, unitPrice] = (/class="quantity[^>]*>(.*?)<\//.exec(item)?.[1] ?? "").split("×");
      return {
        slug: /href="\/product\/([^"/]+)/.exec(item)?.[1] ?? "",
        quantity: numberIn(quantity),
        unitPrice: numberIn(unitPrice),
        total: numberIn(/<p class="cost">(.*?)<\/p>/.exec(item)?.[1]),
      };
    });
  return { lines, total: numberIn(/mini-cart__total total">(.*?)<\/p>/.exec(html)?.[1]) };
}

test("1,000 visitors add while prices change: each sees only their lines, at prices the products had, with the matching total", async () => {
  const { db } = database;
  // Virtual products, so that the total is the sum of the lines. No two products ever cost the same.
  const ids = await Promise.all([1, 2, 3].map((regularPrice) => addProduct(db, { regularPrice, isVirtual: true })));
  const { rows: slugs } = await db.execute<{ id: string; slug: string }>(sql`select id, slug from products`);
  const bySlug = new Map(slugs.map(({ id, slug }) => [slug, Number(id)]));
  const prices = new Map(ids.map((id, at) => [id, new Set([at + 1])]));
  let isOver = false;
  const change = async () => {
    for (let round = 1; !isOver; round++) {
      const id = ids[round % ids.length] ?? 0;
      const price = 100 * (1 + (round % 40)) + 1 + (round % ids.length);
      prices.get(id)?.add(price);
      await inTransaction(db, async (db) => {
        await db.execute(sql`update products set regular_price = ${price} where id = ${id}`);
        await announceChange(db, [`product:${id}`]);
      });
    }
  };
  const seen = new Set<number>();
  const visit = async (number: number) => {
    const browser = new FormBrowser(shop.app);
    const own = new Map<number, number>();
    for (const step of [0, 1, 2]) {
      const product_id = String(ids[(number + step) % (1 + (number % ids.length))]);
      const answer = await browser.post("/?wc-ajax=add_to_cart", { product_id, quantity: String(1 + step) });
      const body = answer.json<{ fragments: Record<string, string>; cart_hash: string }>();
      own.set(Number(product_id), (own.get(Number(product_id)) ?? 0) + 1 + step);
      const { lines, total } = readDrawer(body.fragments["div.widget_shopping_cart_content"] ?? "");
      // One expectation for all: it runs 20,000 times.
      expect({
        quantities: new Map(lines.map(({ slug, quantity }) => [bySlug.get(slug), quantity])),
        neverCharged: lines.filter(({ slug, unitPrice }) => !prices.get(bySlug.get(slug) ?? 0)?.has(unitPrice)),
        lineTotals: lines.map((line) => line.total),
        total,
        hash: browser.cookies.get("woocommerce_cart_hash"),
      }).toEqual({
        quantities: own,
        neverCharged: [],
        lineTotals: lines.map(({ unitPrice, quantity }) => unitPrice * quantity),
        total: lines.reduce((sum, line) => sum + line.total, 0),
        hash: body.cart_hash,
      });
      seen.add(total);
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
