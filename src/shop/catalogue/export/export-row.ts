import type { InferSelectModel } from "drizzle-orm";
import type { products } from "#db/tables/catalogue.ts";
import { type Currency, toDecimal } from "#platform/money.ts";
import { writeBulkOffer } from "../bulk-offer.rules.ts";
import { escapeCell, joinList, writeDescription } from "../import/csv-values.ts";
import type { LinkKind } from "../import/product-row.ts";
import { ownMetaKeys } from "../import/product-row-values.ts";

/** A product with all that an export says of it. */
export interface ExportedProduct {
  product: InferSelectModel<typeof products>;
  parent: { id: number; sku: string | null; managesStock: boolean } | null;
  /** "Vitamins > Single vitamins" */
  categories: string[];
  tags: string[];
  /** Paths beside the file, or URLs. */
  images: string[];
  attributes: {
    name: string;
    values: string[];
    isVisible: boolean | null;
    isGlobal: boolean;
    defaultOption: string | null;
  }[];
  downloads: { key: string; name: string; file: string }[];
  links: { kind: LinkKind; id: number; sku: string | null }[];
}

/** How many columns of each kind the file has: the most that any product needs. */
export interface ExportWidths {
  attributes: number;
  downloads: number;
  /** Keys of the meta columns, in their order. */
  metaKeys: string[];
}

type Cell = readonly [heading: string, value: (exported: ExportedProduct, currency: Currency) => string | number];

const flag = (value: boolean) => (value ? 1 : 0);
/** A whole number of thousandths or tenths as a decimal numeral: 210 g are "0.21" kg. */
const scaled = (value: number | null, digits: number) =>
  value === null ? "" : String(Number((value / 10 ** digits).toFixed(digits)));
const money = (value: number | null, currency: Currency) => (value === null ? "" : toDecimal(value, currency));
const refOf = ({ id, sku }: { id: number; sku: string | null }) => sku ?? `id:${id}`;
const linked = ({ links }: ExportedProduct, kind: LinkKind) =>
  joinList(links.filter((link) => link.kind === kind).map(refOf));

/** The field's columns, in its order and with its headings. */
const cells: readonly Cell[] = [
  ["ID", ({ product }) => product.id],
  ["Type", typeOf],
  ["SKU", ({ product }) => product.sku ?? ""],
  ["Name", ({ product }) => product.name],
  ["Published", ({ product }) => ({ publish: 1, private: 0, draft: -1, pending: 2 })[product.status]],
  ["Is featured?", ({ product }) => flag(product.featured)],
  ["Visibility in catalog", ({ product }) => product.visibility],
  ["Short description", ({ product }) => writeDescription(product.shortDescription)],
  ["Description", ({ product }) => writeDescription(product.description)],
  ["Date sale price starts", ({ product }) => dateOf(product.saleStartsAt, "00:00:00")],
  ["Date sale price ends", ({ product }) => dateOf(lastSecondOf(product.saleEndsAt), "23:59:59")],
  ["Tax status", ({ product }) => product.taxStatus],
  ["Tax class", ({ product }) => product.taxClass],
  ["In stock?", ({ product }) => ({ instock: 1, outofstock: 0, onbackorder: "backorder" })[product.stockStatus]],
  ["Stock", stockOf],
  ["Low stock amount", ({ product }) => product.lowStockAmount ?? ""],
  ["Backorders allowed?", ({ product }) => ({ no: 0, yes: 1, notify: "notify" })[product.backorders]],
  ["Sold individually?", ({ product }) => flag(product.soldIndividually)],
  ["Weight (kg)", ({ product }) => scaled(product.weightGrams, 3)],
  ["Length (cm)", ({ product }) => scaled(product.lengthMm, 1)],
  ["Width (cm)", ({ product }) => scaled(product.widthMm, 1)],
  ["Height (cm)", ({ product }) => scaled(product.heightMm, 1)],
  ["Allow customer reviews?", ({ product }) => flag(product.reviewsAllowed)],
  ["Purchase note", ({ product }) => product.purchaseNote],
  ["Sale price", ({ product }, currency) => money(product.salePrice, currency)],
  ["Regular price", ({ product }, currency) => money(product.regularPrice, currency)],
  ["Categories", ({ categories }) => joinList(categories)],
  ["Tags", ({ tags }) => joinList(tags)],
  ["Shipping class", ({ product }) => product.shippingClass],
  ["Images", ({ images }) => joinList(images)],
  ["Download limit", ({ product }) => product.downloadLimit ?? ""],
  ["Download expiry days", ({ product }) => product.downloadExpiryDays ?? ""],
  ["Parent", ({ parent }) => (parent ? refOf(parent) : "")],
  ["Grouped products", (exported) => linked(exported, "grouped")],
  ["Upsells", (exported) => linked(exported, "upsell")],
  ["Cross-sells", (exported) => linked(exported, "cross_sell")],
  ["External URL", ({ product }) => product.externalUrl],
  ["Button text", ({ product }) => product.buttonText],
  ["Position", ({ product }) => product.position],
];

