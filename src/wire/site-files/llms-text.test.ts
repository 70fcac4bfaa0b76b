import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { openWholeShop, origin } from "../page-requests/whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => new Date(Date.UTC(2026, 10, 21, 12))));
  await database.pool.query(`
    insert into products (type, slug, name, regular_price) values ('simple', 'zinc', 'Zinc', 100);
    insert into categories (slug, name) values ('minerals', 'Minerals'), ('empty', 'Empty');
    insert into product_categories (product_id, category_id)
      select p.id, c.id from products p, categories c where p.slug = 'zinc' and c.slug = 'minerals';
    insert into articles (type, slug, title, excerpt, status, published_at) values
      ('post', 'sleep', 'Sleep [better]' || E'\\n# Not a title', E'In five\\n- steps', 'publish', '2026-02-01'),
      ('post', 'secret', 'Secret', '', 'private', '2026-02-01'), ('post', 'later', 'Later', '', 'publish', '2027-02-01'),
      ('page', 'about', 'About us', '', 'publish', '2026-02-01')`);
});
afterAll(() => app.close());

const read = () => app.inject({ url: routes.llmsText(), headers: { host: new URL(origin).host } });

test("it names the categories with products, the pages and the published articles, each on one line", async () => {
  const { statusCode, headers, body } = await read();
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(body).toMatch(/^# [^\n]+\n\n/);
  expect(body.split("\n").filter((line) => line.startsWith("- ["))).toEqual([
    `- [All products](${origin}${routes.shop()})`,
    `- [Minerals](${origin}${routes.category("minerals")})`,
    `- [About us](${origin}${routes.article("about")})`,
    `- [Sleep \\[better\\] # Not a title](${origin}${routes.article("sleep")}): In five - steps`,
    `- [Sitemap](${origin}${routes.sitemap()})`,
    expect.stringContaining(`](${origin}${routes.articleFeed()})`),
    expect.stringContaining(`](${origin}${routes.productFeed()})`),
  ]);
});

test("it has no products while the store is coming soon, and is not found while the whole site is", async () => {
  await setSetting(database.db, "coming_soon", "yes");
  await setSetting(database.db, "store_pages_only", "yes");
  const { body } = await read();
  expect(body).toContain(routes.article("about"));
  expect(body).not.toContain(routes.shop());
  await setSetting(database.db, "store_pages_only", "no");
  expect((await read()).statusCode).toBe(404);
  await resetSetting(database.db, "coming_soon");
  await resetSetting(database.db, "store_pages_only");
});
