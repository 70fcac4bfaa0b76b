import { type FieldName, fieldNames, fieldOf } from "../../fields/product-fields.ts";
import { gramsOf, millimetresOf } from "../../measures.rules.ts";

/** Fields by heading; meta data keep their case. */
const nameByHeading = new Map(
  fieldNames.map((name) => {
    const { heading } = fieldOf(name);
    return [heading.startsWith("Meta: ") ? heading : heading.toLowerCase(), name];
  }),
);

/** Grams or millimetres of one unit. */
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

/** The index of each column. Missing columns are undefined: an import keeps those values. */
export interface ProductColumns {
  at: Partial<Record<FieldName, number>>;
  /** Grams or millimetres of one unit of a column that is a measure. */
  scale: Partial<Record<FieldName, number>>;
  attributes: AttributeColumns[];
  downloads: DownloadColumns[];
  meta: { key: string; index: number }[];
  /** Unknown headings. */
  ignored: string[];
}

/**
 * Reads the heading row, ignoring case and blanks.
 * @returns a text if the file is no product list: an unknown unit, or no column that identifies products
 */
export function readHeadings(cells: readonly string[]): ProductColumns | string {
  const columns: ProductColumns = {
    at: {},
    scale: {},
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
    return "not a product list: it needs a column ID, SKU or Name";
  // Object.values skips numbers that the file leaves out.
  return { ...columns, attributes: Object.values(columns.attributes), downloads: Object.values(columns.downloads) };
}

function readHeading(columns: ProductColumns, heading: string, index: number): string | undefined {
  const lower = heading.toLowerCase();
  const name = nameByHeading.get(lower);
  if (name) placeField(columns, name, index);
  else if (readMeasure(columns, lower, index)) return undefined;
  else if (measureHeading.test(lower)) return `the unit of "${heading}" is not known`;
  else if (!readNumbered(columns, lower, index) && !readMeta(columns, heading, index)) columns.ignored.push(heading);
  return undefined;
}

/** Of several columns for one field the first one counts. */
function placeField(columns: ProductColumns, name: FieldName, index: number, scale?: number): void {
  if (columns.at[name] !== undefined) return;
  const { measure } = fieldOf(name);
  columns.at[name] = index;
  if (measure) columns.scale[name] = scale ?? measure.scale;
}

const measures = fieldNames.filter((name) => fieldOf(name).measure);
const measureHeading = new RegExp(`^(${measures.map((name) => fieldOf(name).heading).join("|")}) \\(`, "i");

function readMeasure(columns: ProductColumns, heading: string, index: number): boolean {
  const [, what = "", unit = ""] = /^([a-z]+) \(\s*([a-z]+)\s*\)$/.exec(heading) ?? [];
  const name = nameByHeading.get(what);
  const measure = name && fieldOf(name).measure;
  const scale = measure && units[measure.kind][unit];
  if (!name || scale === undefined) return false;
  placeField(columns, name, index, scale);
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

/** "Meta: anything"; the GTIN is stored as the protocol's meta data. */
function readMeta(columns: ProductColumns, heading: string, index: number): boolean {
  const key = /^gtin, upc, ean, or isbn$/i.test(heading) ? "_global_unique_id" : /^meta:\s*(\S.*)$/i.exec(heading)?.[1];
  if (key === undefined || key.length > 200) return false;
  const field = nameByHeading.get(`Meta: ${key}`);
  if (field) placeField(columns, field, index);
  else columns.meta.push({ key, index });
  return true;
}
