import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import { importCategories } from "#shop/catalogue/import/import-categories.ts";
import { importProducts } from "#shop/catalogue/import/import-products.ts";
import { indexNextProducts, rankSoldProducts } from "#shop/catalogue/index-products.ts";
import { putSynonym, removeSynonym } from "#shop/catalogue/search/synonyms.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { openCatalogueIndex } from "./catalogue-index.ts";

type Row = Record<string, string | number>;

let database: TestDatabase;
let folder: string;
let catalogue: ReturnType<typeof openCatalogueIndex>;
const now = new Date("2026-11-21T12:00:00Z");
const names = new Map<number, string>();

const list: Row[] = [
  { SKU: "VIT-C 500", Name: "Vitamin C", Categories: "Vitamins > Single vitamins", Tags: "Immune" },
  { SKU: "VCT", Name: "Vitamin C tablets", Categories: "Vitamins > Single vitamins" },
  {
    SKU: "DVC",
    Name: "Daily multivitamin with vitamin C",
    Categories: "Vitamins",
    // Its words start like the parts of the SKU HON-FAM.
    "Short description": "Hon fare",
  },
  { SKU: "ORA", Name: "Orange drink", "Short description": "<p>Rich in <b>vitamin C</b>, organic</p>" },
  { SKU: "HON", Name: "Sidr honey", "Attribute 1 name": "Weight", "Attribute 1 value(s)": "Family jar, Small" },
  {
    SKU: "HON-FAM",
    Name: "",
    Type: "variation",
    Parent: "HON",
    "Attribute 1 name": "Weight",
    "Attribute 1 value(s)": "Small",
  },
  { SKU: "URD", Name: "شہد، خالص" },
  { SKU: "CAF", Name: "Café au lait: men's" },
  { SKU: "WHE", Name: "Whey, 2 kg" },
  { SKU: "CAS", Name: "Casein 1kg" },
  { SKU: "HID", Name: "Vitamin K hidden", "Visibility in catalog": "catalog" },
  { SKU: "DRA", Name: "Vitamin E draft", Published: -1 },
];

beforeAll(async () => {
  database = await createTestDatabase();
  catalogue = openCatalogueIndex(database.db);
  const stop = onLocalChange((changed) => catalogue.apply(changed));
  folder = await mkdtemp(join(tmpdir(), "chowk-search-"));
  await importRows(list);
  return async () => {
    stop();
    await rm(folder, { recursive: true, force: true });
  };
});

async function importRows(rows: readonly Row[]): Promise<void> {
  const file = join(folder, "list.csv");
  const all = rows.map((row, index): Row => {
    const type = row["Attribute 1 name"] ? "variable" : "simple";
    return { ID: 100 + index, Type: type, Published: 1, "Regular price": 100, ...row };
  });
  const columns = [...new Set(all.flatMap((row) => Object.keys(row)))];
  await writeFile(file, stringify(all, { header: true, columns }));
  const report = await importProducts(database.db, { file, files: localFiles(folder) });
  expect(report.refused).toEqual([]);
  const { rows: named } = await database.pool.query<{ id: string; name: string }>("select id, name from products");
  for (const { id, name } of named) names.set(Number(id), name);
}

const parse = (text: string, asTyped = false) => catalogue.parseSearch(text, now, asTyped);

async function searchIds(text: string): Promise<number[]> {
  const { terms: search } = await parse(text);
  return (await catalogue.read(now)).choose({ place: "search", search }).order("relevance", 1, 100);
}

const search = async (text: string) => (await searchIds(text)).map((id) => names.get(id) ?? `product ${id}`);

test("results are ordered: exact name, names with that prefix, names with all words, the rest", async () => {
  expect(await search("vitamin c")).toEqual([
    "Vitamin C",
    "Vitamin C tablets",
    "Daily multivitamin with vitamin C",
    "Orange drink",
  ]);
});

test.each([
  ["a half-typed word", "honey si", "Sidr honey"],
  ["a plural", "tablet vitamins", "Vitamin C tablets"],
  ["a stem with another ending, half typed", "drink organi", "Orange drink"],
  ["a SKU", "vit-c 500", "Vitamin C"],
  ["a half-typed SKU without separators", "VITC5", "Vitamin C"],
  ["a variation's SKU, before products whose words start like its parts,", "hon-fa", "Sidr honey"],
  ["an attribute's value", "family jars", "Sidr honey"],
  ["a parent of its category", "single immune vitamins", "Vitamin C"],
  ["a tag", "immune", "Vitamin C"],
  ["a missing accent or apostrophe", "CAFE MENS", "Café au lait: men's"],
  ["Urdu, with the vowel signs and the comma left out", "شہد خالص", "شہد، خالص"],
  ["an amount and unit without a space", "whey 2kg", "Whey, 2 kg"],
  ["an amount and unit with a space", "casein 1 kg", "Casein 1kg"],
  ["a typo", "multivitmin", "Daily multivitamin with vitamin C"],
  ["a typo next to a correct word", "vitamn c tablets", "Vitamin C tablets"],
])("%s finds the product", async (_, text, name) => {
  expect((await search(text))[0]).toBe(name);
});

