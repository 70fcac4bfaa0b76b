import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { inTransaction } from "#db/transaction.ts";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { indexProducts } from "#shop/catalogue/index-products.ts";
import { addArticle } from "#shop/content/articles.fixtures.ts";
import { setArticleStatus } from "#shop/content/editing/change-article.ts";
import { relateArticles } from "#shop/content/related/relate-articles.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { giveForm } from "../../wp-json/contact-form-7/contact-forms.fixtures.ts";
import { FormBrowser, openWholeShop, origin } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let now = new Date("2026-11-21T12:00:00Z");
let iron: number;
let tea: number;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => now));
  const { db } = database;
  tea = await addProduct(db, { slug: "tea", name: "Mint Tea" });
  const others = [
    await addProduct(db, { slug: "cup", name: "Cup" }),
    await addProduct(db, { slug: "pot", name: "Pot" }),
  ];
  await database.pool.query("insert into categories (slug, name) values ('drinks', 'Drinks')");
  await database.pool.query(
    "insert into product_categories (product_id, category_id) select unnest($1::bigint[]), id from categories",
    [[tea, ...others]],
  );
  await indexProducts(db, [tea, ...others]);
  const body = `<p>Spinach, lentils <b>haemoglobin</b> &amp; absorption. ${"Word ".repeat(60)}</p>`;
  iron = await addArticle(db, { slug: "iron", title: "Iron in food", body, category: "Minerals" });
  for (const slug of ["zinc", "copper", "calcium", "lead"])
    await addArticle(db, { slug, title: `${slug} & "absorption"`, body, category: "Minerals" });
  await addArticle(db, { slug: "mornings", body: "<p>Start with a mint tea.</p>", excerpt: "Short <text>" });
  await addArticle(db, { slug: "about", type: "page", body });
  await relateArticles(db);
});
afterAll(() => app.close());

interface Answer {
  items: { id: number; url: string; title: string; url_meta: object }[];
}
const ask = async (page: string, query = "relatedposts=1") => {
  const answer = await new FormBrowser(app).get(`${page}?${query}`);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/json; charset=UTF-8"]);
  return answer.json<Answer>();
};
const titles = ({ items }: Answer) => items.map(({ title }) => title);

test("the answer has the protocol's keys", async () => {
  const { items, ...rest } = await ask(routes.article("iron"));
  expect(rest).toEqual({
    version: "1",
    show_thumbnails: true,
    show_date: true,
    show_context: false,
    layout: "grid",
    headline: expect.stringContaining("Read next"),
  });
  expect(items).toHaveLength(3);
  const [first] = items;
  expect(first).toEqual({
    id: expect.any(Number),
    url: expect.stringMatching(`^${origin}/(zinc|copper|calcium|lead)/$`),
    url_meta: { origin: iron, position: 0 },
    title: expect.stringMatching(/^\w+ &amp; &quot;absorption&quot;$/),
    author: "Sana",
    date: "21 November 2026",
    format: false,
    excerpt: expect.stringMatching(/^Spinach, lentils haemoglobin &amp; absorption\. Word .*Word…$/),
    rel: "",
    context: "In “Minerals”",
    block_context: { text: "In “Minerals”", link: `${origin}/category/minerals/` },
    img: { alt_text: "", src: "", width: 0, height: 0 },
    classes: [],
  });
});

test("other days and other pages show others, and one day the same to everybody", async () => {
  const [today, again] = [await ask(routes.article("iron")), await ask(routes.article("iron"), "a=1&relatedposts=1")];
  expect(titles(again)).toEqual(titles(today));
  const seen = new Set(titles(today).join());
  const all = new Set(titles(today));
  for (let day = 0; day < 4; day++) {
    now = new Date(now.getTime() + 86_400_000);
    const shown = titles(await ask(routes.article("iron")));
    seen.add(shown.join());
    for (const title of shown) all.add(title);
  }
  expect(all.size).toBe(4);
  expect(seen.size).toBeGreaterThan(2);
});

test("excluded posts are left out, and with fewer than three nothing is shown", async () => {
  const { items } = await ask(routes.article("iron"));
  const [one, ...others] = items.map(({ id }) => id);
  const rest = await ask(routes.article("iron"), `relatedposts=1&relatedposts_exclude=${one},x,-1`);
  expect(rest.items.map(({ id }) => id)).not.toContain(one);
  expect(rest.items).toHaveLength(3);
  const { rows } = await database.pool.query("select string_agg(id::text, ',') as ids from articles");
  expect((await ask(routes.article("iron"), `relatedposts=1&relatedposts_exclude=${rows[0].ids}`)).items).toEqual([]);
  expect(others).toHaveLength(2);
});

test("the customizer's preview gets the same answer", async () => {
  const preview = await ask(routes.article("iron"), "relatedposts=1&jetpackrpcustomize=1");
  expect(preview.items).toHaveLength(3);
  expect(preview).toEqual(await ask(routes.article("iron")));
});

