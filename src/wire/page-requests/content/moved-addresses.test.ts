import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { openWholeShop, origin } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => new Date(Date.UTC(2026, 10, 21, 12))));
  await database.pool.query(`
    insert into articles (type, slug, title, status, published_at) values ('post', 'sleep', 'Sleep', 'publish', '2026-01-01'),
      ('post', 'private-notes', 'Notes', 'private', '2026-01-01'), ('post', 'عید', 'Eid', 'publish', '2027-01-01');
    insert into moved_addresses (path, target, source) values ('/2024/03/sleep/', '/sleep/', 'test'),
      ('/sleep/', '/elsewhere/', 'test'), ('/über uns/', '/sleep/', 'test'), ('/a/', '/b/', 'test'), ('/b/', '/a/', 'test'),
      ('/archives/78/', '/private-notes/', 'test'), ('/archives/79/', '/%D8%B9%DB%8C%D8%AF/', 'test'), ('/self/', '/self/', 'test'), ('/wp-content/uploads/2024/03/tea.png/', '/media/aa/tea.png', 'test'),
       ('/in/', '/b/', 'test')`);
});
afterAll(() => app.close());

const load = async (url: string, method: "GET" | "POST" = "GET", headers = {}) => {
  const answer = await app.inject({ method, url, headers: { host: new URL(origin).host, ...headers } });
  return [answer.statusCode, answer.headers.location];
};

test.each([
  ["/2024/03/sleep/", "/sleep/"],
  ["/2024/03/SLEEP/?utm_source=mail&a=b%20c", "/sleep/?utm_source=mail&a=b%20c"],
  ["/%C3%BCber%20uns/", "/sleep/"],
  ["/wp-content/uploads/2024/03/tea.png", "/media/aa/tea.png"],
  ["/2024/03/sleep/feed/", "/sleep/feed/"],
  ["/2024/03/sleep/comment-page-1/", "/sleep/"],
  ["/2024/03/sleep/comment-page-2/?a=b", "/sleep/comment-page-2/?a=b"],
])("the old address %s redirects permanently to %s", async (from, to) => {
  expect(await load(from)).toEqual([301, to]);
});

test("a page that exists is shown, whatever the old addresses say", async () => {
  expect(await load("/sleep/")).toEqual([200, undefined]);
});

test.each([["/a/"], ["/b/"], ["/self/"], ["/none/"], ["/%zz/"], ["/%00/"], [`/${"x".repeat(2000)}/`]])(
  "%s does not redirect: nothing is there, or it would lead back to itself",
  async (path) => {
    const [status, location] = await load(path);
    expect(location).toBeUndefined();
    expect([400, 404, 414]).toContain(status);
  },
);

test.each(["/archives/78/", "/archives/79/", "/archives/78/feed/"])(
  "the address %s of a post that is not published tells nothing",
  async (path) => {
    expect(await load(path)).toEqual([404, undefined]);
  },
);

test("an address that leads into a loop redirects once, and the loop is not entered", async () => {
  expect(await load("/in/")).toEqual([301, "/b/"]);
});

test("only reading is redirected", async () => {
  expect((await load("/2024/03/sleep/", "POST", { origin }))[0]).not.toBe(301);
});

test.each(["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)"])(
  "%s cannot be stored as a target",
  async (target) => {
    const insert = database.pool.query("insert into moved_addresses values ('/evil/', $1, 'test')", [target]);
    await expect(insert).rejects.toThrow(/check constraint/);
  },
);
