import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { addUser } from "#shop/accounts/users.ts";
import { indexAllArticles } from "#shop/content/search/index-articles.ts";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

let database: TestDatabase;
let app: FastifyInstance;
const now = () => new Date("2026-11-21T12:00:00Z");
const password = "correct horse";
const hidden = ["draft", "pending", "private", "trash", "scheduled"];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, pool } = database;
  ({ app } = await openWholeShop(database, now));
  for (const status of hidden)
    await pool.query(
      `insert into articles (type, slug, title, excerpt, status, published_at)
        select type, $1 || '-' || type, 'Zebra ' || $1, 'Zebra', $2, $3 from unnest(array['post', 'page']) type`,
      [
        status,
        status === "scheduled" ? "publish" : status,
        status === "scheduled" ? "2026-12-01T00:00:00Z" : "2026-01-01T00:00:00Z",
      ],
    );
  await indexAllArticles(db);
  const passwordHash = await hashPassword(password);
  for (const role of ["customer", "shop_manager", "administrator"] as const)
    await addUser(
      db,
      { email: `${role}@example.com`, role, passwordHash, firstName: "A", lastName: "", phone: null },
      now(),
    );
});
afterAll(() => app.close());

async function signedIn(role: string): Promise<FormBrowser> {
  const browser = new FormBrowser(app);
  await browser.fill(routes.account(), "login", { username: `${role}@example.com`, password });
  return browser;
}

test("strangers and customers find no unpublished article: not by address, in lists, feeds, the sitemap or a search", async () => {
  const lists = [
    routes.home(),
    routes.blog(),
    routes.articleFeed(),
    routes.sitemapPart("articles", 1),
    routes.sitemapPart("pages", 1),
    routes.search("zebra"),
    routes.suggest("zebra"),
  ];
  for (const browser of [new FormBrowser(app), await signedIn("customer")]) {
    for (const status of hidden)
      for (const type of ["post", "page"])
        expect((await browser.get(routes.article(`${status}-${type}`))).statusCode).toBe(404);
    for (const list of lists) expect((await browser.get(list)).body).not.toMatch(/Zebra (?!")|(?:-post|-page)\//);
  }
});

test("staff see private articles, which are never cached; nobody else does afterwards", async () => {
  for (const role of ["shop_manager", "administrator"]) {
    const staff = await signedIn(role);
    for (const type of ["post", "page"]) {
      const { statusCode, headers, body } = await staff.get(routes.article(`private-${type}`));
      expect([statusCode, headers["cache-control"]]).toEqual([200, expect.stringContaining("no-store")]);
      expect(body).toContain("Zebra private");
    }
    expect((await staff.get(routes.article("draft-post"))).statusCode).toBe(404);
  }
  expect((await new FormBrowser(app).get(routes.article("private-post"))).statusCode).toBe(404);
});
