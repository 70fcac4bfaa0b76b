import { describe, expect, test } from "vitest";
import { openImport, parent, type Row, simple, variation } from "./import-products.fixtures.ts";

const { importText, importRows, products } = openImport();

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
    ["an attribute twice", { "Attribute 1 name": "Pack", "Attribute 2 name": "pack" }, /"pack" appears twice/],
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
    ["another list", "Colour,Taste\nred,sweet\n", /not a product list/],
    ["an unknown unit", "SKU,Name,Weight (stone)\nA,One,1\n", /unit of "Weight \(stone\)"/],
  ])("%s is refused", async (_, text, reason) => {
    expect((await importText(text)).refused[0]?.reasons[0]).toMatch(reason);
  });
});
