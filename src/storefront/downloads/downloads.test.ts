import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { readConfig } from "#config";
import type { Database } from "#db/database.ts";
import { laneLimits } from "#http/guards/admission/admission.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { routes } from "#routes";
import { defaultSettings } from "#shop/cart/cart.fixtures.ts";
import { changeOrderStatus } from "#shop/orders/change-order-status.ts";
import { addDownload, orderOf } from "#shop/orders/downloads/downloads.fixtures.ts";
import { findDownload, findGoods } from "#shop/orders/downloads/goods.ts";
import { setRevoked } from "#shop/orders/downloads/take-download.ts";
import { openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { openS3Server } from "../../../tests/support/s3-server.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { testSignatures } from "../../../tests/support/test-signatures.ts";

let database: TestDatabase;
let db: Database;
let app: FastifyInstance;
let folder: string;
let time = 0;
const content = Buffer.from("0123456789".repeat(100));
const big = 8_000_000;
const host = new URL(origin).host;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "downloads-"));
  database = await createTestDatabase();
  db = database.db;
  ({ app } = await openWholeShop(database, () => new Date(time), { DATA_DIR: folder }));
  const { downloads } = await openStorage(readConfig({ DATA_DIR: folder }, folder));
  await downloads.put("guide.pdf", content);
  await downloads.put('a "b"; \u202efdp.exe\u2028.html', content);
  await downloads.put("big.bin", Buffer.alloc(big));
});
beforeEach(() => {
  time = Date.UTC(2026, 10, 21, 12);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const hour = 3_600;
const inSeconds = (seconds: number) => Math.floor(time / 1000) + seconds;

async function bought(file = "guide.pdf", given: Parameters<typeof addDownload>[2] = {}) {
  const product = await addDownload(db, { Guide: file }, { regularPrice: 0, ...given });
  const order = (await orderOf(db, product)).id;
  const id = (await findGoods(db, order)).downloads[0]?.id ?? 0;
  return { id, order, used: async () => (await findDownload(db, id))?.used };
}

function linkTo(
  id: number,
  { expires = inSeconds(hour), signature = testSignatures.sign("download", id, expires) } = {},
) {
  return routes.downloadFile(id, expires, signature);
}

const ask = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  app.inject({ method, url, headers: { host, ...headers } });

test("a signed link sends the file as a private attachment and counts it", async () => {
  const { id, used } = await bought();
  expect(await findDownload(db, id)).toMatchObject({ usesLeft: null });
  const answer = await ask(linkTo(id));
  expect([answer.statusCode, answer.rawPayload.equals(content), await used()]).toEqual([200, true, 1]);
  expect(answer.headers).toMatchObject({
    "accept-ranges": "bytes",
    "cache-control": "private, no-store",
    "content-disposition": `attachment; filename="guide.pdf"; filename*=UTF-8''guide.pdf`,
    "content-length": "1000",
    "content-security-policy": "sandbox; default-src 'none'",
    "content-type": "application/pdf",
    etag: expect.stringMatching(/^"[^"]+"$/),
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
  });
});

test("HEAD, conditional requests and unsatisfiable ranges tell about the file without counting", async () => {
  const { id, used } = await bought("guide.pdf", { downloadLimit: 1 });
  const head = await ask(linkTo(id), {}, "HEAD");
  expect([head.statusCode, head.headers["content-length"], head.body]).toEqual([200, "1000", ""]);
  const etag = String(head.headers.etag);
  expect((await ask(linkTo(id), { "if-none-match": etag })).statusCode).toBe(304);
  expect((await ask(linkTo(id), { "if-match": '"other"' })).statusCode).toBe(412);
  const outside = await ask(linkTo(id), { range: "bytes=1000-" });
  expect([outside.statusCode, outside.headers["content-range"]]).toEqual([416, "bytes */1000"]);
  expect(await used()).toBe(0);
});

test("HEAD gives no bytes to continue with, and tells nothing about what may not be downloaded", async () => {
  const { id, used } = await bought("guide.pdf", { downloadLimit: 1 });
  const whole = async () => (await ask(linkTo(id))).statusCode;
  const continued = async () => (await ask(linkTo(id), { range: "bytes=0-" })).statusCode;
  expect([await whole(), await used()]).toEqual([200, 1]);
  // The bytes of the file may be sent once more, in parts.
  expect(await continued()).toBe(206);
  await ask(linkTo(id), {}, "HEAD");
  expect(await continued()).toBe(410);

  const far = await bought("https://files.example/guide.pdf");
  const head = await ask(linkTo(far.id), {}, "HEAD");
  expect([head.statusCode, head.headers.location, await far.used()]).toEqual([200, undefined, 0]);
});

test("an interrupted download continues where it stopped, also when it was the last one", async () => {
  const { id, used } = await bought("guide.pdf", { downloadLimit: 1 });
  const etag = String((await ask(linkTo(id))).headers.etag);
  const rest = await ask(linkTo(id), { range: "bytes=400-", "if-range": etag });
  expect([rest.statusCode, rest.headers["content-range"], rest.body]).toEqual([
    206,
    "bytes 400-999/1000",
    content.subarray(400).toString(),
  ]);
  expect((await ask(linkTo(id), { range: "bytes=-5" })).body).toBe("56789");
  expect(await used()).toBe(1);
  // Of another version the whole file would be sent, which is a new download.
  const changed = await ask(linkTo(id), { range: "bytes=400-", "if-range": '"other"' });
  expect([changed.statusCode, changed.body.includes("You have used all downloads")]).toEqual([410, true]);
});

test("a forged, changed or borrowed signature finds nothing", async () => {
  const [one, other] = [await bought(), await bought()];
  const expires = inSeconds(hour);
  const right = testSignatures.sign("download", one.id, expires);
  const wrong = [
    linkTo(one.id, { signature: "0".repeat(64) }),
    linkTo(one.id, { signature: "" }),
    linkTo(one.id, { expires: expires + 1, signature: right }),
    linkTo(other.id, { expires, signature: right }),
    linkTo(one.id, { expires, signature: testSignatures.sign("order downloads", one.id, expires) }),
    routes.orderDownloads(one.order, expires, testSignatures.sign("download", one.order, expires)),
    `/chowk/downloads/..%2f..%2fetc%2fpasswd?expires=${expires}&signature=${right}`,
    `/chowk/downloads/${one.id}`,
  ];
  const statuses = await Promise.all(wrong.map(async (url) => (await ask(url)).statusCode));
  expect(statuses).toEqual(wrong.map(() => 404));
  expect([await one.used(), await other.used()]).toEqual([0, 0]);
});

test("a link that has expired says so, and a link that is used again counts until the limit", async () => {
  const { id, used } = await bought("guide.pdf", { downloadLimit: 2 });
  const link = linkTo(id);
  const statuses = [];
  for (let time = 0; time < 4; time++) statuses.push((await ask(link)).statusCode);
  expect([statuses, await used()]).toEqual([[200, 200, 410, 410], 2]);
  time += hour * 1000;
  const late = await ask(link);
  expect([late.statusCode, late.body.includes("This link has expired")]).toEqual([410, true]);
  expect(late.headers["cache-control"]).toBe("private, no-store");
});

test("ten concurrent requests for three downloads get three files", async () => {
  const { id } = await bought("guide.pdf", { downloadLimit: 3 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(linkTo(id))));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    200,
    200,
    ...Array(7).fill(410),
  ]);
});

