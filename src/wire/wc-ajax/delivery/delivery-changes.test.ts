import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { addDeliveryMethod, removeDeliveryZone, setDeliveryMethod } from "#shop/delivery/change-delivery.ts";
import { giveZone, methodOf } from "#shop/delivery/delivery.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../../page-requests/whole-shop.fixtures.ts";

let database: TestDatabase;
let app: Awaited<ReturnType<typeof openWholeShop>>["app"];
beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => noon));
});
afterAll(() => app.close());

test("a cached product page and cart are invalidated when zones or methods change", async () => {
  const { db, pool } = database;
  const id = await addProduct(db);
  const { rows } = await pool.query("select slug from products where id = $1", [id]);
  await giveZone(db, "Pakistan", "PK", []);
  const [browser, passerBy] = [new FormBrowser(app), new FormBrowser(app)];
  await browser.post("/?wc-ajax=add_to_cart", { product_id: String(id) });
  const shown = async () => {
    const page = (await passerBy.get(routes.product(rows[0].slug))).body;
    const { fragments } = (await browser.get("/?wc-ajax=get_refreshed_fragments")).json();
    const cart: string = fragments["div.widget_shopping_cart_content"];
    const promise = /Free delivery from|Free shipping|Delivery to your door/.exec(page)?.[0];
    return [promise, /1,\d{3}/.exec(cart.replace(/^.*mini-cart__total/s, ""))?.[0]];
  };
  const { id: _, ...courier } = methodOf();
  const before = await shown();
  expect(await shown()).toEqual(before);
  const methodId = await addDeliveryMethod(db, "Pakistan", courier);
  const added = await shown();
  await setDeliveryMethod(db, methodId, (before) => ({ ...before, price: 300, freeFrom: 5000 }));
  const set = await shown();
  await removeDeliveryZone(db, "Pakistan");
  expect([before, added, set, await shown()]).toEqual([
    ["Delivery to your door", "1,000"],
    ["Delivery to your door", "1,200"],
    ["Free delivery from", "1,300"],
    ["Free shipping", "1,000"],
  ]);
});
