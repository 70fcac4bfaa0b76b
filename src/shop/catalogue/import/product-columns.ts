import { gramsOf, millimetresOf } from "../measures.rules.ts";

/** The columns of the field's product list by their headings. */
const headings = {
  id: "id",
  type: "type",
  sku: "sku",
  name: "name",
  published: "published",
  featured: "is featured?",
  visibility: "visibility in catalog",
  shortDescription: "short description",
  description: "description",
  saleStarts: "date sale price starts",
  saleEnds: "date sale price ends",
  taxStatus: "tax status",
  taxClass: "tax class",
  inStock: "in stock?",
  stock: "stock",
  lowStock: "low stock amount",
  backorders: "backorders allowed?",
  soldIndividually: "sold individually?",
  weight: "weight",
  length: "length",
  width: "width",
  height: "height",
  reviewsAllowed: "allow customer reviews?",
  purchaseNote: "purchase note",
  salePrice: "sale price",
  regularPrice: "regular price",
  categories: "categories",
  tags: "tags",
  shippingClass: "shipping class",
  images: "images",
  downloadLimit: "download limit",
  downloadExpiry: "download expiry days",
  parent: "parent",
  grouped: "grouped products",
  upsells: "upsells",
  crossSells: "cross-sells",
  externalUrl: "external url",
  buttonText: "button text",
  position: "position",
} as const;

export type ColumnName = keyof typeof headings;
export type MeasureName = "weight" | "length" | "width" | "height";

const nameByHeading = new Map(Object.entries(headings).map(([name, heading]) => [heading, name as ColumnName]));

/** How many grams or millimetres one unit is. */
const units: Readonly<Record<"mass" | "length", Readonly<Record<string, number>>>> = {
  mass: { ...gramsOf, lb: gramsOf.lbs },
  length: millimetresOf,
};

export interface AttributeColumns {
  name?: number;
  values?: number;
  visible?: number;
  global?: number;
  default?: number;
}

export interface DownloadColumns {
  id?: number;
  name?: number;
  url?: number;
}

/** Where in a row each thing stands. A column that the file has not is missing here: an import leaves it as it is. */
export interface ProductColumns {
  at: Partial<Record<ColumnName, number>>;
  /** Grams or millimetres of one unit of the column. */
  scale: Record<MeasureName, number>;
  attributes: AttributeColumns[];
  downloads: DownloadColumns[];
  meta: { key: string; index: number }[];
  /** Headings that mean nothing here. */
  ignored: string[];
}

/**
 * Reads the heading row; case and blanks do not matter.
 * @returns a text when the file cannot be a product list: an unknown unit, or nothing to know a product by.
 */
export function readHeadings(cells: readonly string[]): ProductColumns | string {
  const columns: ProductColumns = {
    at: {},
    scale: { weight: 1000, length: 10, width: 10, height: 10 },
    attributes: [],
    downloads: [],
    meta: [],
    ignored: [],
  };
  for (const [index, cell] of cells.entries()) {
    const problem = readHeading(columns, cell.normalize("NFKC").trim().replace(/\s+/g, " "), index);
    if (problem) return problem;
  }
  if (columns.at.sku === undefined && columns.at.id === undefined && columns.at.name === undefined)
    return "no product list: a column ID, SKU or Name is needed";
  // Object.values leaves out the numbers that the file skips.
  return { ...columns, attributes: Object.values(columns.attributes), downloads: Object.values(columns.downloads) };
}

function readHeading(columns: ProductColumns, heading: string, index: number): string | undefined {
  const lower = heading.toLowerCase();
  const plain = nameByHeading.get(lower as (typeof headings)[ColumnName]);
  if (plain) columns.at[plain] ??= index;
  else if (readMeasure(columns, lower, index)) return undefined;
  else if (/^(weight|length|width|height) \(/.test(lower)) return `the unit of "${heading}" is not known`;
  else if (!readNumbered(columns, lower, index) && !readMeta(columns, heading, index)) columns.ignored.push(heading);
  return undefined;
}

function readMeasure(columns: ProductColumns, heading: string, index: number): boolean {
  const match = /^(weight|length|width|height) \(\s*([a-z]+)\s*\)$/.exec(heading);
  const name = match?.[1] as MeasureName | undefined;
  const scale = units[name === "weight" ? "mass" : "length"][match?.[2] ?? ""];
  if (!name || scale === undefined) return false;
  columns.at[name] ??= index;
  columns.scale[name] = scale;
  return true;
}

/** "Attribute 2 value(s)", "Download 1 URL". */
function readNumbered(columns: ProductColumns, heading: string, index: number): boolean {
  const match = /^(attribute|download) ([1-9]\d{0,2}) (name|value\(s\)|values|visible|global|default|id|url)$/.exec(
    heading,
  );
  if (!match) return false;
  const [, group, number = "", what = ""] = match;
  const list = (group === "attribute" ? columns.attributes : columns.downloads) as Record<string, number>[];
  const entry = (list[Number(number) - 1] ??= {});
  entry[what.startsWith("value") ? "values" : what] ??= index;
  return true;
}

/** "Meta: anything"; the trade number is kept as the meta data that the field keeps it in. */
function readMeta(columns: ProductColumns, heading: string, index: number): boolean {
  const key = /^gtin, upc, ean, or isbn$/i.test(heading) ? "_global_unique_id" : /^meta:\s*(\S.*)$/i.exec(heading)?.[1];
  if (key === undefined || key.length > 200) return false;
  columns.meta.push({ key, index });
  return true;
}
