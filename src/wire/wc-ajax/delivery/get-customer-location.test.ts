import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { openSmallShop, SmallBrowser, type SmallShop } from "../entrance.fixtures.ts";

let db: Database;
let shop: SmallShop;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  shop = await openSmallShop(db);
});
afterAll(() => shop.app.close());

async function locationOf(browser: SmallBrowser): Promise<string> {
  const answer = await browser.get("/?wc-ajax=get_customer_location");
  expect(answer.headers["content-type"]).toBe("application/json; charset=UTF-8");
  expect(answer.json()).toEqual({ success: true, data: { hash: expect.stringMatching(/^[0-9a-f]{12}$/) } });
  return answer.json().data.hash;
}

test("the location hash is the same for all visitors until one chooses another destination", async () => {
  const [sana, omar] = [new SmallBrowser(shop.app), new SmallBrowser(shop.app)];
  const first = await locationOf(sana);
  expect(sana.cookies.size).toBe(0);
  await sana.post("/?wc-ajax=add_to_cart", { product_id: await addProduct(db) });
  expect(await locationOf(sana)).toBe(first);
  const security = shop.entrance.nonces.create("update-order-review");
  const chooses = (city: string) =>
    sana.post("/?wc-ajax=update_order_review", { security, country: "PK", state: "SD", city });
  await chooses("Karachi");
  const karachi = await locationOf(sana);
  await chooses("Hyderabad");
  expect(new Set([first, karachi, await locationOf(sana)]).size).toBe(3);
  await chooses("Karachi");
  expect([await locationOf(sana), await locationOf(omar)]).toEqual([karachi, first]);
});

test("the location is also available as an action of the general door", async () => {
  const browser = new SmallBrowser(shop.app);
  const answer = await browser.post("/wp-admin/admin-ajax.php", { action: "woocommerce_get_customer_location" });
  expect(answer.json().data.hash).toBe(await locationOf(browser));
});
