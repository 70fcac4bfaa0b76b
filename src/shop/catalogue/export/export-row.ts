import type { InferSelectModel } from "drizzle-orm";
import type { products } from "#db/tables/catalogue.ts";
import type { Currency } from "#platform/money.ts";
import { type FieldName, fieldNames, fieldOf } from "../fields/product-fields.ts";
import { escapeCell, joinList } from "../import/read/csv-values.ts";
import type { LinkKind } from "../import/read/product-row.ts";

/** A product with everything that is exported. */
export interface ExportedProduct {
  product: InferSelectModel<typeof products>;
  parent: { id: number; sku: string | null; managesStock: boolean } | null;
  /** "Vitamins > Single vitamins" */
  categories: string[];
  tags: string[];
  /** Paths next to the file, or URLs. */
  images: string[];
  /** Each a path next to the file or an address; poster and captions may be "". */
  video: { source: string; poster: string; captions: string } | null;
  /** As `images`. */
  spin: string[];
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

/** The number of columns of each kind: the most that any product needs. */
export interface ExportWidths {
  attributes: number;
  downloads: number;
  /** Meta data fields that some product has. */
  metaFields: FieldName[];
  /** Keys of other meta data, sorted. */
  metaKeys: string[];
}

type Cell = readonly [heading: string, value: (exported: ExportedProduct, currency: Currency) => string | number];

/** The fields that every file has. */
const fixed = fieldNames.filter((name) => !isMetaField(name));
export const metaFields = fieldNames.filter(isMetaField);

function isMetaField(name: FieldName): boolean {
  return fieldOf(name).heading.startsWith("Meta: ");
}

function cellOf(name: FieldName): Cell {
  const { heading, measure, write } = fieldOf(name);
  return [measure ? `${heading} (${measure.unit})` : heading, write];
}

/** Returns the columns of a file: the fixed ones, then as many attributes, downloads and meta data as needed. */
export function exportCells(widths: ExportWidths): readonly Cell[] {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  return [
    ...fixed.map(cellOf),
    ...numbers(widths.attributes).flatMap(attributeCells),
    ...numbers(widths.downloads).flatMap(downloadCells),
    ...widths.metaFields.map(cellOf),
    ...widths.metaKeys.map((key): Cell => [`Meta: ${key}`, ({ product }) => metaOf(product, key)]),
  ];
}

/** Returns a product as a row of the file. */
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
    cell("visible", ({ isVisible }) => (isVisible === null ? "" : Number(isVisible))),
    cell("global", ({ isGlobal }) => Number(isGlobal)),
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

function metaOf(product: ExportedProduct["product"], key: string): string {
  const meta = product.extraMeta as Record<string, unknown>;
  const value = Object.hasOwn(meta, key) ? meta[key] : "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
