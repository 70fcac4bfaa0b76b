import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { inTransaction } from "#db/transaction.ts";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../../page-requests/whole-shop.fixtures.ts";

let now = noon;
let database: TestDatabase;
let shop: Awaited<ReturnType<typeof openWholeShop>>;
let browser: FormBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await openWholeShop(database, () => now);
});
afterAll(() => shop.app.close());
beforeEach(() => {
  now = noon;
  browser = new FormBrowser(shop.app);
});

const add = (id: number) => browser.post("/?wc-ajax=add_to_cart", { product_id: String(id) });

/** Returns the drawer's total (major units). */
async function total(): Promise<number> {
  const answer = await browser.post("/?wc-ajax=get_refreshed_fragments", {});
  const { fragments } = answer.json<{ fragments: Record<string, string> }>();
  const drawer = fragments["div.widget_shopping_cart_content"] ?? "";
  return Number((/mini-cart__total total">(.*?)<\/p>/.exec(drawer)?.[1] ?? "").replaceAll(/<[^>]*>|[^\d.]/g, ""));
}

/** Changes a price and sends a change notification. */
const reprice = (id: number, price: number) =>
  inTransaction(database.db, async (db) => {
    await db.execute(sql`update products set regular_price = ${price} where id = ${id}`);
    await announceChange(db, [`product:${id}`]);
  });

test("a cached cart follows price changes and scheduled sales", async () => {
  const virtual = { isVirtual: true, regularPrice: 900 };
  const [plain, reduced] = [
    await addProduct(database.db, virtual),
    await addProduct(database.db, {
      ...virtual,
      salePrice: 500,
      saleStartsAt: new Date(noon.getTime() + 60_000),
      saleEndsAt: new Date(noon.getTime() + 120_000),
    }),
  ];
  await add(plain);
  await add(reduced);
  expect([await total(), await total()]).toEqual([1800, 1800]);
  await reprice(plain, 1000);
  expect([await total(), await total()]).toEqual([1900, 1900]);
  const at = async (seconds: number) => {
    now = new Date(noon.getTime() + seconds * 1000);
    return total();
  };
  expect([await at(59), await at(60), await at(119), await at(120), await at(121)]).toEqual([
    1900, 1500, 1500, 1900, 1900,
  ]);
});

test("a cached cart follows settings and changes made elsewhere", async () => {
  const id = await addProduct(database.db, { regularPrice: 900 });
  await add(id);
  expect([await total(), await total()]).toEqual([900, 900]);
  await database.db.execute(sql`update cart_lines set quantity = 3 where product_id = ${id}`);
  expect([await total(), await total()]).toEqual([2700, 2700]);
  await setSetting(database.db, "cod_fee", 5000);
  expect([await total(), await total()]).toEqual([7700, 7700]);
});
