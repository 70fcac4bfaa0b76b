import { type Currency, parseDecimal } from "#platform/money.ts";
import { readBulkOffer } from "../bulk-offer.rules.ts";
import { productFacts } from "../product-facts.ts";
import { sanitiseRichText } from "../sanitise.ts";
import { readDescription, splitList } from "./csv-values.ts";
import type { MeasureName, ProductColumns } from "./product-columns.ts";
import type { ProductValues } from "./product-row.ts";
import { type RowReader, short } from "./row-reader.ts";

const types = ["simple", "variable", "variation", "grouped", "external"] as const;

/** Spellings of "Published": the field's own numbers are 1 published, 0 private, -1 draft, 2 waiting for a review. */
const statuses: Readonly<Record<string, ProductValues["status"]>> = {
  "": "publish",
  1: "publish",
  true: "publish",
  0: "private",
  "-1": "draft",
  false: "draft",
  2: "pending",
};

/** Keys of meta data that are columns here. */
export const ownMetaKeys = { minQuantity: "_min_qty", maxQuantity: "_max_qty", offer: "_offer" } as const;

/** What a row says of the columns of `products`, each only when the file has a column for it. */
export function readValues(
  reader: RowReader,
  columns: ProductColumns,
  currency: Currency,
  identity: { sku: string | null; isVariation: boolean },
): ProductValues {
  const { at } = columns;
  const values: Record<string, unknown> = {
    sku: at.sku === undefined ? undefined : identity.sku,
    name: reader.text(at.name, 500, "Name"),
    status: readStatus(reader, at.published, identity.isVariation),
    featured: reader.flag(at.featured, "Is featured?", false),
    visibility: reader.choice(at.visibility, "Visibility in catalog", {
      "": "visible",
      visible: "visible",
      catalog: "catalog",
      search: "search",
      hidden: "hidden",
    }),
    taxStatus: reader.choice(at.taxStatus, "Tax status", {
      "": "taxable",
      taxable: "taxable",
      shipping: "shipping",
      none: "none",
      true: "taxable",
      false: "none",
    }),
    taxClass: reader.text(at.taxClass, 200, "Tax class"),
    soldIndividually: reader.flag(at.soldIndividually, "Sold individually?", false),
    reviewsAllowed: reader.flag(at.reviewsAllowed, "Allow customer reviews?", true),
    shippingClass: reader.text(at.shippingClass, 200, "Shipping class"),
    downloadLimit: limitOf(reader.integer(at.downloadLimit, "Download limit", -1)),
    downloadExpiryDays: limitOf(reader.integer(at.downloadExpiry, "Download expiry days", -1)),
    externalUrl: readUrl(reader, at.externalUrl),
    buttonText: reader.text(at.buttonText, 200, "Button text"),
    position: reader.integer(at.position, "Position", -2_147_483_648),
    ...readType(reader, at.type),
    ...readTexts(reader, columns),
    ...readStock(reader, columns),
    ...readPrices(reader, columns, currency),
    ...readMeasures(reader, columns),
    ...readQuantities(reader, columns),
    ...readOffer(reader, columns, currency),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as ProductValues;
}

/** A draft's variations are exported as drafts too; a variation itself is only ever on or off. */
function readStatus(reader: RowReader, index: number | undefined, isVariation: boolean): ProductValues["status"] {
  const status = reader.choice(index, "Published", statuses);
  return isVariation && (status === "draft" || status === "pending") ? "publish" : status;
}

function readType(reader: RowReader, index: number | undefined): ProductValues {
  const cell = reader.text(index);
  if (cell === undefined) return {};
  const words = splitList(cell.toLowerCase());
  const given = words.filter((word) => word !== "virtual" && word !== "downloadable");
  const type = types.find((one) => one === (given[0] ?? "simple"));
  if (!type || given.length > 1) reader.refuse(`Type "${short(cell)}" is not known`);
  return {
    type: type ?? "simple",
    isVirtual: words.includes("virtual"),
    isDownloadable: words.includes("downloadable"),
  };
}

function readTexts(reader: RowReader, { at }: ProductColumns): Record<string, unknown> {
  const rich = (index: number | undefined, heading: string) => {
    const cell = reader.text(index, 1_000_000, heading);
    return cell === undefined ? undefined : sanitiseRichText(readDescription(cell));
  };
  const note = reader.text(at.purchaseNote, 10_000, "Purchase note");
  const description = rich(at.description, "Description");
  return {
    shortDescription: rich(at.shortDescription, "Short description"),
    description,
    facts: description === undefined ? undefined : productFacts(description),
    purchaseNote: note === undefined ? undefined : sanitiseRichText(note),
  };
}

/** An empty "Stock" means that it is not counted; "parent" on a variation, that the product's own is. */
function readStock(reader: RowReader, { at }: ProductColumns): Record<string, unknown> {
  const isCounted = !["", "parent"].includes(reader.text(at.stock)?.toLowerCase() ?? "");
  const quantity = isCounted ? reader.integer(at.stock, "Stock", -2_147_483_648) : null;
  return {
    managesStock: at.stock === undefined ? undefined : isCounted,
    stockQuantity: at.stock === undefined ? undefined : isCounted ? (quantity ?? 0) : null,
    stockStatus: reader.choice(at.inStock, "In stock?", {
      "": "instock",
      1: "instock",
      yes: "instock",
      instock: "instock",
      true: "instock",
      0: "outofstock",
      no: "outofstock",
      outofstock: "outofstock",
      false: "outofstock",
      backorder: "onbackorder",
      onbackorder: "onbackorder",
    }),
    backorders: reader.choice(at.backorders, "Backorders allowed?", {
      "": "no",
      0: "no",
      no: "no",
      false: "no",
      1: "yes",
      yes: "yes",
      true: "yes",
      notify: "notify",
    }),
    lowStockAmount: reader.integer(at.lowStock, "Low stock amount", 0),
  };
}

function readPrices(reader: RowReader, { at }: ProductColumns, currency: Currency): Record<string, unknown> {
  return {
    regularPrice: readPrice(reader, at.regularPrice, "Regular price", currency),
    salePrice: readPrice(reader, at.salePrice, "Sale price", currency),
    saleStartsAt: readDate(reader, at.saleStarts, "Date sale price starts", "00:00:00"),
    saleEndsAt: readDate(reader, at.saleEnds, "Date sale price ends", "23:59:59"),
  };
}

function readPrice(
  reader: RowReader,
  index: number | undefined,
  heading: string,
  currency: Currency,
): number | null | undefined {
  const text = reader.text(index);
  if (text === undefined) return undefined;
  if (text === "") return null;
  // Shops with a decimal comma export it; three digits behind one could as well be thousands.
  const price = parseDecimal(/^\d+,\d{1,2}$/.test(text) ? text.replace(",", ".") : text, currency);
  if (price !== undefined) return price;
  reader.refuse(`${heading} "${short(text)}" ${whyNoPrice(text, currency)}`);
  return null;
}

function whyNoPrice(text: string, { minorUnit }: Currency): string {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text))
    return `is no price: write it without commas, as ${text.replaceAll(",", "")}`;
  return /^\d+[.,]\d+$/.test(text) ? `has more decimals than the shop's ${minorUnit}` : "is no price";
}