test.each(["k hidden", "e draft", "", "  ", "&|!():*'\\", "🙂", "zzzzqqqq", "the moon"])(
  "%j finds nothing",
  async (text) => {
    expect(await search(text)).toEqual([]);
  },
);

test("any text is a safe query", async () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: fc.constantFrom("vit", "c", " ", "'", "\\", ":*", "&", "|", "!", "(", "\0", "ﷺ", "ß", "İ") }),
    fc.constantFrom("a".repeat(10_000), "ﷺ".repeat(5000), "\ud800", "x ".repeat(5000)),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect(Array.isArray(await searchIds(text))).toBe(true);
    }),
  );
});

test("equally good matches are ordered by sales, after the hourly job has run", async () => {
  await importRows([
    { SKU: "Z1", Name: "Zinc one", ID: 501 },
    { SKU: "Z2", Name: "Zinc two", ID: 502 },
  ]);
  expect(await searchIds("zinc")).toEqual([501, 502]);
  await database.pool.query("update products set total_sales = 7 where id = 502");
  await rankSoldProducts(database.db);
  expect(await searchIds("zinc")).toEqual([502, 501]);
});

test("a product that only listings show is ranked by the hourly job, and is still not searched", async () => {
  const listed = async () => (await catalogue.read(now)).choose({ place: "listing" }).order("popularity", 1, 1);
  await importRows([{ SKU: "L1", Name: "Listed lithium", ID: 551, "Visibility in catalog": "catalog" }]);
  expect(await listed()).not.toEqual([551]);
  await database.pool.query("update products set total_sales = 9000 where id = 551");
  const announced: string[] = [];
  const stop = onLocalChange((tags) => announced.push(...tags));
  await rankSoldProducts(database.db);
  await rankSoldProducts(database.db);
  stop();
  expect(announced).toEqual(["products", "product:551"]);
  expect(await listed()).toEqual([551]);
  expect(await searchIds("lithium")).toEqual([]);
  const { rows } = await database.pool.query("select word from search_vocabulary where word = 'lithium'");
  expect(rows).toEqual([]);
});

test("products are found correctly right after an import that renames or hides a product or renames a category", async () => {
  await importRows([{ SKU: "N1", Name: "Selenium", ID: 601, Categories: "Traces" }]);
  await importRows([{ SKU: "N1", Name: "Magnesium", ID: 601, Categories: "Traces" }]);
  expect(await searchIds("selenium")).toEqual([]);
  expect(await searchIds("magnesium")).toEqual([601]);
  const file = join(folder, "categories.csv");
  await writeFile(file, "Path,Slug,Description,Image,Position\nRare earths,traces,,,1\n");
  await importCategories(database.db, file, localFiles(folder).media);
  expect(await searchIds("earths rare")).toEqual([601]);
  await importRows([{ SKU: "N1", Name: "Magnesium", ID: 601, Published: -1 }]);
  expect(await searchIds("magnesium")).toEqual([]);
});

test("a product is found by its brand, even if misspelled", async () => {
  await importRows([{ SKU: "BR1", Name: "Plain teapot", ID: 801, Brands: "Zephyrine" }]);
  expect(await searchIds("zephyrine")).toEqual([801]);
  expect(await searchIds("zephyrinne")).toEqual([801]);
  await importRows([{ SKU: "BR1", Name: "Plain teapot", ID: 801, Brands: "" }]);
  expect(await searchIds("zephyrine")).toEqual([]);
});

test("with the simple dictionary plurals are separate words, once the job has reindexed the products", async () => {
  const { db, pool } = database;
  const reindex = async () => {
    let last: number | undefined = 0;
    while (last !== undefined) last = await indexNextProducts(db, last, 3);
  };
  await setSetting(db, "search_dictionary", "simple");
  const { rows } = await pool.query("select 1 from graphile_worker.jobs where task_identifier = 'index-products'");
  expect(rows).toHaveLength(1);
  await reindex();
  expect(await parse("drinks rich")).toMatchObject({ correction: "drink rich" });
  expect(await search("vitamin c")).toHaveLength(4);
  await resetSetting(db, "search_dictionary");
  await reindex();
  expect(await parse("drinks rich")).toMatchObject({ correction: null, isFound: true });
  expect(await search("drinks rich")).toEqual(["Orange drink"]);
});

