import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { articlesCommand } from "./articles.ts";

let db: Database;
const lines: string[] = [];
beforeAll(async () => {
  ({ db } = await createTestDatabase());
});
const run = (...args: string[]) =>
  articlesCommand.run({ db, clock: { now: () => new Date() }, print: (line) => void lines.push(line) }, args, {});

test("check names article, line and shortcode, and fails if there are any", async () => {
  const write = (slug: string, body: string, status = "publish") =>
    db.execute(
      sql`insert into articles (type, slug, title, body, status) values ('post', ${slug}, 'A', ${body}, ${status})`,
    );
  await write("tea", "<p>A</p>\n<p>[slider id=1]</p>");
  await write("mint", "<p>[product id=1]</p>", "draft");
  await expect(run("check")).rejects.toThrow("Some shortcodes are not shown as written: 1 place");
  expect(lines.splice(0)).toEqual(["tea, line 2: [slider id=1] is unknown and not shown"]);
  await run("check", "mint");
  expect(lines).toEqual(["All shortcodes are shown as written."]);
  await expect(run("chekc")).rejects.toThrow('There is no "articles chekc"');
});
