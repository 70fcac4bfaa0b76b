import type { OfferedVariation } from "#shop/catalogue/variations/variations.rules.ts";
import type { VariationData } from "../../fragments/variation/variation-data.tsx";

/** A variation in the protocol's format. */
export type WireVariation = VariationData;

/** A variation's picture in the gallery's sizes, in pixels. */
export type WireImage = VariationData["image"];

/** A variation as the form searches it; `get` builds the whole variation. */
export interface ListedVariation extends OfferedVariation {
  isInStock: boolean;
  get(): WireVariation;
}

/**
 * Variations in few bytes, for embedding in the page: one column for each field and attribute, with each distinct value once.
 * `at` has the index of each row's value. It is omitted if all rows share one value, or if each has the one at its own index.
 */
export interface VariationTable {
  attributes: Columns;
  fields: Columns;
  rows: number;
}
type Columns = Readonly<Record<string, Column>>;
interface Column {
  values: readonly unknown[];
  at?: readonly number[];
}

/** Reads a form's list that is embedded for third-party scripts, or our own table if there are too many variations for that. */
export function variationsIn(form: HTMLFormElement): readonly ListedVariation[] {
  const embedded = embeddedList(form);
  if (embedded) return readEmbedded(JSON.parse(embedded) as WireVariation[]);
  const table = form.querySelector("script.variation-table")?.textContent;
  return table ? readTable(JSON.parse(table) as VariationTable) : [];
}

/** Returns the embedded list as JSON, or "". */
export function embeddedList(form: HTMLFormElement): string {
  const { product_variations: json = "" } = form.dataset;
  return json === "false" ? "" : json;
}

/** Packs variations into a table. */
export function packVariations(variations: readonly VariationData[]): VariationTable {
  return {
    attributes: pack(variations.map(({ attributes }) => attributes)),
    fields: pack(variations.map((variation) => ({ ...variation, attributes: undefined }))),
    rows: variations.length,
  };
}

/** Returns the variations of a table in the same order. */
export function readTable({ attributes, fields, rows }: VariationTable): ListedVariation[] {
  return Array.from({ length: rows }, (_, row) => {
    const own = rowOf(attributes, row) as Record<string, string>;
    const is = (column: Column | undefined) => column !== undefined && valueAt(column, row) === true;
    return {
      attributes: own,
      isActive: is(fields.variation_is_active),
      isInStock: is(fields.is_in_stock),
      get: () => ({ attributes: own, ...rowOf(fields, row) }) as WireVariation,
    };
  });
}

/** Returns the variations of a list that is embedded for, or changed by, third-party scripts. */
export function readEmbedded(variations: readonly WireVariation[]): ListedVariation[] {
  return variations.map((variation) => ({
    attributes: variation.attributes,
    isActive: variation.variation_is_active,
    isInStock: variation.is_in_stock,
    get: () => variation,
  }));
}

function pack(rows: readonly Record<string, unknown>[]): Columns {
  const names = Object.keys(rows[0] ?? {}).filter((name) => rows[0]?.[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, packColumn(rows.map((row) => row[name]))]));
}

function packColumn(cells: readonly unknown[]): Column {
  const places = new Map<string, number>();
  const values: unknown[] = [];
  const at = cells.map((cell) => {
    const text = JSON.stringify(cell);
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, values.length);
    return values.push(cell) - 1;
  });
  return values.length === 1 || values.length === cells.length ? { values } : { values, at };
}

function valueAt({ values, at }: Column, row: number): unknown {
  return values[at ? (at[row] ?? 0) : values.length === 1 ? 0 : row];
}

function rowOf(columns: Columns, row: number): Record<string, unknown> {
  const cells: Record<string, unknown> = {};
  for (const name in columns) {
    const column = columns[name];
    if (column) cells[name] = valueAt(column, row);
  }
  return cells;
}