/** A date is a whole day in the shop's time, which is UTC; a time is honoured where the file has one. */
function readDate(
  reader: RowReader,
  index: number | undefined,
  heading: string,
  time: string,
): Date | null | undefined {
  const text = reader.text(index);
  if (text === undefined) return undefined;
  if (text === "") return null;
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?Z?)?$/.exec(text);
  const [, day = "", hour = "00", minute = "00", second = "00"] = match ?? [];
  const given = `${hour.padStart(2, "0")}:${minute}:${second}`;
  // Midnight is how a day without a time is exported.
  const date = new Date(`${day}T${given === "00:00:00" ? time : given}Z`);
  const isReal = match && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  if (isReal) return date;
  reader.refuse(`${heading} "${short(text)}" is no date like 2026-12-31`);
  return null;
}

function readMeasures(reader: RowReader, { at, scale }: ProductColumns): Record<string, unknown> {
  const measure = (name: MeasureName) => reader.measure(at[name], name[0]?.toUpperCase() + name.slice(1), scale[name]);
  return {
    weightGrams: measure("weight"),
    lengthMm: measure("length"),
    widthMm: measure("width"),
    heightMm: measure("height"),
  };
}

function readQuantities(reader: RowReader, { meta }: ProductColumns): Record<string, unknown> {
  const read = (key: string) => reader.integer(meta.find((one) => one.key === key)?.index, `Meta: ${key}`, 1);
  return { minQuantity: read(ownMetaKeys.minQuantity), maxQuantity: read(ownMetaKeys.maxQuantity) };
}

function readOffer(reader: RowReader, { meta }: ProductColumns, currency: Currency): Record<string, unknown> {
  const text = reader.text(meta.find(({ key }) => key === ownMetaKeys.offer)?.index);
  if (text === undefined) return {};
  const offer = readBulkOffer(text, currency);
  if (!offer && text !== "") reader.refuse(`Meta: _offer "${short(text)}" is not written as "2 for 5499"`);
  return { offerPieces: offer?.pieces ?? null, offerPrice: offer?.price ?? null };
}

function readUrl(reader: RowReader, index: number | undefined): string | undefined {
  const text = reader.text(index, 2000, "External URL");
  if (text === undefined || text === "" || /^https?:\/\/[^\s/]/i.test(text)) return text;
  reader.refuse(`External URL "${short(text)}" does not begin with http:// or https://`);
  return "";
}

/** -1 and 0 are the field's "without limit". */
function limitOf(value: number | null | undefined): number | null | undefined {
  return typeof value === "number" && value < 1 ? null : value;
}
