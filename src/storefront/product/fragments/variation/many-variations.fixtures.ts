import { createHash } from "node:crypto";
import type { Picture } from "#shop/catalogue/pictures/picture.ts";
import type { ProductDetail, Variation } from "#shop/catalogue/product.ts";

const attributes = {
  pa_count: ["30", "60", "90", "120", "240"],
  pa_size: ["S", "M", "L", "XL", "XXL"],
  pa_colour: Array.from({ length: 10 }, (_, index) => `colour-${index}`),
  pa_cloth: ["cotton", "wool", "linen", "silk"],
};

/** Returns a generator of reproducible pseudo-random integers less than `below`. */
function numbers(): (below: number) => number {
  let state = 20_261_122;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

function pictureOf(index: number): Picture {
  const name = createHash("sha256").update(String(index)).digest("hex").slice(0, 16);
  const widths = [400, 800, 1600];
  return {
    id: 500 + index,
    file: `${name}.jpg`,
    width: 2000,
    height: 2000,
    alt: `Shade ${index}`,
    title: "",
    caption: "",
    renditions: (["avif", "jpeg", "webp"] as const).flatMap((format) =>
      widths.map((width) => ({ format, width, height: width, file: `${name}-${width}.${format}` })),
    ),
  };
}

const choices = Object.entries(attributes).reduce<Record<string, string>[]>(
  (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
  [{}],
);

/**
 * Returns a product with 1,000 variations of four attributes, with SKUs such as ABC-001-60-M, 20 prices and 12
 * pictures.
 */
export function manyVariations(): ProductDetail {
  const next = numbers();
  const pictures = Array.from({ length: 12 }, (_, index) => pictureOf(index));
  let id = 2000;
  const variations = choices.map((chosen, index): Variation => {
    id += next(10) === 0 ? 2 : 1;
    const regularPrice = 1000 + next(20) * 50;
    const isOut = next(10) === 0;
    return {
      id,
      sku: `ABC-${String(index + 1).padStart(3, "0")}-${chosen.pa_count}-${chosen.pa_size}`,
      attributes: chosen,
      regularPrice,
      price: regularPrice,
      bulkOffer: null,
      availability: {
        status: isOut ? "outofstock" : "instock",
        isPurchasable: !isOut,
        remaining: next(8) === 0 ? next(5) + 1 : null,
        minQuantity: 1,
        maxQuantity: null,
        soldIndividually: false,
        backorders: "no",
      },
      picture: pictures[next(12)] ?? null,
      description: "",
      weight: { value: 0.5, unit: "kg" },
      dimensions: { length: 10, width: 5, height: 2, unit: "cm" },
      isVirtual: false,
      isDownloadable: false,
    };
  });
  return {
    variations,
    allPictures: pictures,
    price: { min: 1000, max: 1950, was: null, saving: 0 },
  } as Partial<ProductDetail> as ProductDetail;
}

/** Its attributes as drop-downs, with their wire names. */
export const manyLists = Object.entries(attributes).map(([name, values]) => ({ name: `attribute_${name}`, values }));
