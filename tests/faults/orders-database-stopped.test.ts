import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { databaseOf, openPool } from "#db/database.ts";
import { openEmbeddedPostgres } from "#db/embedded/embedded-postgres.ts";
import { migrateToOwn } from "#db/own-migrations.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { FormBrowser, openWholeShop, origin } from "../../src/wire/page-requests/whole-shop.fixtures.ts";

const typed = {
  billing_first_name: "Ayesha",
  billing_phone: "0300 1234567",
  billing_country: "PK",
  billing_address_1: "House 14, Street 6",
  billing_city: "Lahore",
  billing_state: "PB",
  payment_method: "cod",
};

test("while the database is stopped cached pages are served, orders are answered 503 in clear words, and then all goes on", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "chowk-stopped-"));
  await chmod(dataDir, 0o755);
  const open = () => openEmbeddedPostgres({ dataDir, log: () => {} });
  let server = await open();
  const { connection } = server;
  const pool = openPool(connection, 5);
  await migrateToOwn(pool);
  const db = databaseOf(pool);
  const { app } = await openWholeShop({ pool, db, connection }, () => new Date());
  onTestFinished(async () => {
    await app.close();
    await pool.end();
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  await setSetting(db, "checkout_seconds", 0);
  const productId = await addProduct(db, { managesStock: true, stockQuantity: 5 });
  const buyer = new FormBrowser(app);
  await buyer.post("/?wc-ajax=add_to_cart", { product_id: String(productId) });
  const page = (await buyer.get("/checkout/")).body;
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const form = { ...typed, ...Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value])) };
  const home = () => app.inject({ url: "/", headers: { host: new URL(origin).host } });
  await home();

  await server.close();
  expect((await home()).statusCode).toBe(200);
  const refused = await buyer.post("/?wc-ajax=checkout", form);
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "10"]);
  expect(refused.body).toContain("Nothing is lost");
  const program = await buyer.post("/?wc-ajax=checkout", form, { accept: "application/json" });
  expect([program.statusCode, program.json().code]).toEqual([503, "unavailable"]);
  expect((await buyer.post("/checkout/", form)).statusCode).toBe(503);
  expect((await home()).statusCode).toBe(200);

  server = await open();
  const answer = await buyer.post("/?wc-ajax=checkout", form);
  expect(answer.json()).toMatchObject({ result: "success" });
  const { rows } = await db.execute(sql`select stock_quantity as stock, (select count(*)::int from orders) as orders
    from products where id = ${productId}`);
  expect(rows).toEqual([{ stock: 4, orders: 1 }]);
}, 60_000);
