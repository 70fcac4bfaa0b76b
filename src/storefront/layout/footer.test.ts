import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { routes } from "#routes";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";

test("the footer's menu shows entries with others below them as headings, and those without as links", async () => {
  const database = await createTestDatabase();
  const items = [
    { label: "Help", path: "/help/", children: [{ label: "Delivery", path: "/delivery/", children: [] }] },
    { label: "About us", path: "/about-us/", children: [] },
  ];
  await database.db.execute(sql`insert into menus (place, items) values ('footer', ${JSON.stringify(items)})
    on conflict (place) do update set items = excluded.items`);
  const { app } = await openWholeShop(database, () => new Date("2026-11-25T12:00:00Z"));
  onTestFinished(() => app.close());
  const { body } = await new FormBrowser(app).get(routes.account());
  const [footer = ""] = /<footer id="colophon".*<\/footer>/s.exec(body) ?? [];
  expect(footer).toMatch(/<h2[^>]*>Help<\/h2><ul><li><a href="\/delivery\/">Delivery<\/a>/);
  expect(footer).toMatch(/<nav aria-label="More pages"><ul><li><a href="\/about-us\/">About us<\/a>/);
});
