import { expect, test } from "vitest";
import { packVariations, unpackVariations } from "./variation-table.ts";

type Packed = Parameters<typeof packVariations>[0][number];

const variation = (id: number, size: string): Packed =>
  ({
    attributes: { attribute_size: size, attribute_flavour: "" },
    variation_id: id,
    price_html: "",
    image: { src: "/media/a.jpg" },
    max_qty: id === 2 ? 5 : "",
  }) as unknown as Packed;

const variations = [variation(1, "60"), variation(2, "120"), variation(3, "120")];

test("what was packed comes out again, through JSON", () => {
  const table = JSON.parse(JSON.stringify(packVariations(variations)));
  expect(unpackVariations(table)).toEqual(variations);
});

test("a value that all share is written once", () => {
  const { fields, attributes } = packVariations(variations);
  expect(fields.image).toEqual({ values: [{ src: "/media/a.jpg" }] });
  expect(attributes.attribute_size).toEqual({ values: ["60", "120"], at: [0, 1, 1] });
});

test("no variations", () => {
  expect(unpackVariations(packVariations([]))).toEqual([]);
});
