import type { InferInsertModel } from "drizzle-orm";
import type { products } from "#db/tables/catalogue.ts";
import type { Currency } from "#platform/money.ts";
import { splitCategory, splitList } from "./csv-values.ts";
import type { ProductColumns } from "./product-columns.ts";
import { type DownloadCell, type RowAttribute, readAttributes, readDownloads } from "./product-row-groups.ts";
import { ownMetaKeys, readValues } from "./product-row-values.ts";
import type { CsvRecord } from "./read-csv.ts";
import { RowReader } from "./row-reader.ts";

export type ProductValues = Partial<InferInsertModel<typeof products>>;

/** How a file names another product: by ID or by SKU. */
export type ProductRef = `id:${number}` | `sku:${string}`;

export const linkKinds = ["upsell", "cross_sell", "grouped"] as const;
export type LinkKind = (typeof linkKinds)[number];

/** A row of a product list, understood. What the file has no column for is undefined and stays as it is. */
export interface ProductRow {
  line: number;
  sourceId: number | null;
  sku: string | null;
  parent: ProductRef | null;
  /** Columns of `products` by their names there. */
  values: ProductValues;
  categories?: string[][];
  tags?: string[];
  /** Paths beside the file, or URLs. */
  images?: string[];
  attributes?: RowAttribute[];
  downloads?: DownloadCell[];
  links: Partial<Record<LinkKind, ProductRef[]>>;
  /** Every meta column of the file; empty ones are to be removed. */
  meta: Record<string, string>;
}

/** What identifies a row, read without the rest of it. */
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
    parent: isVariation && parentCell ? refOf(parentCell) : null,
    isVariation,
    name: reader.text(at.name) ?? "",
    reasons: reader.reasons,
  };
}

/** Reads a whole row. @returns the reasons when something in it cannot be meant. */
export function readProductRow(record: CsvRecord, columns: ProductColumns, currency: Currency): ProductRow | string[] {
  const reader = new RowReader(record, columns);
  const identity = readIdentity(record, columns);
  const { at } = columns;
  const refs = (index: number | undefined) => reader.list(index)?.map(refOf);
  const lists = {
    categories: reader.list(at.categories)?.map(splitCategory),
    tags: reader.list(at.tags, 200, "Tags"),
    images: reader.list(at.images, 2000, "Images"),
    attributes: readAttributes(reader, columns),
    downloads: readDownloads(reader, columns),
  };
  if (lists.categories?.flat().some((name) => name.length > 200)) reader.refuse("a category's name is too long");
  const row: ProductRow = {
    line: record.line,
    sourceId: identity.sourceId,
    sku: identity.sku,
    parent: identity.parent,
    values: readValues(reader, columns, currency, identity),
    ...defined(lists),
    links: defined({ upsell: refs(at.upsells), cross_sell: refs(at.crossSells), grouped: refs(at.grouped) }),
    meta: Object.fromEntries(
      columns.meta
        .filter(({ key }) => !Object.values<string>(ownMetaKeys).includes(key))
        .map(({ key, index }) => [key, reader.text(index, 100_000) ?? ""]),
    ),
  };
  const reasons = [...identity.reasons, ...reader.reasons];
  return reasons.length > 0 ? reasons : row;
}

/** "id:12" or a SKU. */
function refOf(text: string): ProductRef {
  const id = /^id:\s*(\d{1,15})$/i.exec(text)?.[1];
  return id ? `id:${Number(id)}` : `sku:${text}`;
}

function isVariationType(cell: string): boolean {
  return splitList(cell.toLowerCase()).includes("variation");
}

/** What a variation without a name of its own is called. */
export function variationName(row: ProductRow, parentName: string): string {
  const values = row.attributes?.flatMap(({ values }) => values) ?? [];
  return [parentName, values.join(", ")].filter(Boolean).join(" - ") || "Variation";
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Without the keys whose value is undefined. */
function defined<T extends object>(record: T): Defined<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Defined<T>;
}