test("a use, and the bytes of a continued one, are given back if the file vanishes before it is opened", async () => {
  const { downloads } = await openStorage(readConfig({ DATA_DIR: folder }, folder));
  await downloads.put("fleeting.pdf", content);
  const { id, used } = await bought("fleeting.pdf", { downloadLimit: 1 });
  const left = async () =>
    (await db.execute<{ left: number }>(sql`select bytes_left::int as left from order_downloads where id = ${id}`))
      .rows[0]?.left;
  /** Deletes the file after the request has found it, and before the download is counted. */
  const askWhileDeleting = async (headers: Record<string, string> = {}) => {
    const { pool } = database;
    const client = await pool.connect();
    await client.query("begin");
    await client.query("select from order_downloads where id = $1 for update", [id]);
    const asking = ask(linkTo(id), headers);
    await eventually(async () => {
      const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%order_downloads%'";
      expect((await pool.query(waiting)).rowCount).toBeGreaterThan(0);
    });
    await downloads.delete("fleeting.pdf");
    await client.query("rollback");
    client.release();
    return (await asking).statusCode;
  };
  expect(await askWhileDeleting()).toBe(410);
  expect([await used(), await left()]).toEqual([0, 0]);
  await downloads.put("fleeting.pdf", content);
  expect((await ask(linkTo(id))).statusCode).toBe(200);
  expect([await used(), await left()]).toEqual([1, 1000]);
  expect(await askWhileDeleting({ range: "bytes=900-" })).toBe(410);
  expect([await used(), await left()]).toEqual([1, 1000]);
});

