import type { variationData } from "../fragments/variation-data.tsx";

/** A variation as the protocol spells it. */
export type WireVariation = Omit<ReturnType<typeof variationData>, "image"> & {
  image: WireImage | Record<string, never>;
};

/** A variation's picture at the sizes that the gallery shows it in; sizes in pixels. */
export interface WireImage {
  title: string;
  caption: string;
  alt: string;
  src: string;
  src_w: number;
  src_h: number;
  srcset: string | false;
  sizes: string | false;
  full_src: string;
  full_src_w: number;
  full_src_h: number;
  gallery_thumbnail_src: string;
}

/**
 * Many variations in few bytes, for the page to carry them all: a column for each field (and one for each attribute), with
 * every distinct value written once. A column is its values and, unless all rows share one, which of them each row has.
 */
export interface VariationTable {
  attributes: Columns;
  fields: Columns;
  rows: number;
}
type Columns = Readonly<Record<string, { values: readonly unknown[]; at?: readonly number[] }>>;

/** Packs variations for the page. */
export function packVariations(variations: readonly ReturnType<typeof variationData>[]): VariationTable {
  return {
    attributes: pack(variations.map(({ attributes }) => attributes)),
    fields: pack(variations.map((variation) => ({ ...variation, attributes: undefined }))),
    rows: variations.length,
  };
}

/** The variations again, in the same order. */
export function unpackVariations({ attributes, fields, rows }: VariationTable): WireVariation[] {
  return Array.from(
    { length: rows },
    (_, row) => ({ attributes: rowOf(attributes, row), ...rowOf(fields, row) }) as WireVariation,
  );
}

function pack(rows: readonly Record<string, unknown>[]): Columns {
  const names = Object.keys(rows[0] ?? {}).filter((name) => rows[0]?.[name] !== undefined);
  return Object.fromEntries(
    names.map((name) => {
      const places = new Map<string, number>();
      const values: unknown[] = [];
      const at = rows.map((row) => {
        const text = JSON.stringify(row[name]);
        const known = places.get(text);
        if (known !== undefined) return known;
        places.set(text, values.length);
        return values.push(row[name]) - 1;
      });
      return [name, values.length === 1 ? { values } : { values, at }];
    }),
  );
}

function rowOf(columns: Columns, row: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).map(([name, { values, at }]) => [name, values[at?.[row] ?? 0]]));
}
