import { rm } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { type Database, databaseOf, openPool } from "#db/database.ts";
import { openEmbeddedPostgres } from "#db/embedded/embedded-postgres.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { Buyer } from "./support/buyer.ts";
import { newDataDir, startShop } from "./support/start-shop.ts";

const pieces = 3;
const crowd = 50;

/** A shop of its own, and its database. */
async function openShop(processes: number): Promise<{ origin: string; db: Database }> {
  const dataDir = await newDataDir();
  const shop = await startShop({ dataDir, processes });
  const server = await openEmbeddedPostgres({ dataDir, log: () => {} });
  const pool = openPool(server.connection, 2);
  onTestFinished(async () => {
    await pool.end();
    await server.close();
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { origin: shop.origin, db: databaseOf(pool) };
}

async function stockOf(db: Database, id: number) {
  const { rows } = await db.execute(sql`select stock_quantity as stock, stock_status as status,
    (select count(distinct order_id)::int from order_lines where product_id = ${id}) as orders from products where id = ${id}`);
  return rows[0];
}

test.each([1, 3])(
  "50 buyers press at once for 3 pieces in %d process(es): 3 orders, 47 are told kindly; ten presses of one are one order",
  async (processes) => {
    const { origin, db } = await openShop(processes);
    const rare = await addProduct(db, { name: "Sidr honey", managesStock: true, stockQuantity: pieces });
    const buyers = Array.from({ length: crowd }, () => new Buyer(origin));
    for (let at = 0; at < crowd; at += 10)
      await Promise.all(buyers.slice(at, at + 10).map((buyer) => buyer.fillCart(rare)));

    const answers = await Promise.all(buyers.map((buyer) => buyer.order()));
    const served = answers.filter(({ result }) => result === "success");
    const told = answers.filter(({ messages = "" }) =>
      /“Sidr honey” (?:is out of stock|(?:is|are) left)/.test(messages),
    );
    expect([served.length, told.length]).toEqual([pieces, crowd - pieces]);
    expect(new Set(served.map(({ order_id: id }) => id)).size).toBe(pieces);
    expect(await stockOf(db, rare)).toEqual({ stock: 0, status: "outofstock", orders: pieces });

    const plenty = await addProduct(db, { managesStock: true, stockQuantity: 9 });
    const impatient = new Buyer(origin);
    await impatient.fillCart(plenty);
    const presses = await Promise.all(Array.from({ length: 10 }, () => impatient.order()));
    // The answer was lost, and the browser asks again.
    const late = await impatient.order();
    expect(late.result).toBe("success");
    expect(new Set(presses.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify(late)]));
    expect(await stockOf(db, plenty)).toMatchObject({ stock: 8, orders: 1 });
  },
  // A shop of its own opens in it.
  120_000,
);
