import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { importProducts } from "./import-products.ts";
import type { ImportReport } from "./import-report.ts";

type Row = Record<string, string | number>;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-import-"));
  return () => rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.db.execute(sql`truncate products, categories, tags, attributes, articles, media cascade`);
});

/** Returns a file with all columns of the rows. */
function csvOf(rows: readonly Row[], delimiter = ","): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return stringify([...rows], { header: true, columns, delimiter });
}

async function importText(text: string): Promise<ImportReport> {
  const file = join(folder, "list.csv");
  await writeFile(file, text);
  return importProducts(database.db, { file, files: localFiles(folder) });
}

const importRows = (...rows: Row[]) => importText(csvOf(rows));

async function products<Shape extends Record<string, unknown>>(columns: string): Promise<Shape[]> {
  const { rows } = await database.pool.query<Shape>(`select ${columns} from products order by id`);
  return rows;
}

const simple: Row = { ID: 12, Type: "simple", SKU: "A", Name: "Shaker", "Regular price": 750 };
const parent: Row = {
  ID: 20,
  Type: "variable",
  SKU: "P",
  Name: "Collagen",
  "Attribute 1 name": "Flavour",
  "Attribute 1 value(s)": "Lemon, Berry",
  "Attribute 1 visible": 1,
  "Attribute 1 global": 1,
};
const variation: Row = {
  ID: 21,
  Type: "variation",
  SKU: "P-1",
  Parent: "P",
  Name: "",
  "Regular price": 100,
  "Attribute 1 name": "Flavour",
  "Attribute 1 value(s)": "Lemon",
  "Attribute 1 global": 1,
};

