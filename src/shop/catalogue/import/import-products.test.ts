import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import { openImport, parent, type Row, simple, variation } from "./import-products.fixtures.ts";

const { importRows, execute, products } = openImport();

/** Returns the tags that an import announces. */
async function announcedBy(...rows: Row[]): Promise<string[]> {
  const heard: string[] = [];
  const stop = onLocalChange((tags) => heard.push(...tags));
  await importRows(...rows);
  stop();
  return heard;
}

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
    await execute(sql`insert into articles (id, type, slug, title) values (12, 'post', 'taken', 'Taken')`);
    const first = await importRows({ ...simple, SKU: "" }, { ...parent, Upsells: "id:12" });
    expect(first.notes[0]?.text).toMatch(/the ID 12 is taken here, it became \d+/);
    const second = await importRows({ ...simple, SKU: "" }, { ...parent, Upsells: "id:12" });
    expect(second).toMatchObject({ created: 0, unchanged: 2 });
    const { rows } = await execute(sql`select p.name from product_links l join products p on p.id = l.linked_id`);
    expect(rows).toEqual([{ name: "Shaker" }]);
  });

  test("another shop's product with the same ID does not overwrite ours", async () => {
    await importRows(simple);
    await importRows({ ...simple, SKU: "Z", Name: "Something else" });
    expect(await products("sku, name")).toMatchObject([{ sku: "A", name: "Shaker" }, { sku: "Z" }]);
  });

  test("kept ids are never assigned again", async () => {
    const { rows } = await execute<{ id: number }>(sql`select nextval('content_ids') as id`);
    const next = Number(rows[0]?.id);
    await importRows({ ...simple, ID: next + 1 }, { ...simple, ID: "", SKU: "B" });
    const given = await execute<{ id: number }>(sql`select nextval('content_ids') as id`);
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
    expect((await execute(sql`select 1 from product_tags`)).rows).toHaveLength(1);
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
    const { rows } = await execute(sql`select is_for_variations from product_attributes`);
    expect(rows).toEqual([{ is_for_variations: true }]);
    expect(await products("id, parent_id, position")).toMatchObject([{}, { parent_id: 20 }, { parent_id: 20 }]);
  });

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

describe("the search index", () => {
  /** Returns the transaction that last wrote what is searched of the first product. */
  const writtenBy = async () => {
    const { rows } = await execute<{ xmin: string }>(sql`select xmin::text from product_search where product_id = 12`);
    return rows[0]?.xmin;
  };

  const full: Row = {
    ...simple,
    "Visibility in catalog": "visible",
    Categories: "New",
    Tags: "x",
    Stock: 5,
    "Attribute 1 name": "Size",
  };

  test.each<[string, Row]>([
    ["a price", { SKU: "A", "Regular price": 801 }],
    ["the stock", { SKU: "A", Stock: 4 }],
    ["a link", { SKU: "A", Upsells: "P" }],
  ])("is left alone when only %s changes", async (_, row) => {
    await importRows(full, parent);
    const before = await writtenBy();
    expect(await announcedBy(row)).toEqual(["products", "product:12"]);
    expect([before, await writtenBy()]).toEqual([expect.any(String), before]);
  });

  test.each<[string, Row, string]>([
    ["name", { SKU: "A", Name: "Beaker" }, "beak"],
    ["brand", { SKU: "A", Brands: "Deodar" }, "deodar"],
    ["category", { SKU: "A", Categories: "Glasses" }, "glass"],
    ["tag", { SKU: "A", Tags: "Gift" }, "gift"],
    ["attribute", { SKU: "A", "Attribute 1 name": "Size", "Attribute 1 value(s)": "Huge" }, "huge"],
    ["short description", { SKU: "A", "Short description": "Foaming" }, "foam"],
    ["description", { SKU: "A", Description: "Whisking" }, "whisk"],
  ])("has the words of a new %s", async (_, row, word) => {
    await importRows(full);
    await importRows(row);
    const { rows } = await execute<{ words: string }>(
      sql`select concat_ws(' ', words, short_words, long_words) as words from product_search where product_id = 12`,
    );
    expect(rows[0]?.words).toContain(word);
  });

  test.each<[string, Row]>([
    ["hidden", { SKU: "A", "Visibility in catalog": "hidden" }],
    ["a draft", { SKU: "A", Published: -1 }],
  ])("loses a product that becomes %s", async (_, row) => {
    await importRows(full);
    expect(await writtenBy()).toBeDefined();
    await importRows(row);
    expect(await writtenBy()).toBeUndefined();
  });

  test("has the SKU of a new variation", async () => {
    await importRows(parent);
    await importRows({ ...variation, SKU: "QQ-7" });
    const { rows } = await execute<{ words: string }>(sql`select words from product_search where product_id = 20`);
    expect(rows[0]?.words).toContain("qq");
  });
});