test("a refund, a revocation and the end of its time stop a link at once", async () => {
  const { id, order } = await bought("guide.pdf", { downloadExpiryDays: 2 });
  await setRevoked(db, { orderId: order, isRevoked: true }, new Date(time));
  const revoked = await ask(linkTo(id));
  expect([revoked.statusCode, revoked.body.includes("The shop has withdrawn this file.")]).toEqual([410, true]);
  await setRevoked(db, { orderId: order, isRevoked: false }, new Date(time));
  expect((await ask(linkTo(id))).statusCode).toBe(200);
  time += 49 * hour * 1000;
  const ended = await ask(linkTo(id));
  expect([ended.statusCode, ended.body.includes("The time for this download has ended.")]).toEqual([410, true]);
  await changeOrderStatus(db, { id: order, to: "refunded" }, defaultSettings, new Date(time));
  const refunded = await ask(linkTo(id));
  expect([refunded.statusCode, refunded.body.includes("can no longer be downloaded")]).toEqual([410, true]);
});

test("hostile file names are sent as harmless ones, hostile types never as pages, and paths lead nowhere", async () => {
  const hostile = await ask(linkTo((await bought('a "b"; \u202efdp.exe\u2028.html')).id));
  expect(hostile.statusCode).toBe(200);
  expect(hostile.headers["content-type"]).toBe("application/octet-stream");
  expect(hostile.headers["content-disposition"]).toBe(
    `attachment; filename="a _b_; _fdp.exe_.html"; filename*=UTF-8''a%20%22b%22%3B%20_fdp.exe_.html`,
  );
  for (const file of ["../secret.key", "/etc/passwd", "a\\..\\b", "missing.pdf"])
    expect((await ask(linkTo((await bought(file)).id))).statusCode).toBe(410);
});

test("a file on another server is counted and redirected to", async () => {
  const { id, used } = await bought("https://files.example/guide.pdf", { downloadLimit: 1 });
  const answer = await ask(linkTo(id));
  expect([answer.statusCode, answer.headers.location]).toEqual([302, "https://files.example/guide.pdf"]);
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  expect([(await ask(linkTo(id))).statusCode, await used()]).toEqual([410, 1]);
});

/** Returns the origin at which the shop listens. */
async function listening(): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  return app.listeningOrigin;
}

test("slow downloads take no other request's place", async () => {
  const { id } = await bought("big.bin");
  const url = `${await listening()}${linkTo(id)}`;
  const requests = Array.from({ length: 130 }, () => get(url, { headers: { host } }));
  const statuses = requests.map(async (request) => {
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    return answer.statusCode;
  });
  const answered = await Promise.all(statuses);
  expect(answered.filter((status) => status === 503)).toHaveLength(130 - laneLimits.network);
  const [page] = (await once(get(`${await listening()}${routes.shop()}`, { headers: { host } }), "response")) as [
    IncomingMessage,
  ];
  expect(page.statusCode).toBe(200);
  page.resume();
  for (const request of requests) request.destroy();
  await eventually(async () => expect((await ask(linkTo(id), {}, "HEAD")).statusCode).toBe(200));
});

