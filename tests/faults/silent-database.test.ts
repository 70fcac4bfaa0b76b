import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, describe, type TestContext, test } from "vitest";
import { databaseOf, openPool } from "#db/database.ts";
import { isOutage } from "#db/outage.ts";
import { allowLongStatements } from "#db/silence.ts";
import { inTransaction } from "#db/transaction.ts";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { openWholeShop } from "../../src/wire/page-requests/whole-shop.fixtures.ts";
import { openTcpGate } from "../support/tcp-gate.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let product: number;
beforeAll(async () => {
  database = await createTestDatabase();
  product = await addProduct(database.db, { slug: "honey", name: "Honey" });
});

// A busy machine answers within `answerMs`, which therefore is the time that tells a refusal at once from one after waiting.
const limits = { silentMs: 500, answerMs: 5_000, askMs: 100, askStartingMs: 100 };

async function openGatedPool({ onTestFinished }: TestContext, max: number, longestMs = 20_000) {
  const gate = await openTcpGate(database.connection, onTestFinished);
  const pool = openPool(gate.connection, max, undefined, { ...limits, longestMs });
  onTestFinished(() => pool.end());
  return { gate, pool, db: databaseOf(pool) };
}

const isRefused = (error: unknown) => isOutage(error);

// Each has its own connections, and most of their time is waiting.
describe.concurrent("with silent connections", () => {
  test("a silent database ends requests with 503, then at once; cached pages go on, and the shop recovers", async (context) => {
    const { expect } = context;
    const { gate, ...gated } = await openGatedPool(context, 10);
    const { app, logged } = await openWholeShop({ ...gated, connection: gate.connection }, () => new Date(), {
      SITE_URL: "",
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const ask = (path: string, body?: string) =>
      new Promise<{ status: number; retryAfter: string | undefined; ms: number }>((resolve, reject) => {
        const startedAt = performance.now();
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        const call = request({ port, path, method: body ? "POST" : "GET", headers }, (response) => {
          response.resume().once("end", () => {
            const { statusCode: status = 0, headers } = response;
            resolve({ status, retryAfter: headers["retry-after"], ms: performance.now() - startedAt });
          });
        });
        call.once("error", reject).end(body);
      });
    const add = () => ask("/?wc-ajax=add_to_cart", `product_id=${product}&quantity=1`);
    const page = async () => (await ask(routes.product("honey"))).status;
    for (let count = 0; count < 3; count++) expect(await page()).toBe(200);
    expect((await add()).status).toBe(200);

    gate.freeze();
    // More than the pool has connections.
    const first = Promise.all(Array.from({ length: 15 }, add));
    expect(await page()).toBe(200);
    for (const { status, retryAfter, ms } of await first) {
      expect([status, retryAfter]).toEqual([503, "10"]);
      expect(ms).toBeGreaterThan(limits.answerMs);
    }
    const later = await add();
    expect(later.status).toBe(503);
    expect(later.ms).toBeLessThan(limits.answerMs);
    expect((await ask(routes.ready())).status).toBe(503);
    expect(await page()).toBe(200);

    gate.thaw();
    await expect.poll(async () => (await ask(routes.ready())).status).toBe(200);
    expect((await add()).status).toBe(200);

    await app.close();
    const lines = logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);
    // The change log has its own two lines if it notices a silence this short.
    const [begin, end, ...others] = lines.filter(({ msg }) => !msg.startsWith("The change log"));
    expect(others).toEqual([]);
    expect(begin.msg).toBe("Requests fail because the database or the disk is unavailable");
    expect(end).toMatchObject({
      requests: 16,
      msg: "No request fails any more because of the database or the disk",
    });
  }, 60_000);

  test("no connection with an open statement is used again", async (context) => {
    const { expect } = context;
    const { gate, pool, db } = await openGatedPool(context, 4);
    const numbers = Array.from({ length: 12 }, (_, number) => number);
    const select = async (number: number) => (await pool.query("select $1::int as number", [number])).rows[0]?.number;
    expect(await Promise.all(numbers.map(select))).toEqual(numbers);
    const inTwoSteps = inTransaction(db, async (db) => {
      await db.execute("select 1");
      gate.freeze();
      await db.execute("select 2");
    });
    await expect(inTwoSteps).rejects.toSatisfy(isRefused);
    for (const result of await Promise.allSettled(numbers.map(select))) expect(result.status).toBe("rejected");
    gate.thaw();
    await expect.poll(() => select(7).catch(() => "refused")).toBe(7);
    expect(await Promise.all(numbers.map(select))).toEqual(numbers);
  });

  test("a starting database is asked on one connection at a time, however many requests fail meanwhile", async (context) => {
    const { expect } = context;
    const connections = 10;
    const { gate, pool } = await openGatedPool(context, connections);
    const select = () => pool.query("select 1 as one");
    await select();
    gate.beginStart();
    const [before, begin] = [gate.opened(), performance.now()];
    for (let round = 0; round < 20; round++) {
      const results = await Promise.allSettled(Array.from({ length: 50 }, select));
      for (const result of results)
        expect(result).toMatchObject({ status: "rejected", reason: expect.toSatisfy(isRefused) });
      await delay(20);
    }
    const asked = gate.opened() - before - connections;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(1 + (performance.now() - begin) / limits.askStartingMs);

    gate.thaw();
    await expect.poll(() => select().catch(() => "refused")).toMatchObject({ rows: [{ one: 1 }] });
  }, 60_000);

  test("a long statement of a database that answers goes on", async (context) => {
    const { expect } = context;
    const { pool } = await openGatedPool(context, 2);
    await expect(pool.query("select pg_sleep(2)")).resolves.toMatchObject({ rowCount: 1 });
  });

  test("a statement without a time limit ends when the database falls silent, however long it has answered before", async (context) => {
    const { expect } = context;
    const { gate, pool } = await openGatedPool(context, 2);
    const client = await pool.connect();
    await allowLongStatements(client);
    const before = gate.opened();
    const statement = client.query("select pg_sleep(600)").finally(() => client.release(true));
    const freeze = async () => {
      // The database was asked, and has answered.
      await expect.poll(() => gate.opened()).toBeGreaterThan(before + 1);
      gate.freeze();
    };
    await Promise.all([expect(statement).rejects.toSatisfy(isRefused), freeze()]);
  }, 60_000);

  test("a connection that was idle for long is watched again", async (context) => {
    const { expect } = context;
    const { gate, pool } = await openGatedPool(context, 1, 3_000);
    const client = await pool.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    await once(stream, "timeout");
    gate.freeze();
    await expect(client.query("select 1").finally(() => client.release(true))).rejects.toSatisfy(isRefused);
  }, 60_000);

  test("one dead connection ends, while the others work", async (context) => {
    const { expect } = context;
    const { gate, pool } = await openGatedPool(context, 2, 4_000);
    const client = await pool.connect();
    gate.freeze("newest");
    const statement = client.query("select 1").finally(() => client.release());
    const working = async () => (await pool.query("select 1 as one")).rows;
    expect(await working()).toEqual([{ one: 1 }]);
    await expect(statement).rejects.toSatisfy(isRefused);
    expect(await working()).toEqual([{ one: 1 }]);
  });
});
