import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct, addSizes, defaultSettings, noon } from "../cart/cart.fixtures.ts";
import { offerThatSaves, readBulkOffer } from "./bulk-offer.rules.ts";
import { CategoryTree } from "./category-tree.ts";
import { toCard } from "./product-card.ts";
import { listProductsById } from "./products.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

async function shownOf(id: number, now = noon) {
  const [record] = await listProductsById(db, [id]);
  if (!record) throw new Error("No product");
  return toCard(record, { settings: defaultSettings, categories: new CategoryTree([]), now }).bulkOffer;
}

const twoFor = (offerPrice: number) => ({ offerPieces: 2, offerPrice });

test("an offer is advertised while it saves: a lower sale price hides it", async () => {
  const ends = new Date(noon.getTime() + 3_600_000);
  const id = await addProduct(db, { regularPrice: 2999, salePrice: 2500, saleEndsAt: ends, ...twoFor(5499) });
  expect(await shownOf(id)).toBeNull();
  expect(await shownOf(id, ends)).toEqual({ pieces: 2, price: 5499, of: "" });
});

test("an offer of some variations names them; one of all names none", async () => {
  const { id, small, large } = await addSizes(db, {}, { regularPrice: 1000 });
  expect(await shownOf(id)).toBeNull();
  const give = (to: number) =>
    db.execute(sql`update products set offer_pieces = 2, offer_price = 1500 where id = ${to}`);
  await give(large);
  expect(await shownOf(id)).toEqual({ pieces: 2, price: 1500, of: "Large" });
  await give(small);
  expect(await shownOf(id)).toMatchObject({ of: "" });
  const dear = await addSizes(db, twoFor(1500), { regularPrice: 1000 });
  await db.execute(sql`update products set regular_price = 700 where id = ${dear.small}`);
  expect(await shownOf(dear.id)).toMatchObject({ of: "Large" });
});

test("of two attributes it names the shared value, unless another variation has it too", async () => {
  const { id, small, large } = await addSizes(db, {}, { regularPrice: 1000 });
  const { rows } = await db.execute<{ id: number }>(sql`
    with colour as (insert into product_attributes (product_id, position, slug, name, is_for_variations, options)
      values (${id}, 1, 'colour', 'Colour', true, '{Red,Blue}')),
    own as (insert into variation_attributes (variation_id, slug, value) values (${small}, 'colour', 'Red'), (${large}, 'colour', 'Red'))
    insert into products (type, parent_id, name, regular_price, offer_pieces, offer_price)
    values ('variation', ${id}, 'Small, blue', 1000, 2, 1500) returning id`);
  const blue = rows[0]?.id;
  await db.execute(sql`insert into variation_attributes (variation_id, slug, value)
    values (${blue}, 'size', 'Small'), (${blue}, 'colour', 'Blue')`);
  expect(await shownOf(id)).toMatchObject({ of: "Small, Blue" });
  await db.execute(sql`update products set offer_pieces = 2, offer_price = 1500 where id = ${small}`);
  expect(await shownOf(id)).toMatchObject({ of: "Small" });
});

const rupees = { code: "PKR", symbol: "Rs", minorUnit: 0 };
const demo = parse<Record<string, string>>(readFileSync(new URL("../../../demo/products.csv", import.meta.url)), {
  columns: true,
  bom: true,
});

test("in the demo shop the advertised offers are the ones that the cart applies", () => {
  const offerTexts = demo.flatMap((row) => {
    const [, pieces, price] =
      /Offer<\/th><td>(\d+) (?:bottles|jars|tubs) for Rs\u00a0([\d,]+)</.exec(row.Description ?? "") ?? [];
    return pieces === undefined ? [] : [`${row.SKU}: ${pieces} for ${price?.replace(",", "")}`];
  });
  const applied = demo.flatMap((row) => {
    const offer = readBulkOffer(row["Meta: _offer"] ?? "", rupees) ?? null;
    const price = Number(row["Sale price"] || row["Regular price"]);
    return offerThatSaves(price, offer) ? [`${row.Parent || row.SKU}: ${row["Meta: _offer"]}`] : [];
  });
  expect(offerTexts.length).toBeGreaterThan(5);
  expect([...new Set(applied)]).toEqual(offerTexts);
  expect(demo.filter((row) => row["Meta: _offer"])).toHaveLength(applied.length);
});
