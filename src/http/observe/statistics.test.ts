import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { request } from "undici";
import { expect, test, vi } from "vitest";
import { statisticsCommand } from "#cli/sales/statistics.ts";
import { routes } from "#routes";
import { addProduct, defaultSettings, noon, openSession } from "#shop/cart/cart.fixtures.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { ayesha, checkoutOf } from "#shop/orders/checkout/checkout.fixtures.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.ts";
import { deleteOldStatistics } from "#shop/statistics/statistics.ts";
import { deleteOldVisitNames, listVisitNames } from "#shop/statistics/visit-names.ts";
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
  await send(routes.search("tea"), own);

  await app.close();
  const session = await openSession(db);
  await addToCart(db, session, { productId: tea, variationId: null, quantity: 1, attributes: {} }, noon);
  const checkout = checkoutOf(session, { form: { billing: ayesha, shipping: null, note: "" } });
  await placeOrder(db, checkout, defaultSettings, noon);

  expect(await printed(database)).toEqual([
    "Visits                     5",
    "  on phones                1",
    "Page views                 8",
    "Product views              4",
    "Searches                   1",
    "Added to cart              2",
    "Checkout views             0",
    "Orders                     1",
    "Conversion             20.0%",
    "Revenue               Rs 500",
    "",
    "Day         Visits   Views    Adds  Orders",
    "2026-11-21       5       8       2       1",
    "",
    "Direct                     2",
    "Search engines             1",
    "Other sites                1",
    "Campaigns                  1",
    "",
    "1 visits  Search engines: google",
    "1 visits  Other sites: blog.example",
    "1 visits  Campaigns: mail",
    "",
    "4 views  2 adds  Mint Tea",
  ]);
  const csv = await printed(database, { csv: "-" });
  expect(csv.slice(1)).toContain(`2026-11-21,product,${tea},organic,desktop,1`);
  expect(csv).toHaveLength(10);
  expect((await printed(database, { namesCsv: "-" })).slice(1)).toEqual([
    "2026-11-21,organic,google,1",
    "2026-11-21,referral,blog.example,1",
    "2026-11-21,utm,mail,1",
  ]);
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

/** Counts a view as a person's browser would cause it. */
function view(statistics: Statistics, url: string, referer = ""): void {
  const request = { method: "GET", url, headers: { host: new URL(origin).host, "user-agent": desktop, referer } };
  statistics.addView(request as never, { statusCode: 200 } as never);
}

test("an address is parsed once a minute, whatever files were requested before, and one with a secret is not remembered", async () => {
  const { db } = await createTestDatabase();
  const pageOf = vi.fn(countedPage);
  const statistics = new Statistics(db, pageOf);
  const headers = { "user-agent": desktop, "sec-fetch-dest": "image" };
  for (let file = 0; file < 2_000; file++)
    statistics.addView({ method: "GET", url: `/media/${file}.avif`, headers } as never, { statusCode: 200 } as never);
  expect(pageOf).not.toHaveBeenCalled();
  for (let time = 0; time < 3; time++) view(statistics, "/shop/");
  expect(pageOf).toHaveBeenCalledTimes(1);
  for (let time = 0; time < 3; time++) view(statistics, "/checkout/order-received/1/?key=wc_order_secret");
  expect(pageOf).toHaveBeenCalledTimes(4);
  await statistics.write(noon);
  view(statistics, "/shop/");
  expect(pageOf).toHaveBeenCalledTimes(5);
});

