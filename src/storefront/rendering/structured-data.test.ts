import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct, addSizes } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, pool } = database;
  ({ app } = await openWholeShop(database, () => new Date(Date.UTC(2026, 10, 21, 12))));
  await setSetting(db, "shop_name", "Herbs </script>");
  await setSetting(db, "price_decimals", 2);
  const facts = [{ label: "Brand", value: "Deodar" }];
  const long = "A cup of tea. ".repeat(40);
  const rated = { ratingSum: 9, ratingCount: 2 };
  const tea = { slug: "tea", name: "Tea", sku: "T-1", shortDescription: `<p>${long}</p>`, facts };
  const id = await addProduct(db, { ...tea, ...rated, regularPrice: 120_050, salePrice: 99_900 });
  await addProduct(db, { slug: "none", name: "None", regularPrice: 100, stockStatus: "outofstock" });
  const { large } = await addSizes(db, { slug: "sizes", name: "Sizes" });
  await pool.query("update products set regular_price = 2500 where id = $1", [large]);
  await pool.query(`
    insert into categories (slug, name) values ('drinks', 'Drinks');
    insert into product_categories (product_id, category_id) select ${id}, id from categories;
    insert into media (content_hash, file, media_type, width, height, byte_size, alt)
      values ('${"a".repeat(64)}', 'cup.jpg', 'image/jpeg', 600, 600, 9, 'A cup'), ('${"b".repeat(64)}', 'bread.jpg', 'image/jpeg', 600, 400, 9, '');
    insert into product_media (product_id, media_id, position)
      select products.id, media.id, 0 from products, media where slug = 'sizes' and file = 'cup.jpg';
    insert into product_categories (product_id, category_id)
      select products.id, categories.id from products, categories where products.slug = 'sizes';
    insert into categories (slug, name, description, media_id)
      select 'food', 'Food', '<p>What we bake.</p>', id from media where file = 'bread.jpg';
    insert into categories (slug, name) values ('nothing', 'Nothing');
    insert into articles (type, slug, title, published_at, updated_at)
      values ('post', 'sleep', 'Sleep', '2026-01-01', '2026-01-02'),
        ('page', 'about', 'About us', '2026-01-01', '2026-01-01')`);
});
afterAll(() => app.close());

const read = async (path: string) => (await app.inject({ url: path, headers: { host: new URL(origin).host } })).body;

/** Returns a page's structured data of a type. */
async function dataOf(path: string, type: string): Promise<Record<string, unknown>> {
  const scripts = (await read(path)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  const all = [...scripts].map(([, json = ""]) => JSON.parse(json) as Record<string, unknown>);
  return all.find((one) => one["@type"] === type) ?? {};
}

/** Returns the content of a page's meta elements by name, including Open Graph. */
async function metaOf(path: string): Promise<Record<string, string>> {
  const tags = (await read(path)).matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g);
  return Object.fromEntries([...tags].map(([, name = "", content = ""]) => [name, content]));
}

test("the brand field takes precedence over the facts, and is shown on the page", async () => {
  const facts = [{ label: "Brand", value: "Deodar" }];
  await addProduct(database.db, { slug: "branded", name: "Branded", brand: "Acme & Co", facts });
  expect(await dataOf(routes.product("branded"), "Product")).toMatchObject({ brand: { name: "Acme & Co" } });
  expect(await read(routes.product("branded"))).toContain('Brand <span class="brand">Acme &amp; Co</span>');
});

test("a product's data includes its current price, availability and rating", async () => {
  expect(await dataOf(routes.product("tea"), "Product")).toMatchObject({
    name: "Tea",
    sku: "T-1",
    url: `${origin}/product/tea/`,
    brand: { name: "Deodar" },
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    offers: {
      "@type": "Offer",
      price: "999.00",
      priceCurrency: "PKR",
      availability: "https://schema.org/InStock",
      url: `${origin}/product/tea/`,
    },
  });
  expect(await dataOf(routes.product("none"), "Product")).toMatchObject({
    offers: { availability: "https://schema.org/OutOfStock" },
  });
});