/** The columns of a file: the fixed ones, then as many attributes, downloads and meta data as are needed. */
export function exportCells(widths: ExportWidths): readonly Cell[] {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  return [
    ...cells,
    ...numbers(widths.attributes).flatMap(attributeCells),
    ...numbers(widths.downloads).flatMap(downloadCells),
    ...widths.metaKeys.map((key): Cell => [`Meta: ${key}`, ({ product }, currency) => metaOf(product, key, currency)]),
  ];
}

/** A product as a row of the file. */
export function exportRow(exported: ExportedProduct, columns: readonly Cell[], currency: Currency): string[] {
  return columns.map(([, value]) => escapeCell(String(value(exported, currency))));
}

function attributeCells(index: number): Cell[] {
  const cell = (what: string, value: (attribute: ExportedProduct["attributes"][number]) => string | number): Cell => [
    `Attribute ${index + 1} ${what}`,
    ({ attributes }) => (attributes[index] ? value(attributes[index]) : ""),
  ];
  return [
    cell("name", ({ name }) => name),
    cell("value(s)", ({ values }) => joinList(values)),
    cell("visible", ({ isVisible }) => (isVisible === null ? "" : flag(isVisible))),
    cell("global", ({ isGlobal }) => flag(isGlobal)),
    cell("default", ({ defaultOption }) => defaultOption ?? ""),
  ];
}

function downloadCells(index: number): Cell[] {
  return [
    [`Download ${index + 1} ID`, ({ downloads }) => downloads[index]?.key ?? ""],
    [`Download ${index + 1} name`, ({ downloads }) => downloads[index]?.name ?? ""],
    [`Download ${index + 1} URL`, ({ downloads }) => downloads[index]?.file ?? ""],
  ];
}

function metaOf(product: ExportedProduct["product"], key: string, currency: Currency): string {
  if (key === ownMetaKeys.offer) return offerOf(product, currency);
  if (key === ownMetaKeys.minQuantity) return String(product.minQuantity ?? "");
  if (key === ownMetaKeys.maxQuantity) return String(product.maxQuantity ?? "");
  const meta = product.extraMeta as Record<string, unknown>;
  const value = Object.hasOwn(meta, key) ? meta[key] : "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function offerOf({ offerPieces: pieces, offerPrice: price }: ExportedProduct["product"], currency: Currency): string {
  return pieces !== null && price !== null ? writeBulkOffer({ pieces, price }, currency) : "";
}

function typeOf({ product }: ExportedProduct): string {
  const { type, isDownloadable, isVirtual } = product;
  return [type, ...(isDownloadable ? ["downloadable"] : []), ...(isVirtual ? ["virtual"] : [])].join(", ");
}

function stockOf({ product, parent }: ExportedProduct): string | number {
  if (product.managesStock) return product.stockQuantity ?? 0;
  return parent?.managesStock ? "parent" : "";
}

/** A moment as a date when it is the day's first or last second, as the column has it; otherwise with its time. */
function dateOf(moment: Date | null, wholeDay: string): string {
  if (!moment) return "";
  const [day = "", rest = ""] = moment.toISOString().split("T");
  const time = rest.slice(0, 8);
  return time === wholeDay ? day : `${day} ${time}`;
}

/** A sale that ends at midnight is over with the day before. */
function lastSecondOf(moment: Date | null): Date | null {
  return moment && moment.getTime() % 86_400_000 === 0 ? new Date(moment.getTime() - 1000) : moment;
}
