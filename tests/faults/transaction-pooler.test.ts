import pg from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { followChanges } from "#db/change-follower.ts";
import { changesChannel } from "#db/changes.ts";
import { openDatabase } from "#db/open.ts";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { FormBrowser, openWholeShop } from "../../src/wire/page-requests/whole-shop.fixtures.ts";
import { databaseUrl } from "../support/database-url.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { startTransactionPooler } from "../support/transaction-pooler.ts";

let database: TestDatabase;
let product: number;
beforeAll(async () => {
  database = await createTestDatabase();
  product = await addProduct(database.db, { slug: "honey", name: "Honey" });
});

const open = (url: string, databaseDirectUrl: string | null) =>
  openDatabase({ dataDir: "/nowhere", databaseUrl: url, databaseDirectUrl, connections: 6, log: () => {} });

test.each([
  ["refuses", false],
  ["ignores", true],
])("behind a pooler that %s settings, the shop does not start and says what to set", async (_, ignores) => {
  const pooler = await startTransactionPooler(database.connection, ignores);
  await expect(open(pooler, null)).rejects.toThrow(/^A connection pooler at \S+ .*: set DATABASE_DIRECT_URL/);
});

test("with the direct address the shop serves through a pooler, without a failed request", async () => {
  const pooler = await startTransactionPooler(database.connection, false);
  const opened = await open(pooler, databaseUrl(database.connection));
  onTestFinished(() => opened.close());
  const { app, logged } = await openWholeShop(opened, () => new Date());
  onTestFinished(() => app.close());
  const shop = async () => {
    const browser = new FormBrowser(app);
    const statuses = [(await browser.get(routes.product("honey"))).statusCode];
    for (let count = 0; count < 3; count++)
      statuses.push(
        (await browser.post("/?wc-ajax=add_to_cart", { product_id: String(product), quantity: "1" })).statusCode,
      );
    return [...statuses, (await browser.get(routes.cart())).statusCode];
  };
  const statuses = (await Promise.all(Array.from({ length: 8 }, shop))).flat();
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
  expect(logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)).toEqual([]);
});

/** Follows the change log over connections to this address. */
async function followOver(connectionString: string) {
  const heard: string[] = [];
  const missing: boolean[] = [];
  const connect = async () => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    return client;
  };
  const follower = await followChanges(
    { connect, pollMs: 100, echoMs: 200, answerWithinMs: 2_000 },
    {
      onChange: (changed) => heard.push(...(changed === "*" ? ["everything"] : changed)),
      onLost: (reason) => heard.push(reason),
      onRestored: () => heard.push("restored"),
      onNotificationsMissing: () => missing.push(true),
    },
  );
  onTestFinished(() => follower.close());
  return { heard, missing };
}

test("a follower of the change log notices that notifications do not arrive, and polls", async () => {
  const pooled = await followOver(await startTransactionPooler(database.connection, true));
  const direct = await followOver(databaseUrl(database.connection));
  await database.pool.query("with logged as (insert into changes (tags) values ('{menus}')) select pg_notify($1, '')", [
    changesChannel,
  ]);
  await expect.poll(() => pooled.heard).toEqual(["menus"]);
  await expect.poll(() => direct.heard).toEqual(["menus"]);
  await expect.poll(() => pooled.missing).toEqual([true]);
  expect(direct.missing).toEqual([]);
});