test("a variable product's data includes its price range and number of variations", async () => {
  expect(await dataOf(routes.product("sizes"), "Product")).toMatchObject({
    offers: {
      "@type": "AggregateOffer",
      lowPrice: "10.00",
      highPrice: "25.00",
      offerCount: 2,
      priceCurrency: "PKR",
      availability: "https://schema.org/InStock",
    },
  });
});

test("empty values, such as a missing rating, are left out", async () => {
  const data = await dataOf(routes.product("none"), "Product");
  for (const name of ["aggregateRating", "sku", "description", "brand", "image"]) expect(data).not.toHaveProperty(name);
});

test("products, articles, the journal and static pages have a breadcrumb", async () => {
  const stepsOf = async (path: string) => (await dataOf(path, "BreadcrumbList")).itemListElement;
  expect(await stepsOf(routes.product("tea"))).toMatchObject([
    { position: 1, name: "Shop", item: `${origin}/shop/` },
    { position: 2, name: "Drinks", item: `${origin}/product-category/drinks/` },
    { position: 3, name: "Tea" },
  ]);
  expect(await stepsOf(routes.article("sleep"))).toMatchObject([{}, { item: `${origin}/blog/` }, { name: "Sleep" }]);
  expect(await stepsOf(routes.blog())).toMatchObject([{ item: `${origin}/` }, { name: "Journal" }]);
  expect(await stepsOf(routes.article("about"))).toMatchObject([{ item: `${origin}/` }, { name: "About us" }]);
});

test("the home page has the organisation and the site search, with the shop's name escaped", async () => {
  expect(await dataOf(routes.home(), "Organization")).toMatchObject({ name: "Herbs </script>", url: `${origin}/` });
  expect(await dataOf(routes.home(), "WebSite")).toMatchObject({
    url: `${origin}/`,
    potentialAction: {
      "@type": "SearchAction",
      target: { urlTemplate: `${origin}/?s={search_term_string}&post_type=product` },
      "query-input": "required name=search_term_string",
    },
  });
});

test("link previews of products and articles have their own properties", async () => {
  expect(await metaOf(routes.product("tea"))).toMatchObject({
    "og:type": "product",
    "og:url": `${origin}/product/tea/`,
    "product:price:amount": "999.00",
    "product:price:currency": "PKR",
    "product:availability": "in stock",
    "twitter:card": "summary_large_image",
  });
  expect(await metaOf(routes.article("sleep"))).toMatchObject({
    "og:type": "article",
    "article:published_time": "2026-01-01T00:00:00.000Z",
    "article:modified_time": "2026-01-02T00:00:00.000Z",
  });
});

test("link previews of listings show the listing's picture or its first product's", async () => {
  const words = (title: string) =>
    `${title} at Herbs &lt;/script&gt;: compare prices and ratings, and see what is in stock.`;
  const cup = { "og:image": `${origin}/media/cup.jpg`, "og:image:width": "600", "og:image:alt": "A cup" };
  expect(await metaOf(routes.shop())).toMatchObject({ ...cup, "og:description": words("All products") });
  expect(await metaOf(routes.search("none"))).toMatchObject({ description: words("Results for “none”") });
  expect(await metaOf(routes.category("drinks"))).toMatchObject({ ...cup, description: words("Drinks") });
  expect(await metaOf(routes.category("food"))).toMatchObject({
    "og:image": `${origin}/media/bread.jpg`,
    description: "What we bake.",
  });
  expect(await metaOf(routes.category("nothing"))).not.toHaveProperty("og:image");
});

test("a description has at most 300 characters", async () => {
  expect((await metaOf(routes.product("tea"))).description).toHaveLength(300);
});

test.each([
  [`${routes.product("tea")}?quantity=2&utm_source=a`, routes.product("tea")],
  [`${routes.shop()}?orderby=price`, routes.shop()],
  [routes.category("drinks"), routes.category("drinks")],
  [routes.article("sleep"), routes.article("sleep")],
  [routes.home(), routes.home()],
])("the canonical address of %s is %s", async (path, canonical) => {
  expect(await read(path)).toContain(`<link rel="canonical" href="${origin}${canonical}"/>`);
});
