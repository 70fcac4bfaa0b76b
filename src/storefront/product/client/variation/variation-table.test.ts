import { expect, test } from "vitest";
import { packVariations, readEmbedded, readTable } from "./variation-table.ts";

type Packed = Parameters<typeof packVariations>[0][number];

const variation = (id: number, size: string): Packed =>
  ({
    attributes: { attribute_size: size, attribute_flavour: "" },
    variation_id: id,
    price_html: "",
    variation_is_active: id !== 3,
    is_in_stock: id !== 2,
    image: { src: "/media/a.jpg" },
    max_qty: id === 2 ? 5 : "",
  }) as unknown as Packed;

const variations = [variation(1, "60"), variation(2, "120"), variation(3, "120")];

test("reads back what was packed, through JSON", () => {
  const table = JSON.parse(JSON.stringify(packVariations(variations)));
  expect(readTable(table).map((listed) => listed.get())).toEqual(variations);
});

test("stores a value shared by all rows once", () => {
  const { fields, attributes } = packVariations(variations);
  expect(fields.image).toEqual({ values: [{ src: "/media/a.jpg" }] });
  expect(attributes.attribute_size).toEqual({ values: ["60", "120"], at: [0, 1, 1] });
});

test("omits `at` if every row has its own value", () => {
  expect(packVariations(variations).fields.variation_id).toEqual({ values: [1, 2, 3] });
});

test("lists embedded variations like those of a table", () => {
  const listed = ({ attributes, isActive, isInStock }: ReturnType<typeof readTable>[number]) => ({
    attributes,
    isActive,
    isInStock,
  });
  const embedded = readEmbedded(variations);
  expect(readTable(packVariations(variations)).map(listed)).toEqual(embedded.map(listed));
});

test("packs an empty list", () => {
  expect(readTable(packVariations([]))).toEqual([]);
});
