import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { inTransaction } from "#db/transaction.ts";
import { routes } from "#routes";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

let database: TestDatabase;
let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-share-"));
  ({ app } = await openWholeShop(database, () => new Date(Date.UTC(2026, 10, 21, 12)), { DATA_DIR: folder }));
  await database.pool.query(`
    insert into products (type, slug, name, regular_price) values ('simple', 'zinc', 'Zinc & <b>vitamin C</b>', 100);
    insert into articles (type, slug, title, published_at) values
      ('post', 'sleep', 'Sleep', '2026-02-01'), ('page', 'growth', 'بچوں کی نشوونما', '2026-02-01'), ('page', 'tea', '绿茶', '2026-02-01')`);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, method: "GET" | "HEAD" = "GET") =>
  app.inject({ method, url, headers: { host: new URL(origin).host } });

/** Returns the path of the picture that a page names. */
async function pictureOf(page: string): Promise<string> {
  const [, url = ""] = /<meta property="og:image" content="([^"]*)"/.exec((await get(page)).body) ?? [];
  expect(url.startsWith(origin)).toBe(true);
  return url.slice(origin.length);
}

test.each([
  ["a product", routes.product("zinc")],
  ["an article", routes.article("sleep")],
  ["a page with a title in letters that the font lacks", routes.article("tea")],
  ["a page with an Urdu title", routes.article("growth")],
])("%s without a picture names one of 1200 by 630 pixels, which is drawn and kept", async (_, page) => {
  const path = await pictureOf(page);
  const [drawn, kept, head] = [await get(path), await get(path), await get(path, "HEAD")];
  for (const { statusCode, headers } of [drawn, kept, head]) {
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect(headers["cache-control"]).toContain("immutable");
  }
  expect(kept.rawPayload.equals(drawn.rawPayload)).toBe(true);
  expect(await sharp(drawn.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
});

test("the title is in the picture", async () => {
  const [zinc, urdu, plain] = await Promise.all(
    [routes.product("zinc"), routes.article("growth"), routes.article("tea")].map(async (page) =>
      inkIn((await get(await pictureOf(page))).rawPayload),
    ),
  );
  expect(zinc).toBeGreaterThan(plain ?? Number.NaN);
  expect(urdu).toBeGreaterThan(plain ?? Number.NaN);
});

/** Returns how many of the pixels where the title stands are dark. */
async function inkIn(picture: Buffer): Promise<number> {
  const part = { left: 80, top: 200, width: 1040, height: 250 };
  return (await sharp(picture).extract(part).greyscale().raw().toBuffer()).filter((value) => value < 128).length;
}

test("a new title gets a new picture, and the old one is deleted", async () => {
  const before = await pictureOf(routes.article("sleep"));
  await get(before);
  await database.pool.query(`update articles set title = 'Sleep well' where slug = 'sleep'`);
  await inTransaction(database.db, (db) => announceChange(db, ["articles"]));
  const after = await pictureOf(routes.article("sleep"));
  expect(after).not.toBe(before);
  expect((await get(after)).statusCode).toBe(200);
  expect((await get(before)).statusCode).toBe(404);
});

test("names that no published page has are not found, and draw nothing", async () => {
  const kept = await pictureOf(routes.product("zinc"));
  const before = await readdir(join(folder, "media", "share"));
  for (const file of [
    kept.replace(/.*\/|[\da-f]{16}/g, (found) => (found.includes("/") ? "" : "0".repeat(16))),
    "article-999999999-0123456789abcdef.jpg",
    "article-1-0123456789abcdef.png",
    "constructor-1-0123456789abcdef.jpg",
    "..%2Fshare%2Fx.jpg",
  ])
    expect([file, (await get(routes.sharePicture(file))).statusCode]).toEqual([file, 404]);
  expect(await readdir(join(folder, "media", "share"))).toEqual(before);
});

test("a store that is coming soon shows no pictures of products, a closed site none at all", async () => {
  const [product, article] = [await pictureOf(routes.product("zinc")), await pictureOf(routes.article("growth"))];
  await setSetting(database.db, "coming_soon", "yes");
  await setSetting(database.db, "store_pages_only", "yes");
  expect([(await get(product)).statusCode, (await get(article)).statusCode]).toEqual([404, 200]);
  await setSetting(database.db, "store_pages_only", "no");
  expect([(await get(product)).statusCode, (await get(article)).statusCode]).toEqual([404, 404]);
  await resetSetting(database.db, "coming_soon");
  await resetSetting(database.db, "store_pages_only");
});
