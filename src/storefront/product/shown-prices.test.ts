import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { routes } from "#routes";
import { addProduct, addSizes, noon } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { addTaxRate, listTaxRates, removeTaxRate } from "#shop/taxes/tax-rates.ts";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

let database: TestDatabase;
let db: Database;
let app: FastifyInstance;
let now = noon;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  ({ app } = await openWholeShop(database, () => now));
});
beforeEach(() => {
  now = noon;
});
afterAll(() => app.close());

const get = (path: string) => new FormBrowser(app).get(path);
const gst = {
  label: "GST",
  taxClass: "",
  perMillion: 170_000,
  coversCharges: true,
  country: "PK",
  state: "",
  city: "",
};
const withoutTags = (html: string) => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");

test("cached pages show new prices after a tax rate or the price display has changed", async () => {
  await addProduct(db, { slug: "tea", name: "Tea", regularPrice: 1170, offerPieces: 2, offerPrice: 2106 });
  await addProduct(db, { slug: "free", name: "Free of tax", regularPrice: 1100, taxStatus: "none" });
  const { id } = await addSizes(
    db,
    { slug: "sizes", taxClass: "zero-rate" },
    { regularPrice: 1200, taxClass: "parent" },
  );
  await db.execute(sql`update products set tax_class = 'standard', regular_price = 1170, sale_price = 585
    where parent_id = ${id} and position = 1`);
  await announceChange(db, ["products"]);
  /** Waits until a page is served from the cache; this process's own change notification may still purge it first. */
  const cached = (path: string) =>
    vi.waitUntil(async () => {
      const { headers, body } = await get(path);
      return headers["x-cache"] === "hit" && body;
    });
  const displayedPrices = async () => {
    const [tea, sizes, shop] = [
      await cached(routes.product("tea")),
      await cached(routes.product("sizes")),
      await cached(`${routes.shop()}?orderby=price`),
    ];
    const variations = JSON.parse(
      /data-product_variations="(\[.*?\])"/.exec(sizes)?.[1]?.replaceAll("&quot;", '"') ?? "[]",
    ) as { display_price: number; display_regular_price: number }[];
    return {
      offer: /<p class="offer"><b>(.*?)<\/b>/.exec(tea)?.[1]?.replace(/\s/g, " "),
      data: /"price":"(\d+)"/.exec(tea)?.[1],
      range: [/"lowPrice":"(\d+)"/.exec(sizes)?.[1], /"highPrice":"(\d+)"/.exec(sizes)?.[1]],
      variations: variations.map((one) => [one.display_price, one.display_regular_price]),
      // In the order of displayed prices.
      cards: [...shop.matchAll(/card-name">.*?<a [^>]*>(.*?)<.*?class="card-price">(.*?)<\/div>/gs)].map(
        ([, name = "", price = ""]) => [
          name.trim(),
          ...(withoutTags(price)
            .match(/[\d,]+/g)
            ?.slice(0, 2) ?? []),
        ],
      ),
    };
  };
  const entered = await displayedPrices();
  expect(entered).toMatchObject({
    offer: "2 for Rs 2,106",
    data: "1170",
    range: ["585", "1200"],
    variations: [
      [1200, 1200],
      [585, 1170],
    ],
  });
  const rate = await addTaxRate(db, gst, noon);
  expect(await displayedPrices()).toEqual(entered);
  await setSetting(db, "prices_shown", "excluding");
  const without = await displayedPrices();
  expect(without).toMatchObject({
    offer: "2 for Rs 1,800",
    data: "1000",
    range: ["500", "1200"],
    variations: [
      [1200, 1200],
      [500, 1000],
    ],
  });
  expect(entered.cards.map(([name]) => name)).not.toEqual(without.cards.map(([name]) => name));
  await setSetting(db, "prices_include_tax", "no");
  expect(await displayedPrices()).toEqual(entered);
  await setSetting(db, "prices_shown", "including");
  expect(await displayedPrices()).toMatchObject({ data: "1369", offer: "2 for Rs 2,464", range: ["684", "1200"] });
  await removeTaxRate(db, rate);
  expect(await displayedPrices()).toEqual(entered);
  expect(await listTaxRates(db)).toEqual([]);
  await setSetting(db, "prices_include_tax", "yes");
});

test("the cash fee is shown with the delivery, including tax if prices are shown including tax", async () => {
  await addProduct(db, { slug: "fee", name: "Fee" });
  const feeText = async () => /There is a fee of [^<]*/.exec((await get(routes.product("fee"))).body)?.[0];
  expect(await feeText()).toBeUndefined();
  await setSetting(db, "cod_fee", 117);
  expect(await feeText()).toBe("There is a fee of Rs\u00a0117 for paying in cash.");
  const rate = await addTaxRate(db, gst, noon);
  await setSetting(db, "prices_shown", "excluding");
  expect(await feeText()).toBe("There is a fee of Rs\u00a0100 for paying in cash.");
  await removeTaxRate(db, rate);
  await setSetting(db, "prices_shown", "including");
  await setSetting(db, "cod_fee", 0);
});

test("a scheduled sale starts and ends on time on a cached product page, in a cached listing and in the cart", async () => {
  const starts = new Date("2026-11-21T18:00:00Z");
  const ends = new Date("2026-11-21T19:00:00Z");
  const slug = "sale";
  const id = await addProduct(db, { slug, name: "Timed", salePrice: 750, saleStartsAt: starts, saleEndsAt: ends });
  await db.execute(sql`with made as (insert into categories (slug, name) values ('timed', 'Timed') returning id)
    insert into product_categories (product_id, category_id, position) select ${id}, id, 0 from made`);
  await announceChange(db, ["products", "categories", `product:${id}`]);
  const buyer = new FormBrowser(app);
  await buyer.post("/?wc-ajax=add_to_cart", { product_id: String(id) });
  const steps: [at: string, price: string][] = [
    ["2026-11-21T17:59:59.999Z", "1,000"],
    ["2026-11-21T18:00:00Z", "750"],
    ["2026-11-21T18:59:59.999Z", "750"],
    ["2026-11-21T19:00:00Z", "1,000"],
  ];
  for (const [at, price] of steps) {
    now = new Date(at);
    for (const path of [routes.product(slug), routes.category("timed")]) {
      const first = await get(path);
      const again = await get(path);
      expect(again.headers["x-cache"]).toBe("hit");
      for (const { body } of [first, again])
        expect(withoutTags(body.replace(/<del.*?<\/del>/gs, "")).includes("Rs 750")).toBe(price === "750");
    }
    const { fragments } = (await buyer.get("/?wc-ajax=get_refreshed_fragments")).json();
    expect(withoutTags(fragments["div.widget_shopping_cart_content"])).toContain(`1 × Rs ${price}`);
  }
});