test("a product without any words is saved, and no search finds it", async () => {
  await importRows([{ SKU: "", Name: "???", ID: 701 }]);
  expect(await searchIds("???")).toEqual([]);
  const { rows } = await database.pool.query("select words from product_search where product_id = 701");
  expect(rows).toEqual([{ words: "" }]);
});

describe("by meaning", () => {
  const description = (text: string) =>
    `<table><tbody><tr><th>Shipping</th><td>Free</td></tr><tr><th>Brand</th><td>Lakeside</td></tr></tbody></table><p>${text}</p>`;

  beforeAll(() =>
    importRows([
      { SKU: "M1", Name: "Marigold capsules", ID: 901, Description: description("Good for tired eyes.") },
      { SKU: "M2", Name: "Carrot drink", ID: 902, "Short description": "With marigold." },
      { SKU: "M3", Name: "Plain capsules", ID: 903, Description: description("Marigold and nothing else.") },
      { SKU: "M4", Name: "Shelf box", ID: 904, Tags: "Marigold" },
      { SKU: "M5", Name: "Biotin", ID: 905, "Short description": "For nails." },
      { SKU: "M6", Name: "Comb for hair", ID: 906, Description: description("Against the fall of hair") },
    ]),
  );

  test("a word in the name weighs more than in a tag, in the short description, in the description", async () => {
    expect(await search("marigold")).toEqual(["Marigold capsules", "Shelf box", "Carrot drink", "Plain capsules"]);
  });

  test("values of the facts are searched, their labels are not", async () => {
    expect(await search("lakeside")).toEqual(["Comb for hair", "Marigold capsules", "Plain capsules"]);
    expect(await search("shipping")).toEqual([]);
  });

  test("products need not have stop words", async () => {
    expect(await search("box for the shelf")).toEqual(["Shelf box"]);
  });

  test("a synonym finds its meanings, in the same search and its plural, until it is removed", async () => {
    expect(await search("hair fall")).toEqual(["Comb for hair"]);
    await putSynonym(database.db, { phrase: "Hair Fall", meanings: ["biotin", "marigold capsule"], isMutual: false });
    expect(await search("hair falls")).toEqual(["Biotin", "Marigold capsules", "Comb for hair", "Plain capsules"]);
    expect(await search("hair fall nails")).toEqual(["Biotin"]);
    expect(await search("biotin")).toEqual(["Biotin"]);
    await putSynonym(database.db, { phrase: "hair fall", meanings: ["biotin"], isMutual: true });
    expect(await search("biotin")).toEqual(["Biotin", "Comb for hair"]);
    await removeSynonym(database.db, "HAIR fall");
    expect(await search("hair fall")).toEqual(["Comb for hair"]);
  });

  test("an ignored phrase is left out, unless it is all there is", async () => {
    await putSynonym(database.db, { phrase: "price in pakistan", meanings: [], isMutual: false });
    await putSynonym(database.db, { phrase: "box", meanings: [], isMutual: false });
    expect(await search("biotin price in pakistan")).toEqual(["Biotin"]);
    expect(await search("box")).toEqual(["Shelf box"]);
    await removeSynonym(database.db, "box");
  });

  test("a misspelled word of a synonym is corrected", async () => {
    await putSynonym(database.db, { phrase: "gajar", meanings: ["carrot"], isMutual: false });
    expect(await parse("gajjar")).toMatchObject({ correction: "gajar", isFound: false });
    expect(await search("gajjar")).toEqual(["Carrot drink"]);
  });

  test("short words are corrected by letters, to the nearest one", async () => {
    expect(await parse("wey 2kg")).toMatchObject({ correction: "whey 2kg" });
    expect(await parse("boitin")).toMatchObject({ correction: "biotin" });
    expect(await parse("boitin", true)).toMatchObject({ correction: "biotin", kept: null, isFound: false });
  });

  test("words are left out until a product has the others, keeping the rarest", async () => {
    expect(await parse("biotin carrot shampoo")).toMatchObject({ kept: "biotin", correction: null, isFound: false });
    expect(await parse("marigold vitamin tablets")).toMatchObject({ kept: "vitamin tablets" });
    expect(await parse("shampoo soap")).toMatchObject({ kept: null, isFound: false });
  });
});
