import { expect, test } from "vitest";
import { routes } from "#routes";
import { openAccountShop } from "./account-shop.fixtures.ts";

const shop = openAccountShop();

/** Adds orders to an account. @returns their ids, newest first */
async function addOrders(userId: number, count: number): Promise<number[]> {
  const { rows } = await shop.database.pool.query<{ id: number }>(
    `insert into orders (order_key, status, currency, currency_minor_unit, subtotal, shipping_total, discount_total, tax_total,
       total, payment_method, payment_method_title, billing, shipping, cart_hash, created_at, updated_at, user_id)
     select 'wc_order_' || lpad(n::text, 22, '0'), 'completed', 'PKR', 2, 100, 0, 0, 0, 100, 'cod', 'Cash', '{}', '{}', '',
       now(), now(), $1 from generate_series(1, $2::int) n returning id`,
    [userId, count],
  );
  return rows.map(({ id }) => id).reverse();
}

/** Returns the ids of the orders on a page, and where its links lead. */
async function readPage(url: string) {
  const { body } = await shop.browser.get(url);
  const linkTo = (rel: string) => new RegExp(`rel="${rel}" href="([^"]+)"`).exec(body)?.[1] ?? null;
  const ids = [...body.matchAll(/view-order\/(\d+)\//g)].map(([, id]) => Number(id));
  return { ids: [...new Set(ids)], previous: linkTo("prev"), next: linkTo("next") };
}

test("an account's orders can be paged to the oldest and back, ten a page, without gaps or repeats", async () => {
  const user = await shop.addSignedInUser();
  const ids = await addOrders(user.id, 25);
  const first = await readPage(routes.accountOrders());
  const second = await readPage(first.next ?? "");
  const third = await readPage(second.next ?? "");
  expect([first.ids, second.ids, third.ids]).toEqual([ids.slice(0, 10), ids.slice(10, 20), ids.slice(20)]);
  expect([first.previous, third.next]).toEqual([null, null]);
  expect((await readPage(third.previous ?? "")).ids).toEqual(second.ids);
  expect(await readPage(second.previous ?? "")).toEqual(first);
  expect((await shop.browser.get(routes.accountOrders({ before: Math.min(...ids) }))).statusCode).toBe(404);
  expect((await readPage(`${routes.accountOrders()}?before=0&after=x`)).ids).toEqual(first.ids);
});
