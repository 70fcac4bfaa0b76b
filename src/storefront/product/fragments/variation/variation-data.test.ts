import { brotliCompressSync, constants } from "node:zlib";
import { expect, test } from "vitest";
import { matchVariation, settledChoice } from "#shop/catalogue/variations/variations.rules.ts";
import { localeOf } from "../../../layout/fragments/locale-of.ts";
import { readTable, type VariationTable } from "../../client/variation/variation-table.ts";
import { manyLists, manyVariations } from "./many-variations.fixtures.ts";
import { variationData, variationsJson, variationTableJson } from "./variation-data.tsx";

const locale = localeOf("en", { code: "PKR", symbol: "Rs", minorUnit: 0 });
const product = manyVariations();

test("1,000 variations of four attributes take less than 15 kB compressed", () => {
  const { BROTLI_PARAM_QUALITY } = constants;
  const bytes = brotliCompressSync(variationTableJson(product, locale), { params: { [BROTLI_PARAM_QUALITY]: 5 } });
  process.stdout.write(`1,000 variations: ${bytes.length} bytes\n`);
  expect(bytes.length).toBeLessThan(15_000);
});

test("the table holds the same data as the embedded list", () => {
  const table = JSON.parse(variationTableJson(product, locale)) as VariationTable;
  expect(readTable(table).map((listed) => listed.get())).toEqual(JSON.parse(variationsJson(product, locale)));
});

test("matching and filtering 1,000 variations takes at most 2 ms (median of 200 choices)", () => {
  const listed = readTable(JSON.parse(variationTableJson(product, locale)) as VariationTable);
  const times = Array.from({ length: 200 }, (_, turn) => {
    const asked = manyLists.map(({ name, values }, at) => [name, values[(turn * 7 + at * 3) % values.length] ?? ""]);
    // One choice in five is incomplete.
    const chosen = Object.fromEntries(asked.map(([name, value], at) => [name, turn % 5 === at ? "" : value]));
    const began = performance.now();
    matchVariation(listed, settledChoice(manyLists, listed, chosen).choice);
    return performance.now() - began;
  }).toSorted((a, b) => a - b);
  const median = times[100] ?? Number.NaN;
  process.stdout.write(`a choice among 1,000 variations: ${median.toFixed(3)} ms\n`);
  expect(median).toBeLessThanOrEqual(2);
});

test("a variation without a picture shows the product's", () => {
  const [first] = product.variations;
  if (!first) throw new Error("No variation");
  const plain = { ...product, variations: [{ ...first, picture: null }] };
  const [variation = first] = plain.variations;
  expect(variationData(plain, variation, locale)).toMatchObject({ image_id: 500, image: { alt: "Shade 0" } });
});
