import { beforeAll, expect, test } from "vitest";
import { codeOf, noon } from "#shop/cart/cart.fixtures.ts";
import { addArticle } from "#shop/content/articles.fixtures.ts";
import { countRelatedClicks, deleteOldRelatedClicks } from "#shop/content/related/related-clicks.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { relatedClicksCommand } from "./related-clicks.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

async function printed(options: GivenOptions = {}): Promise<string[]> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await relatedClicksCommand.run({ db: database.db, clock: { now: () => noon }, print }, [], options);
  return lines;
}

test("followed related links are listed with the most followed first, and forgotten after 400 days", async () => {
  const { db } = database;
  expect(await printed()).toEqual(["Nobody has followed a related post in this time."]);
  const iron = await addArticle(db, { slug: "iron", title: "Iron in food" });
  const zinc = await addArticle(db, { slug: "zinc", title: "Zinc" });
  const click = (originId: number, slug: string, clicks: number) => ({
    originId,
    kind: "article" as const,
    slug,
    clicks,
  });
  await countRelatedClicks(db, [click(iron, "zinc", 2)], "2026-11-20");
  await countRelatedClicks(db, [click(iron, "zinc", 2), click(zinc, "iron", 3), click(zinc, "none", 9)], "2026-11-21");
  await countRelatedClicks(db, [click(zinc, "iron", 99)], "2025-01-01");
  const links = ["4  Zinc  from: Iron in food", "3  Iron in food  from: Zinc"];
  expect(await printed()).toEqual(links);
  expect(await printed({ limit: "1" })).toEqual(links.slice(0, 1));
  expect(await deleteOldRelatedClicks(db, noon, 10)).toBe(1);
  expect(await printed({ days: "9999" })).toEqual(links);
  await database.pool.query("delete from articles where slug = 'zinc'");
  expect(await printed({ days: "1" })).toEqual([
    "4  (deleted)  from: Iron in food",
    "3  Iron in food  from: (deleted)",
  ]);
  expect(await codeOf(printed({ days: "0" }))).toBe('"0" is not a number of days.');
});
