import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { Buyer } from "../support/buyer.ts";
import { ownShop } from "../support/own-shop.ts";

const pieces = 3;
const crowd = 50;

/** The out-of-stock notice, with the product's name. */
const outOfStock = /^<ul class="woocommerce-error[^>]*role="alert".*“Sidr honey” (?:is out of stock|(?:is|are) left)/s;

async function stockUp(db: Database) {
  for (const name of ["checkout_seconds", "cod_orders_per_phone"]) await setSetting(db, name, 0);
  const rare = await addProduct(db, { name: "Sidr honey", managesStock: true, stockQuantity: pieces });
  const plenty = await addProduct(db, { managesStock: true, stockQuantity: 9 });
  return { rare, plenty };
}

async function stockOf(db: Database, id: number) {
  const { rows } = await db.execute(sql`select stock_quantity as stock, stock_status as status,
    (select count(distinct order_id)::int from order_lines where product_id = ${id}) as orders from products where id = ${id}`);
  return rows[0];
}

test.each([1, 3])(
  "50 buyers order 3 products at the same time in %d process(es): 3 orders, 47 clear refusals; ten clicks of one buyer are one order",
  async (processes) => {
    // Several processes start together in an empty folder.
    const own = await ownShop({ isNew: processes > 1 });
    const { origin } = await own.start({ processes });
    const { rare, plenty } = await own.useDatabase(stockUp);
    const buyers = Array.from({ length: crowd }, () => new Buyer(origin));
    for (let at = 0; at < crowd; at += 10)
      await Promise.all(buyers.slice(at, at + 10).map((buyer) => buyer.fillCart(rare)));

    const answers = await Promise.all(buyers.map((buyer) => buyer.order()));
    const served = answers.filter(({ result }) => result === "success");
    const refused = answers.filter(({ result }) => result === "failure");
    expect([served.length, refused.length]).toEqual([pieces, crowd - pieces]);
    expect(refused.filter(({ messages = "" }) => !outOfStock.test(messages))).toEqual([]);
    expect(new Set(served.map(({ order_id: id }) => id)).size).toBe(pieces);
    expect(await own.useDatabase((db) => stockOf(db, rare))).toEqual({
      stock: 0,
      status: "outofstock",
      orders: pieces,
    });

    const impatient = new Buyer(origin);
    await impatient.fillCart(plenty);
    const presses = await Promise.all(Array.from({ length: 10 }, () => impatient.order()));
    // Simulates a retry after a lost response.
    const late = await impatient.order();
    expect(late.result).toBe("success");
    expect(new Set(presses.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify(late)]));
    expect(await own.useDatabase((db) => stockOf(db, plenty))).toMatchObject({ stock: 8, orders: 1 });
  },
  // Includes starting a shop.
  120_000,
);