test("S2.11: a page that asks for related posts has them and its contact form; other pages have none", async () => {
  await giveForm(database.db, "ask", "[text your-name][submit]");
  const text = `<p>Spinach, lentils and absorption.</p>`;
  const wanted = `${text}<p>[jetpack-related-posts]</p><p>[contact-form-7 id="ask"]</p>`;
  const id = await addArticle(database.db, { slug: "help", type: "page", body: wanted });
  await relateArticles(database.db);
  const { body } = await new FormBrowser(app).get(routes.article("help"));
  expect([body.includes("wpcf7-form"), body.includes("[jetpack")]).toEqual([true, false]);
  const shown = [...body.matchAll(/data-post-id="(\d+)".*?jp-relatedposts-post-a" href="[^"]+" data-origin="(\d+)"/gs)];
  const { items } = await ask(routes.article("help"));
  expect(items).toHaveLength(3);
  expect(shown.map(([, ...ids]) => ids.map(Number))).toEqual(items.map((item) => [item.id, id]));
  expect((await new FormBrowser(app).get(routes.article("about"))).body).not.toContain("jp-relatedposts");
});

test("a product's related posts are the articles that name it, then related products", async () => {
  const { items } = await ask(routes.product("tea"));
  expect(titles({ items })).toEqual(["mornings", expect.stringMatching(/Cup|Pot/), expect.stringMatching(/Cup|Pot/)]);
  expect(items[1]).toMatchObject({ url_meta: { origin: tea, position: 1 }, url: expect.stringContaining("/product/") });
});

test("an article can have products among its related posts", async () => {
  await setSetting(database.db, "related_posts_products", 1);
  await database.pool.query("delete from related_content where article_id = $1 and position > 2", [iron]);
  await database.pool.query(
    "insert into related_content (article_id, position, related_product_id) values ($1, 9, $2)",
    [iron, tea],
  );
  await setSetting(database.db, "related_posts_context", "yes");
  const answer = await ask(routes.article("iron"));
  expect(titles(answer).at(-1)).toBe("Mint Tea");
  expect(answer).toMatchObject({ show_context: true, items: [{}, {}, { context: "In “Drinks”", date: "" }] });
  await setSetting(database.db, "related_posts_products", 0);
});

test.each([routes.home(), "/none/", "/product/none/"])(
  "the related posts of %s are JSON without items, and not cached",
  async (page) => {
    for (let time = 0; time < 2; time++) {
      const answer = await new FormBrowser(app).get(`${page}?relatedposts=1`);
      expect([answer.statusCode, answer.json<Answer>().items]).toEqual([200, []]);
      expect(answer.headers["x-cache"]).toBe("miss");
    }
  },
);

test("answers come from the page cache until an article changes, and made-up addresses do not fill it", async () => {
  const outcome = async (query: string) =>
    (await new FormBrowser(app).get(`${routes.article("iron")}?${query}`)).headers["x-cache"];
  const [{ id } = { id: 0 }] = (await ask(routes.article("iron"))).items;
  expect(await outcome("relatedposts=1")).toBe("hit");
  expect([
    await outcome(`relatedposts=1&relatedposts_exclude=${id}`),
    await outcome(`relatedposts=1&relatedposts_exclude=${id}`),
  ]).toEqual(["miss", "hit"]);
  for (const query of [
    "relatedposts=2",
    "relatedposts=1&relatedposts_exclude=77",
    `relatedposts=1&relatedposts_exclude=${id},1`,
  ])
    expect([query, await outcome(query), await outcome(query)]).toEqual([query, "miss", "miss"]);
  await addArticle(database.db, { slug: "mornings", title: "Other mornings" });
  expect(await outcome("relatedposts=1")).toBe("miss");
});

test("the page of an article contains its related posts, with the names that scripts know, and the products that it names", async () => {
  const { items } = await ask(routes.article("iron"));
  const { body } = await new FormBrowser(app).get(routes.article("iron"));
  expect(body).toMatch(/id="jp-relatedposts" class="jp-relatedposts" aria-labelledby/);
  for (const [position, { id }] of items.entries())
    expect(body).toMatch(
      new RegExp(
        `jp-relatedposts-post${position} [^>]*data-post-id="${id}".*?class="jp-relatedposts-post-a" href="/[^"]+" data-origin="${iron}" data-position="${position}"`,
        "s",
      ),
    );
  await addArticle(database.db, { slug: "mornings", body: "<p>Start with a mint tea.</p>" });
  await relateArticles(database.db);
  const mornings = (await new FormBrowser(app).get(routes.article("mornings"))).body;
  expect(mornings.slice(mornings.indexOf("In this article"))).toContain(`post-${tea} `);
  const product = (await new FormBrowser(app).get(routes.product("tea"))).body;
  expect(product.slice(product.indexOf("From our journal"))).toContain(`href="${routes.article("mornings")}"`);
  await addArticle(database.db, { slug: "mornings", body: "<p>Start with a coffee.</p>" });
  await relateArticles(database.db);
  expect((await new FormBrowser(app).get(routes.product("tea"))).body).not.toContain("From our journal");
});

test("S2.92, S2.93, S4.54, S4.56: the page shows related posts as the settings say, and a hidden, empty block without any", async () => {
  const { db } = database;
  const block = async () => {
    const { body } = await new FormBrowser(app).get(routes.article("iron"));
    return /<section id="jp-relatedposts".*?<\/section>/s.exec(body)?.[0] ?? "";
  };
  const names = ["items-visual", "items-minimal", "jp-relatedposts-grid", "jp-relatedposts-list"];
  const parts = ["post-date", "post-context", "post-excerpt"];
  const shown = (html: string) => [...names, ...parts].filter((name) => html.includes(name));
  await setSetting(db, "related_posts_context", "no");
  expect(shown(await block())).toEqual(["items-visual", "jp-relatedposts-grid", "post-date", "post-excerpt"]);
  const others = {
    related_posts_thumbnails: "no",
    related_posts_date: "no",
    related_posts_context: "yes",
    related_posts_layout: "list",
  };
  for (const [name, value] of Object.entries(others)) await setSetting(db, name, value);
  expect(shown(await block())).toEqual(["items-minimal", "jp-relatedposts-list", "post-context", "post-excerpt"]);
  await setSetting(db, "related_posts_size", 6);
  await addArticle(db, { slug: "mornings", type: "page" });
  await relateArticles(db);
  expect(await block()).toMatch(
    /^<section id="jp-relatedposts" class="jp-relatedposts" hidden="".*<\/h2><\/section>$/s,
  );
  await setSetting(db, "related_posts", "no");
  expect(await block()).toBe("");
  for (const name of [...Object.keys(others), "related_posts_size", "related_posts"]) await resetSetting(db, name);
  await addArticle(db, { slug: "mornings", body: "<p>Start with a coffee.</p>" });
});

test("a product's cached page gets an article that names it when that is published, and loses it when it is withdrawn", async () => {
  const { db } = database;
  await addArticle(db, { slug: "evenings", body: "<p>End with a mint tea.</p>", status: "draft" });
  await relateArticles(db);
  const shows = async () => (await new FormBrowser(app).get(routes.product("tea"))).body.includes("/evenings/");
  expect(await shows()).toBe(false);
  await setArticleStatus(db, "evenings", { status: "publish" }, now);
  expect(await shows()).toBe(true);
  await setArticleStatus(db, "evenings", { status: "private" }, now);
  expect(await shows()).toBe(false);
});

test("a related article without a picture has a placeholder beside others that have one", async () => {
  const related = async () => {
    const { body } = await new FormBrowser(app).get(routes.article("iron"));
    return body.slice(body.indexOf('id="jp-relatedposts"'), body.indexOf('id="comments"'));
  };
  expect(await related()).not.toContain("post-blank");
  await database.pool.query(`insert into media (content_hash, file, media_type, width, height, byte_size, alt)
    values (repeat('a', 64), 'aa/metal.jpg', 'image/jpeg', 90, 60, 1000, '')`);
  await database.pool.query("update articles set media_id = (select id from media) where slug in ('zinc', 'copper')");
  await inTransaction(database.db, (db) => announceChange(db, ["articles", `article:${iron}`]));
  const shown = (await related()).match(/<picture>|post-blank/g) ?? [];
  expect([shown.length, new Set(shown).size]).toEqual([3, 2]);
});

test("each followed related link is counted, also when its page is cached, and nothing about the visitor is kept", async () => {
  const path = routes.article("zinc");
  const marks = (from: number) => `?relatedposts_hit=1&relatedposts_origin=${from}&relatedposts_position=0`;
  const browser = new FormBrowser(app);
  for (let time = 0; time < 3; time++) {
    const { headers, body } = await browser.get(`${path}${marks(iron)}&relatedposts_hit=1`);
    expect([headers["content-type"], body]).toEqual([
      expect.stringContaining("text/html"),
      expect.stringContaining("<h1"),
    ]);
  }
  await browser.get(`${routes.product("tea")}${marks(iron)}`);
  for (const unknown of [marks(99), "?relatedposts_hit=1", `?relatedposts_hit=1&relatedposts_origin=1e3`])
    await browser.get(path + unknown);
  await browser.get(`/none/${marks(iron)}`);
  await app.close();
  const { rows } = await database.pool.query(
    "select origin_id as origin, target_id as target, clicks from related_clicks order by clicks desc",
  );
  const { rows: zinc } = await database.pool.query("select id from articles where slug = 'zinc'");
  expect(rows.map((row) => [row.origin, row.target, row.clicks].map(Number))).toEqual([
    [iron, Number(zinc[0].id), 3],
    [iron, tea, 1],
  ]);
});
