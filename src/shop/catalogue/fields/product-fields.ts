import { toDecimal } from "#platform/money.ts";
import { writeBulkOffer } from "../bulk-offer.rules.ts";
import { joinList, splitCategory, writeDescription } from "../import/read/csv-values.ts";
import { productFacts } from "../product-facts.ts";
import {
  readBackorders,
  readStatus,
  readStock,
  readStockStatus,
  readType,
  writeSaleEnd,
  writeSaleStart,
} from "./field-cells.ts";
import {
  columnField,
  linkField,
  type MeasureUnits,
  type ProductColumnValues,
  type ProductField,
  textField,
  videoField,
} from "./product-field.ts";
import { writeReference } from "./product-reference.ts";

/** Most pictures by which a product can be turned: all are loaded when it is. */
const maxSpinFrames = 100;

const flag = (value: boolean) => (value ? 1 : 0);
const kilograms: MeasureUnits = { kind: "mass", unit: "kg", scale: 1000 };
const centimetres: MeasureUnits = { kind: "length", unit: "cm", scale: 10 };

/** Converts grams or millimetres to the exported unit: 210 g are "0.21" kg. */
const measured = (value: number | null, { scale }: MeasureUnits) =>
  value === null ? "" : String(Number((value / scale).toFixed(Math.log10(scale))));

/**
 * Every field of the product list, in the order of the protocol's export. Import, export, new products, the product
 * page and the search use this list. A column of `products` without a field is a type error in `product-values.ts`.
 */
