import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { promisify } from "node:util";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { laneLimits } from "#http/guards/admission/admission.ts";
import { routes } from "#routes";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { openWholeShop } from "../../src/wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let app: FastifyInstance;
let logged: string[];
let port: number;
let tea: number;
/** The connections of the current test. */
let sockets: Socket[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  tea = await addProduct(database.db, { slug: "tea" });
});
beforeEach(async () => {
  // One proxy, so that each request can come from any address.
  ({ app, logged } = await openWholeShop(database, () => noon, { TRUST_PROXY: "1" }));
  app.get("/large", () => Buffer.alloc(16 * 2 ** 20));
  await app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await app.close();
});

async function open(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

const requestText = (path: string, from = "203.0.113.9", method = "GET") =>
  `${method} ${path} HTTP/1.1\r\nhost: shop.example\r\nx-forwarded-for: ${from}\r\n\r\n`;

/** Sends a request on a connection of its own. @returns status and headers, in lower case */
async function ask(path: string, from?: string): Promise<string> {
  const socket = await open();
  let head = "";
  socket.on("data", (chunk: Buffer) => (head += chunk.toString("latin1")));
  socket.write(requestText(path, from));
  await expect.poll(() => head).toContain("\r\n\r\n");
  socket.destroy();
  return head.slice(0, head.indexOf("\r\n\r\n")).toLowerCase();
}

const statusOf = async (path: string, from?: string) => Number((await ask(path, from)).split(" ")[1]);

/** Locks the sessions, so that handlers wait, and starts adds from a network. @returns what ends the lock */
async function fillLane(network: string, count: number): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query("begin; lock table sessions in access exclusive mode");
  for (let at = 0; at < count; at += 1)
    (await open()).write(requestText(`/?add-to-cart=${tea}`, `${network}.${at % 250}`));
  return async () => {
    await client.query("rollback");
    client.release();
  };
}

const connections = promisify((done: (error: Error | null, count: number) => void) => app.server.getConnections(done));

async function countSessions(): Promise<number> {
  const { rows } = await database.pool.query("select count(*)::int as sessions from sessions");
  return rows[0].sessions;
}

test("a pipelined flood closes its connection, and health checks answer meanwhile", async () => {
  const flooding = await open();
  let isClosed = false;
  flooding.once("close", () => (isClosed = true));
  const heapBefore = process.memoryUsage().heapUsed;
  const began = performance.now();
  flooding.write(requestText(`/?add-to-cart=${tea}&x=${"y".repeat(60)}`).repeat(5000));
  expect(await statusOf(routes.health())).toBe(200);
  expect(performance.now() - began).toBeLessThan(3000);
  await expect.poll(() => isClosed).toBe(true);
  expect((process.memoryUsage().heapUsed - heapBefore) / 2 ** 20).toBeLessThan(100);
  expect(logged.join("").length).toBeLessThan(100_000);
});

test("one network fills at most its share: it gets 503; others, the checkout and pages for everybody are served", async () => {
  const release = await fillLane("203.0.113", laneLimits.network);
  await expect.poll(() => statusOf("/no-such-page/?key=1", "203.0.113.200")).toBe(503);
  const refused = await ask("/no-such-page/?key=2", "203.0.113.200");
  expect(refused).toContain("retry-after: 2");
  expect(refused).toContain("cache-control: no-store");
  expect(await statusOf(routes.health(), "203.0.113.200")).toBe(200);
  const others = [
    statusOf("/no-such-page/?key=3", "198.51.100.1"),
    statusOf(routes.checkout(), "203.0.113.200"),
    statusOf("/product/tea/", "203.0.113.200"),
  ];
  await release();
  expect(await Promise.all(others)).toEqual([404, 302, 200]);
  // The share is free again.
  await expect.poll(() => statusOf("/no-such-page/?key=4", "203.0.113.200")).toBe(404);
});

test("the pages of a full process come from the cache", async () => {
  expect(await statusOf("/product/tea/")).toBe(200);
  await expect.poll(() => ask("/product/tea/")).toContain("x-cache: hit");
  const release = await fillLane("203.0.113", laneLimits.network);
  await expect.poll(() => statusOf("/no-such-page/?key=1", "203.0.113.200")).toBe(503);
  expect(await ask("/product/tea/", "203.0.113.200")).toContain("x-cache: hit");
  await release();
});

/** Expects that a network's share is free, but for the few requests that may still be in progress. */
async function expectFreeShare(): Promise<void> {
  const release = await fillLane("203.0.113", 100);
  expect(await statusOf(routes.health(), "203.0.113.200")).toBe(200);
  const last = statusOf("/no-such-page/?key=4", "203.0.113.200");
  await release();
  expect(await last).toBe(404);
}

test("clients that leave at once do not pile up work, and their share is free again", async () => {
  const before = await countSessions();
  const release = await fillLane("203.0.113", laneLimits.network);
  await expect.poll(() => statusOf("/no-such-page/?key=1", "203.0.113.200")).toBe(503);
  for (const socket of sockets) socket.destroy();
  await expect.poll(connections).toBe(0);
  await release();
  await expect.poll(() => statusOf("/no-such-page/?key=3", "203.0.113.200")).toBe(404);
  // Those that had not begun are not begun.
  expect((await countSessions()) - before).toBeLessThanOrEqual(16);
  await expectFreeShare();
});

test("clients that leave with pipelined requests unanswered hold no share and no turn", async () => {
  const perConnection = 16;
  const release = await fillLane("203.0.113", 0);
  for (let at = 0; at < laneLimits.network / perConnection; at += 1)
    (await open()).write(requestText(`/?add-to-cart=${tea}`).repeat(perConnection));
  await expect.poll(() => statusOf("/no-such-page/?key=1", "203.0.113.200")).toBe(503);
  for (const socket of sockets) socket.destroy();
  await expect.poll(connections).toBe(0);
  await release();
  await expect.poll(() => statusOf("/no-such-page/?key=2", "203.0.113.200")).toBe(404);
  await expectFreeShare();
});

/** Sends requests on a connection whose client reads no response. */
async function sendUnread(requests: string): Promise<void> {
  const lazy = await open();
  lazy.pause();
  lazy.write(requests);
}

test("clients that do not read hold no turn, and are cut off", async () => {
  expect(app.server.timeout).toBe(30_000);
  expect(app.server.maxRequestsPerSocket).toBe(10_000);
  expect(app.server.maxConnections).toBe(10_000);
  app.server.timeout = 2000;
  for (let count = 0; count < 20; count += 1) await sendUnread(requestText("/large"));
  expect(await statusOf("/no-such-page/?key=1")).toBe(404);
  await expect.poll(connections).toBe(0);
});

test("pages that wait behind a response that nobody reads hold no turn", async () => {
  // Each has a new URL, so that a handler finds it in the cache.
  const pages = Array.from({ length: 20 }, (_, at) => requestText(`/product/tea/?unused=${at}`));
  await sendUnread(requestText("/large") + pages.join(""));
  expect(await statusOf("/no-such-page/?key=1")).toBe(404);
  expect(sockets[0]?.closed).toBe(false);
});
