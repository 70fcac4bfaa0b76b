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
  await write("mint", "<p>[recent_products]</p>", "draft");
  await expect(run("check")).rejects.toThrow("Some shortcodes are not shown as written: 1 place");
  expect(lines.splice(0)).toEqual(["tea, line 2: [slider id=1] is unknown and not shown"]);
  await run("check", "mint");
  expect(lines.splice(0)).toEqual(["All shortcodes are shown as written."]);
  await expect(run("chekc")).rejects.toThrow('There is no "articles chekc"');
});

test("check names products, categories, tags, files and forms that a shortcode names and the shop does not have", async () => {
  await db.execute(sql`delete from articles`);
  await db.execute(sql`insert into products (id, type, slug, name, sku, status) values (71, 'simple', 'tea', 'Tea', 'T-1', 'publish'),
    (72, 'simple', 'draft', 'Draft', null, 'draft')`);
  await db.execute(sql`insert into categories (slug, name) values ('drinks', 'Drinks')`);
  await db.execute(sql`insert into categories (slug, name, parent_id) select 'hot', 'Hot', id from categories`);
  const body = `<p>[products ids="71,72,999999"]</p>
<p>[product slug=tea] [products skus="T-1,T-2" category="drinks/hot,hot,cold" tag=new]</p>
<p>[gallery ids=5]</p><p>[video src="https://youtu.be/dQw4w9WgXcQ" poster="a.jpg"]</p>
<p>[contact-form-7 id="55"] [contact-form-7 id="ask"] [lead_form id="ab12cd3"]</p>`;
  await db.execute(sql`insert into contact_forms (hash, slug, title, locale, template, mail, mail_2, messages,
    additional_settings, updated_at) values ('ab12cd3', 'ask', 'Ask', 'en_GB', '', '{}', '{}', '{}', '', now())`);
  await db.execute(sql`insert into articles (type, slug, title, body) values ('post', 'tea', 'A', ${body})`);
  await expect(run("check")).rejects.toThrow("8 places");
  const named = lines.splice(0).map((line) => line.replace(/, which .*/, ""));
  expect(named).toEqual([
    'tea, line 1: the shop has no product "72"',
    'tea, line 1: the shop has no product "999999"',
    'tea, line 2: the shop has no SKU "T-2"',
    'tea, line 2: the shop has no category "cold"',
    'tea, line 2: the shop has no tag "new"',
    'tea, line 3: the shop has no file "5"',
    'tea, line 3: the shop has no file "a.jpg"',
    'tea, line 4: the shop has no form "55"',
  ]);
});