export const productFields = {
  id: { heading: "ID", columns: {}, write: ({ product }) => product.id },
  type: columnField({
    heading: "Type",
    columns: { type: "simple", isVirtual: false, isDownloadable: false },
    read: readType,
    write: ({ product: { type, isDownloadable, isVirtual } }) =>
      [type, ...(isDownloadable ? ["downloadable"] : []), ...(isVirtual ? ["virtual"] : [])].join(", "),
  }),
  sku: columnField({
    heading: "SKU",
    columns: { sku: null },
    read: ({ context }) => ({ sku: context.sku }),
    write: ({ product }) => product.sku ?? "",
  }),
  name: textField("Name", "name", 500),
  published: columnField({
    heading: "Published",
    columns: { status: "publish" },
    read: readStatus,
    write: ({ product }) => ({ publish: 1, private: 0, draft: -1, pending: 2 })[product.status],
  }),
  featured: columnField({
    heading: "Is featured?",
    columns: { featured: false },
    read: (cell) => ({ featured: cell.flag(false) }),
    write: ({ product }) => flag(product.featured),
  }),
  visibility: columnField({
    heading: "Visibility in catalog",
    columns: { visibility: "visible" },
    read: (cell) => ({
      visibility: cell.choice<ProductColumnValues["visibility"]>("visible", {
        visible: "visible",
        catalog: "catalog",
        search: "search",
        hidden: "hidden",
      }),
    }),
    write: ({ product }) => product.visibility,
  }),
  shortDescription: columnField({
    heading: "Short description",
    columns: { shortDescription: "" },
    read: (cell) => ({ shortDescription: cell.description(1_000_000) }),
    write: ({ product }) => writeDescription(product.shortDescription),
    isOnPage: true,
  }),
  description: columnField({
    heading: "Description",
    columns: { description: "", facts: [] },
    read: (cell) => {
      const description = cell.description(1_000_000);
      return { description, facts: productFacts(description) };
    },
    write: ({ product }) => writeDescription(product.description),
  }),
  saleStarts: columnField({
    heading: "Date sale price starts",
    columns: { saleStartsAt: null },
    read: (cell) => ({ saleStartsAt: cell.moment("00:00:00") }),
    write: ({ product }) => writeSaleStart(product.saleStartsAt),
  }),
  saleEnds: columnField({
    heading: "Date sale price ends",
    columns: { saleEndsAt: null },
    read: (cell) => ({ saleEndsAt: cell.moment("23:59:59") }),
    write: ({ product }) => writeSaleEnd(product.saleEndsAt),
  }),
  taxStatus: columnField({
    heading: "Tax status",
    columns: { taxStatus: "taxable" },
    read: (cell) => ({
      taxStatus: cell.choice<ProductColumnValues["taxStatus"]>("taxable", {
        taxable: "taxable",
        shipping: "shipping",
        none: "none",
        true: "taxable",
        false: "none",
      }),
    }),
    write: ({ product }) => product.taxStatus,
  }),
  taxClass: textField("Tax class", "taxClass", 200),
  inStock: columnField({
    heading: "In stock?",
    columns: { stockStatus: "instock" },
    read: readStockStatus,
    write: ({ product }) => ({ instock: 1, outofstock: 0, onbackorder: "backorder" })[product.stockStatus],
  }),
  stock: columnField({
    heading: "Stock",
    columns: { managesStock: false, stockQuantity: null },
    read: readStock,
    write: ({ product, parent }) =>
      product.managesStock ? (product.stockQuantity ?? 0) : parent?.managesStock ? "parent" : "",
  }),
  lowStock: columnField({
    heading: "Low stock amount",
    columns: { lowStockAmount: null },
    read: (cell) => ({ lowStockAmount: cell.integer(0) }),
    write: ({ product }) => product.lowStockAmount ?? "",
  }),
  backorders: columnField({
    heading: "Backorders allowed?",
    columns: { backorders: "no" },
    read: readBackorders,
    write: ({ product }) => ({ no: 0, yes: 1, notify: "notify" })[product.backorders],
  }),
  soldIndividually: columnField({
    heading: "Sold individually?",
    columns: { soldIndividually: false },
    read: (cell) => ({ soldIndividually: cell.flag(false) }),
    write: ({ product }) => flag(product.soldIndividually),
  }),
  weight: columnField({
    heading: "Weight",
    measure: kilograms,
    columns: { weightGrams: null },
    read: (cell) => ({ weightGrams: cell.measure() }),
    write: ({ product }) => measured(product.weightGrams, kilograms),
  }),
  length: columnField({
    heading: "Length",
    measure: centimetres,
    columns: { lengthMm: null },
    read: (cell) => ({ lengthMm: cell.measure() }),
    write: ({ product }) => measured(product.lengthMm, centimetres),
  }),
  width: columnField({
    heading: "Width",
    measure: centimetres,
    columns: { widthMm: null },
    read: (cell) => ({ widthMm: cell.measure() }),
    write: ({ product }) => measured(product.widthMm, centimetres),
  }),
  height: columnField({
    heading: "Height",
    measure: centimetres,
    columns: { heightMm: null },
    read: (cell) => ({ heightMm: cell.measure() }),
    write: ({ product }) => measured(product.heightMm, centimetres),
  }),
  reviewsAllowed: columnField({
    heading: "Allow customer reviews?",
    columns: { reviewsAllowed: true },
    read: (cell) => ({ reviewsAllowed: cell.flag(true) }),
    write: ({ product }) => flag(product.reviewsAllowed),
    isOnPage: true,
  }),
  purchaseNote: columnField({
    heading: "Purchase note",
    columns: { purchaseNote: "" },
    read: (cell) => ({ purchaseNote: cell.richText(10_000) }),
    write: ({ product }) => product.purchaseNote,
  }),
  salePrice: columnField({
    heading: "Sale price",
    columns: { salePrice: null },
    read: (cell) => ({ salePrice: cell.price() }),
    write: ({ product: { salePrice } }, currency) => (salePrice === null ? "" : toDecimal(salePrice, currency)),
  }),
  regularPrice: columnField({
    heading: "Regular price",
    columns: { regularPrice: null },
    read: (cell) => ({ regularPrice: cell.price() }),
    write: ({ product: { regularPrice } }, currency) =>
      regularPrice === null ? "" : toDecimal(regularPrice, currency),
  }),
  categories: {
    heading: "Categories",
    columns: {},
    read: (cell, row) => {
      row.categories = cell.list().map(splitCategory);
      if (row.categories.flat().some((name) => name.length > 200)) cell.refuse("a category's name is too long");
    },
    write: ({ categories }) => joinList(categories),
  },
  tags: {
    heading: "Tags",
    columns: {},
    read: (cell, row) => {
      row.tags = cell.list(200, "Tags");
    },
    write: ({ tags }) => joinList(tags),
  },
  shippingClass: textField("Shipping class", "shippingClass", 200),
  images: {
    heading: "Images",
    columns: {},
    read: (cell, row) => {
      row.images = cell.list(2000, "Images");
    },
    write: ({ images }) => joinList(images),
  },
  downloadLimit: columnField({
    heading: "Download limit",
    columns: { downloadLimit: null },
    read: (cell) => ({ downloadLimit: cell.limit() }),
    write: ({ product }) => product.downloadLimit ?? "",
  }),
  downloadExpiry: columnField({
    heading: "Download expiry days",
    columns: { downloadExpiryDays: null },
    read: (cell) => ({ downloadExpiryDays: cell.limit() }),
    write: ({ product }) => product.downloadExpiryDays ?? "",
  }),
  parent: { heading: "Parent", columns: {}, write: ({ parent }) => (parent ? writeReference(parent) : "") },
  grouped: linkField("Grouped products", "grouped"),
  upsells: linkField("Upsells", "upsell"),
  crossSells: linkField("Cross-sells", "cross_sell"),
  externalUrl: columnField({
    heading: "External URL",
    columns: { externalUrl: "" },
    read: (cell) => ({ externalUrl: cell.url(2000) }),
    write: ({ product }) => product.externalUrl,
  }),
  buttonText: textField("Button text", "buttonText", 200),
  position: columnField({
    heading: "Position",
    columns: { position: 0 },
    // An empty cell is null: mergeProduct keeps the position, or uses the row's.
    read: (cell) => ({ position: cell.integer(-2_147_483_648) as number }),
    write: ({ product }) => product.position,
  }),
  brand: textField("Brands", "brand", 200, { isOnPage: true, isSearched: true, isOfProductOnly: true }),
  minQuantity: columnField({
    heading: "Meta: _min_qty",
    columns: { minQuantity: null },
    read: (cell) => ({ minQuantity: cell.integer(1) }),
    write: ({ product }) => product.minQuantity ?? "",
  }),
  maxQuantity: columnField({
    heading: "Meta: _max_qty",
    columns: { maxQuantity: null },
    read: (cell) => ({ maxQuantity: cell.integer(1) }),
    write: ({ product }) => product.maxQuantity ?? "",
  }),
  offer: columnField({
    heading: "Meta: _offer",
    columns: { offerPieces: null, offerPrice: null },
    read: (cell) => {
      const offer = cell.bulkOffer();
      return { offerPieces: offer?.pieces ?? null, offerPrice: offer?.price ?? null };
    },
    write: ({ product: { offerPieces: pieces, offerPrice: price } }, currency) =>
      pieces !== null && price !== null ? writeBulkOffer({ pieces, price }, currency) : "",
  }),
  video: videoField("Meta: _chowk_video", "video", (video) => video.source),
  videoPoster: videoField("Meta: _chowk_video_poster", "videoPoster", (video) => video.poster),
  videoCaptions: videoField("Meta: _chowk_video_captions", "videoCaptions", (video) => video.captions),
  spin: {
    heading: "Meta: _chowk_spin",
    columns: {},
    read: (cell, row) => {
      const sources = cell.list(2000, "Meta: _chowk_spin");
      if (sources.length > maxSpinFrames) cell.refuse(`Meta: _chowk_spin has more than ${maxSpinFrames} pictures`);
      if (!cell.context.isVariation) row.spin = sources;
    },
    write: ({ spin }) => joinList(spin),
  },
} as const satisfies Record<string, ProductField>;

export type FieldName = keyof typeof productFields;

/** Returns a field by name, for code that treats all alike. */
export function fieldOf(name: FieldName): ProductField {
  return productFields[name];
}

/** Names of the fields, in the order of the list. */
export const fieldNames = Object.keys(productFields) as FieldName[];
