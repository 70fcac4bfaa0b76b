import { sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { addProduct } from "../../cart/cart.fixtures.ts";
import { indexProducts } from "../../catalogue/index-products.ts";
import { addArticle } from "../articles.fixtures.ts";
import type { ImportedArticle } from "../editing/write-article.ts";
import { Likeness } from "./likeness.rules.ts";
import { relateArticles } from "./relate-articles.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

const idOf = async (slug: string) =>
  Number((await database.pool.query("select id from articles where slug = $1", [slug])).rows[0].id);

const write = (slug: string, title: string, body: string, category = "", given: Partial<ImportedArticle> = {}) =>
  addArticle(database.db, { slug, title, body, category, ...given });

async function addNamed(name: string, slug: string) {
  const id = await addProduct(database.db, { name, slug });
  await indexProducts(database.db, [id]);
  return id;
}

const named = async (slug: string) =>
  (
    await database.pool.query(
      "select p.slug from article_products l join products p on p.id = l.product_id where article_id = $1 order by l.position",
      [await idOf(slug)],
    )
  ).rows.map((row) => row.slug);
const related = async (slug: string) =>
  (
    await database.pool.query(
      `select coalesce(a.slug, p.slug) as slug from related_content r left join articles a on a.id = r.related_article_id
        left join products p on p.id = r.related_product_id where r.article_id = $1 order by r.position`,
      [await idOf(slug)],
    )
  ).rows.map((row) => row.slug);

test("a post is linked to the products that its text names or links to, named ones first, and to no others", async () => {
  await addNamed("Green Tea", "green-tea");
  await addNamed("Height Growth Complex", "complex");
  await addNamed("چائے کا مصالحہ", "چائے");
  await addNamed("Oat", "oat");
  await addNamed("Tea Spoon", "spoon");
  await write(
    "named",
    "Mornings",
    `<p>Oat, a <b>height-growth</b> complex, tea; spoons. <a href="https://shop.example/product/green-tea/?a=1">This</a> or
      <a href="/product/%DA%86%D8%A7%D8%A6%DB%92/">that</a> <a href="/product/%ZZ/">x</a> Green teas.</p>`,
  );
  await relateArticles(database.db);
  expect(await named("named")).toEqual(["complex", "green-tea", "چائے"]);
});

test("many posts changed at once are linked to the products that they name", async () => {
  await addNamed("Saffron Milk Powder", "saffron");
  await addNamed("Rose water", "rose");
  const slugs = Array.from({ length: 25 }, (_, index) => `many-${index}`);
  for (const slug of slugs)
    await write(slug, "Evenings", `<p>Milk, then rose water and saffron milk powder in ${slug}.</p>`);
  await relateArticles(database.db);
  for (const slug of slugs) expect(await named(slug)).toEqual(["rose", "saffron"]);
});

test("a long text is linked to the products named at its beginning, middle and end", async () => {
  for (const name of ["Copper Cup", "Silver Spoon", "Tin Tray"]) await addNamed(name, name.replace(" ", "-"));
  const filler = (from: number) => Array.from({ length: 800 }, (_, index) => `w${from + index}`).join(" ");
  await write("long", "Long", `<p>Tin tray ${filler(0)} copper cup ${filler(800)} silver spoon. Tin tray.</p>`);
  await relateArticles(database.db);
  expect(await named("long")).toEqual(["Tin-Tray", "Copper-Cup", "Silver-Spoon"]);
});

test("a text of one repeated word is searched, and a link with a null character leads nowhere", async () => {
  await addNamed("Echo Echo", "echo");
  await write("repeated", "Repeated", `<p>${"echo ".repeat(5_000)}<a href="/product/%00/">x</a></p>`);
  await relateArticles(database.db);
  expect(await named("repeated")).toEqual(["echo"]);
});

test("a renamed product is linked to the posts that have its new name, and both are announced", async () => {
  const id = await addNamed("Old Name", "renamed");
  await write("renaming", "Names", "<p>The Fresh Mint Syrup is here.</p>");
  await relateArticles(database.db);
  expect(await named("renaming")).toEqual([]);
  await database.db.execute(sql`update products set name = 'Fresh mint syrup' where id = ${id}`);
  await indexProducts(database.db, [id]);
  const tags: string[] = [];
  const stop = onLocalChange((changed) => tags.push(...changed));
  await relateArticles(database.db);
  await relateArticles(database.db);
  stop();
  expect(await named("renaming")).toEqual(["renamed"]);
  expect(tags.filter((tag) => tag === `product:${id}`)).toHaveLength(1);
  expect(tags).toContain(`article:${await idOf("renaming")}`);
});

test("a post that was written before the products it names is linked to them when an import brings them all at once", async () => {
  await write("before", "Before", "<p>Take the Walnut Oil Number 120 daily.</p>");
  await relateArticles(database.db);
  const ids = [];
  for (let number = 1; number <= 120; number++)
    ids.push(await addProduct(database.db, { name: `Walnut oil number ${number}`, slug: `walnut-${number}` }));
  await indexProducts(database.db, ids);
  expect((await database.pool.query("select article_id, product_id from changed_texts")).rows).toEqual([
    { article_id: null, product_id: null },
  ]);
  await relateArticles(database.db);
  expect(await named("before")).toContain("walnut-120");
});

test("posts about the same things are related, those of the same category first, and drafts and pages are not", async () => {
  await database.pool.query("delete from articles");
  await database.pool.query("delete from products");
  const about = (words: string) => `<p>${words} ${"and then some more of this ".repeat(3)}</p>`;
  await write("iron", "Iron in food", about("spinach lentils haemoglobin anaemia absorption"), "minerals");
  await write("anaemia", "Signs of anaemia", about("haemoglobin tired pale iron"), "illness");
  await write("zinc", "Zinc for children", about("absorption growth lentils"), "minerals");
  await write("parcel", "Open the parcel", about("courier delivery payment door"), "service");
  await write("draft", "Iron again", about("spinach haemoglobin iron"), "minerals", { status: "draft" });
  await write("page", "Iron policy", about("spinach haemoglobin iron"), "", { type: "page" });
  await addNamed("Iron tablets with haemoglobin", "tablets");
  await relateArticles(database.db);
  expect(await related("iron")).toEqual(["zinc", "anaemia", "tablets"]);
  expect((await related("page")).slice(0, 2).toSorted((a, b) => a.localeCompare(b))).toEqual(["anaemia", "iron"]);
  expect(await related("draft")).toEqual([]);
});

test("a run without changed texts writes nothing", async () => {
  const before = await database.pool.query("select xmin, * from related_content order by article_id, position");
  await relateArticles(database.db);
  await write("iron", "Iron in food", "<p>spinach lentils haemoglobin anaemia absorption</p>", "minerals");
  await relateArticles(database.db);
  expect((await database.pool.query("select from changed_texts")).rowCount).toBe(0);
  const after = await database.pool.query("select xmin, * from related_content order by article_id, position");
  expect(after.rows.filter(({ article_id }) => article_id === before.rows[0].article_id)).toEqual(
    before.rows.filter(({ article_id }) => article_id === before.rows[0].article_id),
  );
});

test("texts are compared again for a renamed bestseller, but not for one of the other products", async () => {
  const { db, pool } = database;
  await write("mint", "Mint", "<p>Peppermint leaves.</p>");
  const best = await addNamed("Peppermint leaves", "peppermint");
  const other = await addNamed("Peppermint oil", "oil");
  await pool.query("update product_search set total_sales = 5 where product_id = $1", [best]);
  await relateArticles(db);
  const filler = await pool.query<{ id: number }>(`insert into products (type, slug, name, status, total_sales)
    select 'simple', 'filler-' || n, 'Filler ' || n, 'publish', 2 from generate_series(1, 2000) n returning id::float8`);
  await indexProducts(
    db,
    filler.rows.map(({ id }) => id),
  );
  await relateArticles(db);
  const rename = async (id: number, name: string) => {
    await pool.query("truncate related_content");
    await pool.query("update products set name = $2 where id = $1", [id, name]);
    await indexProducts(db, [id]);
    await pool.query("update product_search set total_sales = 5 where product_id = $1", [best]);
    await relateArticles(db);
    return related("mint");
  };
  expect(await rename(other, "Peppermint drops")).toEqual([]);
  expect(await rename(best, "Fresh peppermint leaves")).toContain("peppermint");
});

test("posts and products that are deleted while texts are compared are left out", async () => {
  await write("kept", "Kept", "<p>Some more about lentils</p>");
  const gone = 9_000_000;
  const [kept, iron] = [await idOf("kept"), await idOf("iron")];
  vi.spyOn(Likeness.prototype, "relate").mockImplementation(function* () {
    yield [gone, { articleIds: [iron], productIds: [] }];
    yield [kept, { articleIds: [gone, iron], productIds: [gone] }];
  });
  await relateArticles(database.db);
  expect(await related("kept")).toEqual(["iron"]);
});

test("the words of shortcodes are not searched, those in other brackets are", async () => {
  await write(
    "blocks",
    "Blocks",
    '<p>Ordinary [sic] [video src="/media/a.webm" title="zyzzyva"] [caption]inner[/caption]</p>',
  );
  const { rows } = await database.pool.query("select long_words from article_search where article_id = $1", [
    await idOf("blocks"),
  ]);
  expect(rows[0].long_words.split(" ")).toEqual(expect.arrayContaining(["sic", "inner"]));
  expect(rows[0].long_words).not.toMatch(/zyzzyva|webm|media/);
});
