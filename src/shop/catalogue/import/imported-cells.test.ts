import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { csvOf, openImport, parent, simple, variation } from "./import-products.fixtures.ts";

const { importText, importRows, execute, products } = openImport();

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
    const { rows } = await execute(sql`select slug, is_for_variations, options, default_option
      from product_attributes order by position`);
    expect(rows).toEqual([
      { slug: "pa_flavour", is_for_variations: true, options: ["Lemon", "Berry"], default_option: "Berry" },
      { slug: "cup-size", is_for_variations: true, options: ["1, small", "2"], default_option: null },
    ]);
    const values = await execute(sql`select variation_id as id, slug, value from variation_attributes order by 1, 2`);
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
    const { rows } = await execute(sql`select product_id p, kind k, linked_id l from product_links order by 1, 3`);
    expect(rows).toEqual([
      { p: 12, k: "cross_sell", l: 12 },
      { p: 12, k: "cross_sell", l: 13 },
      { p: 13, k: "upsell", l: 12 },
    ]);
    expect(report.notes).toEqual([{ line: 2, text: "the upsell GONE is neither in the file nor in the shop" }]);
  });

  test("categories are created along their path, tags once", async () => {
    await importRows({ ...simple, Categories: "Vitamins > Single vitamins, Offers", Tags: "Zinc, zinc" });
    const { rows } = await execute(sql`select c.slug, p.slug as parent from categories c
      left join categories p on p.id = c.parent_id order by c.id`);
    expect(rows).toEqual([
      { slug: "vitamins", parent: null },
      { slug: "single-vitamins", parent: "vitamins" },
      { slug: "offers", parent: null },
    ]);
    expect((await execute(sql`select slug from tags`)).rows).toEqual([{ slug: "zinc" }]);
  });
});
