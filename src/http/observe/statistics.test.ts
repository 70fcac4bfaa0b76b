import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { request } from "undici";
import { expect, test } from "vitest";
import { statisticsCommand } from "#cli/sales/statistics.ts";
import { routes } from "#routes";
import { addProduct, defaultSettings, noon, openSession } from "#shop/cart/cart.fixtures.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { ayesha, checkoutOf } from "#shop/orders/checkout/checkout.fixtures.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.ts";
import { deleteOldStatistics } from "#shop/statistics/statistics.ts";
import { countedPage } from "#wire/page-requests/counted-page.ts";
import { openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { Statistics } from "./statistics.ts";

const phone = "Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36";
const desktop = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0";

async function printed({ db }: TestDatabase, options: Record<string, string> = {}): Promise<string[]> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line.replaceAll("\u00a0", " "));
  await statisticsCommand.run({ db, clock: { now: () => noon }, print }, [], options);
  return lines;
}

/** Opens the shop on a port: the page cache answers before Fastify, so injected requests do not reach it. */
async function openShop(database: TestDatabase) {
  const { app } = await openWholeShop(database, () => noon);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const send = async (
    path: string,
    headers: Record<string, string> = {},
    method: "GET" | "HEAD" | "POST" = "GET",
    body = "",
  ) => {
    const answer = await request(address + path, {
      method,
      headers: { host: new URL(origin).host, "user-agent": desktop, ...headers },
      ...(method === "POST" && { body }),
    });
    await answer.body.text();
    return answer;
  };
  return { app, send };
}

test("statistics prints visits, views, adds, checkouts and orders, with cached and uncached pages counted alike", async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const tea = await addProduct(db, { slug: "tea", name: "Mint Tea", regularPrice: 500 });
  const { app, send } = await openShop(database);
  const own = { referer: `${origin}/` };

  const caching = [];
  for (const headers of [{}, { "user-agent": phone }, { referer: "https://www.google.com/" }])
    caching.push((await send(routes.product("tea"), headers)).headers["x-cache"]);
  expect(caching).toEqual(["miss", "hit", "hit"]);
  await send(routes.home(), { referer: "https://blog.example/best" });
  await send(`${routes.shop()}?utm_source=mail`);
  await send(routes.product("tea"), own);
  const form = { "content-type": "application/x-www-form-urlencoded", origin, ...own };
  await send(routes.shopCall("add_to_cart"), form, "POST", `product_id=${tea}&quantity=3`);
  await send(`/?add-to-cart=${tea}`, form, "POST", `add-to-cart=${tea}`);
  await send(routes.shopCall("add_to_cart"), form, "POST", "product_id=999999");
  await send(routes.cart(), own);

  await app.close();
  const session = await openSession(db);
  await addToCart(db, session, { productId: tea, variationId: null, quantity: 1, attributes: {} }, noon);
  const checkout = checkoutOf(session, { form: { billing: ayesha, shipping: null, note: "" } });
  await placeOrder(db, checkout, defaultSettings, noon);

  expect(await printed(database)).toEqual([
    "Visits                     5",
    "  on phones                1",
    "Page views                 7",
    "Product views              4",
    "Added to cart              2",
    "Checkout views             0",
    "Orders                     1",
    "Conversion             20.0%",
    "Revenue               Rs 500",
    "",
    "Direct                     2",
    "Search engines             1",
    "Other sites                1",
    "Campaigns                  1",
    "",
    "4 views  2 adds  Mint Tea",
  ]);
  const csv = await printed(database, { csv: "-" });
  expect(csv.slice(1)).toContain(`2026-11-21,product,${tea},organic,desktop,1`);
  expect(csv).toHaveLength(9);
  await expect(printed(database, { days: "x" })).rejects.toThrow('"x" is not a number of days.');
});

test("robots, prefetches, scripts, missing pages and invented products are not counted, and a day's rows are bounded", async () => {
  const database = await createTestDatabase();
  await addProduct(database.db, { slug: "tea" });
  const { app, send } = await openShop(database);
  const tea = routes.product("tea");
  await send(tea, { "user-agent": "Googlebot/2.1" });
  await send(tea, { "sec-purpose": "prefetch" });
  await send(tea, { "sec-fetch-dest": "empty" });
  await send(tea, {}, "HEAD");
  await send("/product/none/");
  await send("/product/%E0%A4%A/");
  await send("/none/");
  await send(routes.visitorState());
  await send(routes.shopCall("get_refreshed_fragments"));
  for (let time = 0; time < 20; time++) await send(`${tea}?utm_source=${time}&utm_campaign=<b>${time}`);
  await app.close();
  const { rows } = await database.pool.query("select event, source, times::int from shop_statistics");
  expect(rows).toEqual([{ event: "product", source: "utm", times: 20 }]);
});

test("counts of a failed write are written with the next one", async () => {
  const { db, pool } = await createTestDatabase();
  const productId = await addProduct(db);
  const statistics = new Statistics(db, countedPage);
  const line = { lineKey: "", productId, variationId: null, slug: "", name: "", quantity: 1, isRepeat: false };
  statistics.addToCart({ "user-agent": phone }, [line, { ...line, isRepeat: true }]);
  await pool.query("alter table shop_statistics rename to away");
  await expect(statistics.write(noon)).rejects.toThrow("shop_statistics");
  statistics.addToCart({ "user-agent": phone }, [line]);
  await pool.query("alter table away rename to shop_statistics");
  await statistics.write(noon);
  await statistics.write(noon);
  const { rows } = await pool.query("select day::text, is_mobile, times::int from shop_statistics");
  expect(rows).toEqual([{ day: "2026-11-21", is_mobile: true, times: 2 }]);
});

test("statistics are deleted after statistics_days, a batch at a time", async () => {
  const { db } = await createTestDatabase();
  await db.execute(sql`insert into shop_statistics select date '2026-11-21' - days, 'home', 0, '', false, 1
    from generate_series(9, 13) days`);
  const settings = { ...defaultSettings, statistics_days: 10 };
  expect(await deleteOldStatistics(db, settings, noon, 2)).toBe(2);
  expect(await deleteOldStatistics(db, settings, noon, 2)).toBe(1);
  const { rows } = await db.execute<{ days: number }>(sql`select count(*)::int as days from shop_statistics`);
  expect(rows).toEqual([{ days: 2 }]);
});
