import type { InferInsertModel } from "drizzle-orm";
import type { products } from "#db/tables/catalogue.ts";
import type { Currency } from "#platform/money.ts";
import { Cell } from "../../fields/product-cell.ts";
import { fieldNames, fieldOf } from "../../fields/product-fields.ts";
import { readReference } from "../../fields/product-reference.ts";
import { splitList } from "./csv-values.ts";
import type { ProductColumns } from "./product-columns.ts";
import { type DownloadCell, type RowAttribute, readAttributes, readDownloads } from "./product-row-groups.ts";
import type { CsvRecord } from "./read-csv.ts";
import { RowReader } from "./row-reader.ts";

export type ProductValues = Partial<InferInsertModel<typeof products>>;

/** A reference to another product, by ID or by SKU. */
export type ProductRef = `id:${number}` | `sku:${string}`;

export const linkKinds = ["upsell", "cross_sell", "grouped"] as const;
export type LinkKind = (typeof linkKinds)[number];

/** A parsed row of a product list. Fields without a column are undefined and keep their values. */
export interface ProductRow {
  line: number;
  sourceId: number | null;
  sku: string | null;
  parent: ProductRef | null;
  /** Columns of `products` by name. */
  values: ProductValues;
  categories?: string[][];
  tags?: string[];
  /** Paths next to the file, or URLs. */
  images?: string[];
  /** A path next to the file, or an address on YouTube; "" for none. */
  video?: string;
  /** A path or URL; "" for the first picture. */
  videoPoster?: string;
  /** A path; "" for none. */
  videoCaptions?: string;
  /** The pictures by which the product can be turned: paths or URLs. */
  spin?: string[];
  attributes?: RowAttribute[];
  downloads?: DownloadCell[];
  links: Partial<Record<LinkKind, ProductRef[]>>;
  /** Every meta column of the file; empty ones are removed. */
  meta: Record<string, string>;
}

/** Returns the names of all pictures of a row. */
export function pictureSources({ images = [], videoPoster = "", spin = [] }: ProductRow): string[] {
  return [...images, ...(videoPoster === "" ? [] : [videoPoster]), ...spin];
}

/** The identity of a row, read without the rest of it. */
export interface RowIdentity {
  sourceId: number | null;
  sku: string | null;
  parent: ProductRef | null;
  isVariation: boolean;
  name: string;
  reasons: string[];
}

/** Reads ID, SKU, type, parent and name of a row. */
export function readIdentity(record: CsvRecord, columns: ProductColumns): RowIdentity {
  const reader = new RowReader(record, columns);
  const { at } = columns;
  const parentCell = reader.text(at.parent, 210);
  const isVariation = isVariationType(reader.text(at.type) ?? (parentCell ? "variation" : ""));
  return {
    sourceId: reader.integer(at.id, "ID", 1, Number.MAX_SAFE_INTEGER) ?? null,
    sku: reader.text(at.sku, 200, "SKU") || null,
    parent: isVariation && parentCell ? readReference(parentCell) : null,
    isVariation,
    name: reader.text(at.name) ?? "",
    reasons: reader.reasons,
  };
}

/** Reads a whole row. @returns the reasons if it is invalid */
export function readProductRow(record: CsvRecord, columns: ProductColumns, currency: Currency): ProductRow | string[] {
  const reader = new RowReader(record, columns);
  const { sourceId, sku, parent, isVariation, reasons } = readIdentity(record, columns);
  const attributes = readAttributes(reader, columns);
  const downloads = readDownloads(reader, columns);
  const row: ProductRow = {
    line: record.line,
    sourceId,
    sku,
    parent,
    values: {},
    ...(attributes && { attributes }),
    ...(downloads && { downloads }),
    links: {},
    meta: {},
  };
  const context = { currency, isVariation, sku };
  for (const name of fieldNames) {
    const index = columns.at[name];
    const { read, heading } = fieldOf(name);
    if (index !== undefined) read?.(new Cell(reader, index, heading, columns.scale[name] ?? 1, context), row);
  }
  for (const { key, index } of columns.meta) row.meta[key] = reader.text(index, 100_000) ?? "";
  const all = [...reasons, ...reader.reasons];
  return all.length > 0 ? all : row;
}

function isVariationType(cell: string): boolean {
  return splitList(cell.toLowerCase()).includes("variation");
}

/** Returns the name of a variation without a name of its own. */
export function variationName(row: ProductRow, parentName: string): string {
  const values = row.attributes?.flatMap(({ values }) => values) ?? [];
  return [parentName, values.join(", ")].filter(Boolean).join(" - ") || "Variation";
}