test("what a broken connection did not deliver can be asked for again", async () => {
  const { id, used } = await bought("big.bin", { downloadLimit: 1 });
  const read = async (headers: Record<string, string>, most: number) => {
    const [answer] = (await once(
      get(`${await listening()}${linkTo(id)}`, { headers: { host, ...headers } }),
      "response",
    )) as [IncomingMessage];
    let bytes = 0;
    for await (const chunk of answer) {
      bytes += (chunk as Buffer).length;
      if (bytes >= most) break;
    }
    return { status: answer.statusCode, bytes };
  };
  const left = async () => {
    const { rows } = await db.execute<{ left: number }>(
      sql`select bytes_left::int as left from order_downloads where id = ${id}`,
    );
    return Number(rows[0]?.left);
  };
  expect((await read({}, 1)).status).toBe(200);
  // Most of the file did not arrive, so more than its size is left.
  await eventually(async () => expect(await left()).toBeGreaterThan(big));
  for (const start of [1000, 2000]) {
    const before = await left();
    expect((await read({ range: `bytes=${start}-` }, 1)).status).toBe(206);
    await eventually(async () => expect(await left()).toBeGreaterThan(before - big + start));
  }
  expect(await read({ range: "bytes=3000-" }, big)).toEqual({ status: 206, bytes: big - 3000 });
  expect(await used()).toBe(1);
});

test("the page of a mailed link has the order's files and keys, and opening it uses up nothing", async () => {
  const { order, used } = await bought("guide.pdf", { name: 'Guide <img src="x">', downloadLimit: 1 });
  const expires = inSeconds(hour);
  const page = routes.orderDownloads(order, expires, testSignatures.sign("order downloads", order, expires));
  const { statusCode, body, headers } = await ask(page);
  expect([statusCode, headers["x-robots-tag"]]).toEqual([200, "noindex"]);
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(body).toContain("1 download left");
  expect(body).toContain("Guide &lt;img");
  expect(body).not.toContain("Ayesha");
  expect(await used()).toBe(0);
  const href = /href="(\/chowk\/downloads\/[^"]+)"/.exec(body)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect((await ask(href)).rawPayload.equals(content)).toBe(true);
  expect((await ask(page)).body).toContain("You have used all downloads of this file.");
  time += hour * 1000;
  expect((await ask(page)).statusCode).toBe(410);
});

test("two hosts with one database and one bucket send the same file and share its limit", async () => {
  const server = await openS3Server();
  onTestFinished(() => server.close());
  const { endpoint, bucket, account } = server;
  const env = {
    STORAGE_URL: `s3://${bucket}?region=${account.region}&endpoint=${endpoint}`,
    STORAGE_ACCESS_KEY: account.accessKey,
    STORAGE_SECRET_KEY: account.secretKey,
  };
  await (await openStorage(readConfig(env, folder))).downloads.put("guide.pdf", content);
  const hosts = [];
  for (const name of ["one", "two"]) {
    const own = { ...env, DATA_DIR: join(folder, name) };
    const { app } = await openWholeShop(database, () => new Date(time), own);
    onTestFinished(() => app.close());
    hosts.push(app);
  }
  const { id, used } = await bought("guide.pdf", { downloadLimit: 1 });
  const request = { url: linkTo(id), headers: { host } };
  const first = await hosts[0]?.inject(request);
  expect([first?.statusCode, first?.rawPayload.equals(content)]).toEqual([200, true]);
  const headers = { host, range: "bytes=900-", "if-range": String(first?.headers.etag) };
  const rest = await hosts[1]?.inject({ ...request, headers });
  expect([rest?.statusCode, rest?.body]).toEqual([206, content.subarray(900).toString()]);
  expect([(await hosts[1]?.inject(request))?.statusCode, await used()]).toEqual([410, 1]);
});