describe("an invalid row is reported with its line, and the others are imported", () => {
  const bad: [what: string, row: Row, reason: RegExp][] = [
    ["an unknown type", { Type: "subscription" }, /Type "subscription" is not known/],
    ["no name", { Name: " " }, /no name/],
    ["an invalid price", { "Regular price": "cheap" }, /Regular price "cheap" is no price/],
    ["a price below zero", { "Regular price": "-5" }, /is no price/],
    [
      "a price with a thousands separator",
      { "Regular price": "1,299" },
      /"1,299" is no price: write it without commas, as 1299/,
    ],
    ["more decimals than the shop's", { "Regular price": "7.55" }, /more decimals than the shop's 0/],
    ["an invalid sale", { "Sale price": 800 }, /sale price 800 is not below the regular price 750/],
    ["a sale price alone", { "Regular price": "", "Sale price": 5 }, /sale price and no regular price/],
    ["an invalid date", { "Date sale price starts": "2026-02-30" }, /"2026-02-30" is no date/],
    [
      "a sale that ends before it starts",
      { "Date sale price starts": "2026-03-02", "Date sale price ends": "2026-03-01" },
      /ends before/,
    ],
    ["stock that is not a number", { Stock: "some" }, /Stock "some" is no whole number/],
    ["fractional stock", { Stock: "1.5" }, /Stock "1.5"/],
    ["stock below zero", { Stock: -1, "Backorders allowed?": 0 }, /below zero/],
    ["stock beyond the integer range", { Stock: "99999999999" }, /Stock/],
    ["an invalid flag", { "Is featured?": "maybe" }, /Is featured\? "maybe" is not one of/],
    ["an unknown visibility", { "Visibility in catalog": "secret" }, /not one of visible, catalog/],
    ["an unknown status", { Published: 7 }, /Published "7"/],
    ["a weight below zero", { "Weight (kg)": -1 }, /Weight "-1"/],
    ["an invalid ID", { ID: "x" }, /ID "x" is no whole number/],
    ["a URL that is not a web page", { Type: "external", "External URL": "javascript:alert(1)" }, /External URL/],
    ["a smallest quantity above the largest", { "Meta: _min_qty": 5, "Meta: _max_qty": 2 }, /smallest quantity/],
    ["an invalid offer", { "Meta: _offer": "1 for 900" }, /_offer "1 for 900" is not written as "2 for 5499"/],
    ["a missing picture", { Images: "pictures/none.jpg" }, /none\.jpg: there is no such file/],
    ["a picture outside the folder", { Images: "../../../../../../etc/hostname" }, /no such file/],
    [
      "a download that does not exist",
      { "Download 1 name": "Guide", "Download 1 URL": "downloads/none.pdf" },
      /none\.pdf/,
    ],
    ["the SKU of an earlier row", { ID: 30, SKU: "FIRST" }, /the SKU FIRST is already on line 2/],
    ["the ID of an earlier row", { ID: 1, SKU: "B" }, /the ID 1 is already on line 2/],
    ["an attribute twice", { "Attribute 1 name": "Pack", "Attribute 2 name": "pack" }, /"pack" stands in it twice/],
    ["a variation without a parent", { Type: "variation", Parent: "" }, /needs its parent/],
    [
      "a variation of an unknown product",
      { Type: "variation", Parent: "GONE" },
      /GONE is neither in the file nor in the shop/,
    ],
    ["a variation of a simple product", { Type: "variation", Parent: "FIRST" }, /its product is simple/],
    ["bytes that are not UTF-8", { Name: "Caf\ufffd" }, /not UTF-8/],
    ["a SKU that is too long", { SKU: "x".repeat(201) }, /longer than 200/],
  ];
  test.each(bad)("%s", async (_, row, reason) => {
    const report = await importRows(
      { ID: 1, SKU: "FIRST", Name: "First" },
      { ...simple, ...row },
      { ID: 2, SKU: "LAST", Name: "Last" },
    );
    expect(report.refused).toHaveLength(1);
    expect(report.refused[0]).toMatchObject({ line: 3 });
    expect(report.refused[0]?.reasons.join("; ")).toMatch(reason);
    expect((await products<{ sku: string }>("sku")).map(({ sku }) => sku)).toEqual(["FIRST", "LAST"]);
  });

  test("several reasons are reported at once", async () => {
    const report = await importRows({ ...simple, "Regular price": "x", Stock: "y", Published: "z" });
    expect(report.refused[0]?.reasons).toHaveLength(3);
  });

  test("a variation is refused with its parent, wherever it is in the file, with the reason", async () => {
    const report = await importRows(variation, simple, { ...parent, "Is featured?": "maybe" });
    expect(report.refused.map(({ line }) => line).sort((a, b) => a - b)).toEqual([2, 4]);
    expect(report.refused.find(({ line }) => line === 2)?.reasons[0]).toMatch(
      /its product on line 4 was left out \(Is featured/,
    );
    expect(await products("sku")).toEqual([{ sku: "A" }]);
  });

  test("a quotation mark within a cell is text", async () => {
    await importText(`SKU,Name\nA,"Tw"o\nB,3.5" pipe\nC,Three\n`);
    expect((await products<{ name: string }>("name")).map(({ name }) => name)).toEqual(['"Tw"o', '3.5" pipe', "Three"]);
  });

  test("an unclosed quotation mark loses the rest and is reported where it opens", async () => {
    const report = await importText(`SKU,Name\nA,One\nB,"Two\nC,Three\n`);
    expect(report.refused).toEqual([{ line: 3, reasons: ["a quotation mark is opened and never closed"] }]);
    expect(await products("sku")).toEqual([{ sku: "A" }]);
  });

  test.each([
    ["an empty file", "", /empty/],
    ["another list", "Colour,Taste\nred,sweet\n", /no product list/],
    ["an unknown unit", "SKU,Name,Weight (stone)\nA,One,1\n", /unit of "Weight \(stone\)"/],
  ])("%s is refused", async (_, text, reason) => {
    expect((await importText(text)).refused[0]?.reasons[0]).toMatch(reason);
  });
});

describe("cells", () => {
  test.each([
    ["Weight (kg)", "0.21", 210],
    ["Weight (g)", "210", 210],
    ["Weight (lbs)", "1", 454],
    ["weight (OZ)", "2", 57],
  ])("%s %s is %i g", async (heading, value, grams) => {
    await importRows({ ...simple, [heading]: value });
    expect(await products("weight_grams")).toEqual([{ weight_grams: grams }]);
  });

  test("of two weight columns the first one counts, in its own unit", async () => {
    await importRows({ ...simple, "Weight (g)": "210", Weight: "5" });
    expect(await products("weight_grams")).toEqual([{ weight_grams: 210 }]);
  });

  test.each([
    ["Length (cm)", "6.8", 68],
    ["Length (mm)", "68", 68],
    ["Length (in)", "2", 51],
    ["Length (m)", "0.5", 500],
    ["Length (yd)", "1", 914],
  ])("%s %s is %i mm", async (heading, value, mm) => {
    await importRows({ ...simple, [heading]: value });
    expect(await products("length_mm")).toEqual([{ length_mm: mm }]);
  });

  test.each([";", "\t", ","])(
    "separator %j, a byte-order mark and headings in capitals are understood",
    async (separator) => {
      const text = csvOf([{ SKU: "A", NAME: "One, two; three", "REGULAR PRICE": 5 }], separator);
      await importText(`\ufeff${text}`);
      expect(await products("sku, name, regular_price")).toEqual([
        { sku: "A", name: "One, two; three", regular_price: 5 },
      ]);
    },
  );

  test("a sale runs from the first midnight to the end of the last day", async () => {
    await importRows({
      ...simple,
      "Sale price": 5,
      "Date sale price starts": "2026-12-01",
      "Date sale price ends": "2026-12-10 0:00:00",
    });
    const [row] = await products("sale_starts_at a, sale_ends_at b");
    expect(row).toEqual({ a: new Date("2026-12-01T00:00:00Z"), b: new Date("2026-12-10T23:59:59Z") });
  });

  test.each([
    ["1", "simple", "publish"],
    ["0", "simple", "private"],
    ["-1", "simple", "draft"],
    ["'-1", "simple", "draft"],
    ["2", "simple", "pending"],
  ])("Published %s on %s is %s", async (published, type, status) => {
    await importRows({ ...simple, Type: type, Published: published });
    expect(await products("status")).toEqual([{ status }]);
  });

  test("counted stock determines the stock status", async () => {
    const rows = [
      { Stock: 3, "In stock?": 0 },
      { Stock: 0, "In stock?": 1 },
      { Stock: -2, "Backorders allowed?": "notify" },
      { Stock: "", "In stock?": "backorder" },
    ];
    await importRows(...rows.map((row, index) => ({ ...simple, ID: index + 1, SKU: `S${index}`, ...row })));
    const found = await products<{ s: string }>("stock_status s");
    expect(found.map(({ s }) => s)).toEqual(["instock", "outofstock", "onbackorder", "onbackorder"]);
  });

  test("HTML is sanitised, line ends are decoded, and the opening table becomes facts", async () => {
    const description = `<table class="label-table x" onclick="a()"><tr><th>Brand</th><td>Deodar &amp; Co</td></tr></table>\\n<script>alert(1)</script><p>Hi <a href="https://a.example">a</a><img src="https://spy.example/1.gif"></p>`;
    await importRows({ ...simple, Description: description });
    expect(await products("description, facts")).toEqual([
      {
        description: `<table class="label-table"><tr><th>Brand</th><td>Deodar &amp; Co</td></tr></table>\n<p>Hi <a href="https://a.example" rel="noopener noreferrer">a</a></p>`,
        facts: [{ label: "Brand", value: "Deodar & Co" }],
      },
    ]);
  });

  test("attributes: shared ones have slugs on the wire, local ones names; an empty cell means any", async () => {
    await importRows(
      {
        ...parent,
        "Attribute 1 default": "Berry",
        "Attribute 2 name": "Cup size",
        "Attribute 2 value(s)": "1\\, small, 2",
        "Attribute 2 global": 0,
        "Attribute 2 visible": 0,
      },
      { ...variation, "Attribute 2 name": "Cup size", "Attribute 2 value(s)": "1\\, small", "Attribute 2 global": 0 },
      { ...variation, ID: 22, SKU: "P-2", "Attribute 1 value(s)": "" },
    );
    const { rows } = await database.db.execute(sql`select slug, is_for_variations, options, default_option
      from product_attributes order by position`);
    expect(rows).toEqual([
      { slug: "pa_flavour", is_for_variations: true, options: ["Lemon", "Berry"], default_option: "Berry" },
      { slug: "cup-size", is_for_variations: true, options: ["1, small", "2"], default_option: null },
    ]);
    const values = await database.db.execute(
      sql`select variation_id as id, slug, value from variation_attributes order by 1, 2`,
    );
    expect(values.rows).toEqual([
      { id: 21, slug: "cup-size", value: "1, small" },
      { id: 21, slug: "pa_flavour", value: "lemon" },
      { id: 22, slug: "cup-size", value: "" },
      { id: 22, slug: "pa_flavour", value: "" },
    ]);
    expect((await products<{ name: string }>("name"))[1]?.name).toBe("Collagen - Lemon, 1, small");
  });

  test("a value that the product does not have refuses only the variation", async () => {
    const report = await importRows(parent, variation, {
      ...variation,
      ID: 22,
      SKU: "P-2",
      "Attribute 1 value(s)": "Mint",
    });
    expect(report.refused).toEqual([{ line: 4, reasons: [`its product does not offer "Mint" as Flavour`] }]);
    expect(report.created).toBe(2);
  });

  test("links work forwards and backwards; a link to a missing product is noted", async () => {
    const report = await importRows(
      { ...simple, "Cross-sells": "B, id:12", Upsells: "GONE" },
      { ID: 13, SKU: "B", Name: "Bag", Upsells: "A" },
    );
    const { rows } = await database.db.execute(
      sql`select product_id p, kind k, linked_id l from product_links order by 1, 3`,
    );
    expect(rows).toEqual([
      { p: 12, k: "cross_sell", l: 12 },
      { p: 12, k: "cross_sell", l: 13 },
      { p: 13, k: "upsell", l: 12 },
    ]);
    expect(report.notes).toEqual([{ line: 2, text: "the upsell GONE is neither in the file nor in the shop" }]);
  });

  test("categories are created along their path, tags once", async () => {
    await importRows({ ...simple, Categories: "Vitamins > Single vitamins, Offers", Tags: "Zinc, zinc" });
    const { rows } = await database.db.execute(sql`select c.slug, p.slug as parent from categories c
      left join categories p on p.id = c.parent_id order by c.id`);
    expect(rows).toEqual([
      { slug: "vitamins", parent: null },
      { slug: "single-vitamins", parent: "vitamins" },
      { slug: "offers", parent: null },
    ]);
    expect((await database.db.execute(sql`select slug from tags`)).rows).toEqual([{ slug: "zinc" }]);
  });
});

describe("identity", () => {
  test("importing the same file twice changes nothing and reports no changes", async () => {
    const rows: Row[] = [
      { ...simple, "Meta: colour": "green", Tags: "x" },
      parent,
      variation,
      { Name: "Without any key" },
    ];
    const first = await importRows(...rows);
    expect(first).toMatchObject({ created: 4, updated: 0, refused: [] });
    const before = await products("*");
    expect(await importRows(...rows)).toMatchObject({ created: 0, updated: 0, unchanged: 4, refused: [] });
    expect(await products("*")).toEqual(before);
  });

  test("an ID that is taken is replaced, reported and remembered", async () => {
    await database.db.execute(sql`insert into articles (id, type, slug, title) values (12, 'post', 'taken', 'Taken')`);
    const first = await importRows({ ...simple, SKU: "" }, { ...parent, Upsells: "id:12" });
    expect(first.notes[0]?.text).toMatch(/the ID 12 is taken here, it became \d+/);
    const second = await importRows({ ...simple, SKU: "" }, { ...parent, Upsells: "id:12" });
    expect(second).toMatchObject({ created: 0, unchanged: 2 });
    const { rows } = await database.db.execute(
      sql`select p.name from product_links l join products p on p.id = l.linked_id`,
    );
    expect(rows).toEqual([{ name: "Shaker" }]);
  });

  test("another shop's product with the same ID does not overwrite ours", async () => {
    await importRows(simple);
    await importRows({ ...simple, SKU: "Z", Name: "Something else" });
    expect(await products("sku, name")).toMatchObject([{ sku: "A", name: "Shaker" }, { sku: "Z" }]);
  });

  test("kept ids are never assigned again", async () => {
    const { rows } = await database.db.execute<{ id: number }>(sql`select nextval('content_ids') as id`);
    const next = Number(rows[0]?.id);
    await importRows({ ...simple, ID: next + 1 }, { ...simple, ID: "", SKU: "B" });
    const given = await database.db.execute<{ id: number }>(sql`select nextval('content_ids') as id`);
    expect(given.rows[0]?.id).toBeGreaterThan(next + 1);
    expect(await products("id")).toHaveLength(2);
  });

  test("missing columns keep their values", async () => {
    await importRows({ ...simple, Description: "<p>Long</p>", Tags: "x", "Meta: a": "1", "Meta: b": "2" });
    const report = await importRows({ SKU: "A", "Regular price": 800, "Meta: b": "" });
    expect(report).toMatchObject({ created: 0, updated: 1, refused: [] });
    expect(await products("name, description, regular_price, extra_meta")).toEqual([
      { name: "Shaker", description: "<p>Long</p>", regular_price: 800, extra_meta: { a: "1" } },
    ]);
    expect((await database.db.execute(sql`select 1 from product_tags`)).rows).toHaveLength(1);
  });

  test("variations alone are added to the shop's product", async () => {
    await importRows(parent);
    const report = await importRows(variation, {
      ...variation,
      ID: 22,
      SKU: "P-2",
      Parent: "id:20",
      "Attribute 1 value(s)": "berry",
    });
    expect(report).toMatchObject({ created: 2, refused: [] });
    const { rows } = await database.db.execute(sql`select is_for_variations from product_attributes`);
    expect(rows).toEqual([{ is_for_variations: true }]);
    expect(await products("id, parent_id, position")).toMatchObject([{}, { parent_id: 20 }, { parent_id: 20 }]);
  });

  /** Returns the tags that an import announces. */
  async function announcedBy(...rows: Row[]): Promise<string[]> {
    const heard: string[] = [];
    const stop = onLocalChange((tags) => heard.push(...tags));
    await importRows(...rows);
    stop();
    return heard;
  }

  test("new products and categories are announced", async () => {
    const heard = await announcedBy({ ...simple, Categories: "New" }, parent, variation);
    expect(heard).toEqual(["products", "categories", "product:12", "product:20"]);
  });

  test("importing unchanged rows announces nothing", async () => {
    const full = {
      ...simple,
      Categories: "New",
      Tags: "x, y",
      Upsells: "P",
      "Download 1 URL": "https://example.com/a",
    };
    const rows: Row[] = [full, parent, variation, { Name: "Without any key" }];
    await importRows(...rows);
    expect(await announcedBy(...rows)).toEqual([]);
  });

  test.each<[string, Row]>([
    ["a price", { SKU: "A", "Regular price": 801 }],
    ["a category", { SKU: "A", Categories: "Other" }],
    ["a tag", { SKU: "A", Tags: "z" }],
    ["a link", { SKU: "A", Upsells: "" }],
    ["a download", { SKU: "A", "Download 1 URL": "https://example.com/b" }],
  ])("a product that changes only in %s is announced, and no others", async (_, row) => {
    const full = {
      ...simple,
      Categories: "New",
      Tags: "x, y",
      Upsells: "P",
      "Download 1 URL": "https://example.com/a",
    };
    await importRows(full, parent, variation, { ...simple, ID: 13, SKU: "Other", Categories: "Other" });
    expect(await announcedBy(row)).toEqual(["products", "product:12"]);
  });

  test("a product is announced when one of its variations changes", async () => {
    await importRows(simple, parent, variation);
    expect(await announcedBy({ ...variation, "Regular price": 4321 })).toEqual(["products", "product:20"]);
    expect(await announcedBy({ ...variation, "Regular price": 4321 })).toEqual([]);
  });
});