test("names of campaigns are readable and harmless, and never an email address or a phone number", async () => {
  const { db } = await createTestDatabase();
  const statistics = new Statistics(db, countedPage);
  for (const query of [
    "utm_source=mail&utm_campaign=spring%20sale",
    "utm_source=%3Dcmd%7C%27calc%27&utm_campaign=%E2%80%AEgnp.exe%00%0A%1B[2J",
    "utm_source=mail&utm_campaign=ayesha%40example.com",
    "utm_source=mail&utm_campaign=ayesha%252540example.com",
    "utm_source=mail&utm_campaign=ayesha%40example.com%E0",
    "utm_source=mail&utm_campaign=ayesha%EF%BC%A0example.com",
    "utm_source=sms&utm_campaign=%2B92%20300%201234567",
    "utm_source=sms&utm_campaign=0300-123.4567",
    "utm_source=sms&utm_campaign=to+0300+1234567",
    "utm_source=sms&utm_campaign=%DB%B0%DB%B3%DB%B0%DB%B0%DB%B1%DB%B2%DB%B3%DB%B4%DB%B5%DB%B6%DB%B7",
    "utm_source=mail&utm_campaign=sale-2026-11-26",
    "utm_source=meta&utm_campaign=120210000000000001",
    "utm_source=%E0%A4%A&utm_medium=x",
    `utm_source=${"x".repeat(5000)}`,
    "gclid=1",
  ])
    view(statistics, `/?${query}`);
  view(statistics, "/", "https://xn--bcher-kva.example:8443/path?email=ayesha@example.com");
  await statistics.write(noon);
  const { rows } = await db.execute<{ source: string; name: string }>(
    sql`select source, name from visit_names order by source, name collate "C"`,
  );
  expect(rows.map(({ source, name }) => `${source} ${name}`)).toEqual([
    "referral xn--bcher-kva.example",
    "utm ",
    "utm %E0%A4%A",
    "utm =cmd|'calc' / gnp.exe[2J",
    "utm google / google_cpc",
    "utm mail / sale-2026-11-26",
    "utm mail / spring sale",
    "utm meta / 120210000000000001",
    `utm ${"x".repeat(80)}`,
  ]);
  const csv = await printed({ db } as TestDatabase, { namesCsv: "-" });
  expect(csv.find((line) => line.includes("calc"))).toMatch(/,"?'=cmd/);
});

test("invented names fill neither memory nor the table, and lose no visit", async () => {
  const { db } = await createTestDatabase();
  const statistics = new Statistics(db, countedPage);
  for (let minute = 0; minute < 3; minute++) {
    for (let at = 0; at < 3; at++) view(statistics, "/?utm_source=mail&utm_campaign=spring");
    for (let at = 0; at < 1000; at++) view(statistics, `/?utm_source=${minute}-${at}`);
    await statistics.write(noon);
  }
  const { rows } = await db.execute<{ names: number; visits: number }>(
    sql`select count(*)::int as names, sum(visits)::int as visits from visit_names`,
  );
  expect(rows).toEqual([{ names: 201, visits: 3009 }]);
  const [first] = await listVisitNames(db, "2026-11-21", 1);
  expect(first).toEqual({ source: "utm", name: "mail / spring", visits: 9 });
});

test("two processes that write at the same moment lose no visit", async () => {
  const { db } = await createTestDatabase();
  const processes = [new Statistics(db, countedPage), new Statistics(db, countedPage)];
  for (const statistics of processes) for (let at = 0; at < 300; at++) view(statistics, `/?utm_source=${at}`);
  await Promise.all(processes.map((statistics) => statistics.write(noon)));
  const { rows } = await db.execute(sql`select sum(visits)::int as visits from visit_names`);
  expect(rows).toEqual([{ visits: 600 }]);
});

test("counts of a failed write are written with the next one", async () => {
  const { db, pool } = await createTestDatabase();
  const productId = await addProduct(db);
  const statistics = new Statistics(db, countedPage);
  view(statistics, "/?utm_source=mail");
  const line = { lineKey: "", productId, variationId: null, slug: "", name: "", quantity: 1, isRepeat: false };
  statistics.addToCart({ "user-agent": phone }, [line, { ...line, isRepeat: true }]);
  await pool.query("alter table shop_statistics rename to away");
  await expect(statistics.write(noon)).rejects.toThrow("shop_statistics");
  statistics.addToCart({ "user-agent": phone }, [line]);
  await pool.query("alter table away rename to shop_statistics");
  await statistics.write(noon);
  await statistics.write(noon);
  const { rows } = await pool.query("select day::text, is_mobile, times::int from shop_statistics where event = 'add'");
  expect(rows).toEqual([{ day: "2026-11-21", is_mobile: true, times: 2 }]);
  expect(await listVisitNames(db, "2026-11-21", 10)).toEqual([{ source: "utm", name: "mail", visits: 1 }]);
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
  await db.execute(sql`insert into visit_names select date '2026-11-21' - days, 'utm', 'mail', 1
    from generate_series(9, 13) days`);
  expect(await deleteOldVisitNames(db, settings, noon, 2)).toBe(2);
  expect(await deleteOldVisitNames(db, settings, noon, 2)).toBe(1);
});
