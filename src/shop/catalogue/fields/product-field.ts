import type { InferSelectModel } from "drizzle-orm";
import type { products } from "#db/tables/catalogue.ts";
import type { Currency } from "#platform/money.ts";
import type { ExportedProduct } from "../export/export-row.ts";
import { joinList } from "../import/read/csv-values.ts";
import type { LinkKind, ProductRow } from "../import/read/product-row.ts";
import type { Cell } from "./product-cell.ts";
import { writeReference } from "./product-reference.ts";

/** A row of the table `products`. */
export type ProductColumnValues = InferSelectModel<typeof products>;

type Column = keyof ProductColumnValues;

/**
 * Units of a heading such as "Weight (kg)"; values without a unit are multiplied by `scale` to get grams or
 * millimetres.
 */
export interface MeasureUnits {
  kind: "mass" | "length";
  /** The unit that is exported, and assumed for a heading without one. */
  unit: string;
  scale: number;
}

/** A field of the product list: its column in CSV files, and how it is read, stored and written. */
export interface ProductField {
  /** As in the protocol's exports, which use "Meta: key" for meta data. */
  heading: string;
  measure?: MeasureUnits;
  /** The columns of `products` that it fills, with the default values of a new product. */
  columns: Partial<ProductColumnValues>;
  /** Adds the cell to the row. Without it the cell only identifies the row. */
  read?: (cell: Cell, row: ProductRow) => void;
  write: (exported: ExportedProduct, currency: Currency) => string | number;
  /** Variations have none of their own: their cells are ignored. */
  isOfProductOnly?: boolean;
  /** The product page shows its columns as they are stored. */
  isOnPage?: boolean;
  /** Its first column is plain text that the search covers. */
  isSearched?: boolean;
}

interface ColumnField<Key extends Column, OnPage extends boolean>
  extends Omit<ProductField, "columns" | "read" | "isOnPage"> {
  columns: Pick<ProductColumnValues, Key>;
  /** Returns a value for each of `columns`. */
  read: (cell: Cell) => Pick<ProductColumnValues, Key>;
  isOnPage?: OnPage;
}

type DeclaredField<Key extends Column, OnPage extends boolean> = Omit<ProductField, "columns"> & {
  columns: Pick<ProductColumnValues, Key>;
} & (OnPage extends true ? { isOnPage: true } : unknown);

/** Declares a field that is stored in columns of `products`. */
export function columnField<Key extends Column, OnPage extends boolean = false>({
  read,
  ...field
}: ColumnField<Key, OnPage>): DeclaredField<Key, OnPage> {
  const { columns, isOfProductOnly } = field;
  const declared: Omit<ProductField, "columns"> = {
    ...field,
    read: (cell, row) => {
      Object.assign(row.values, isOfProductOnly && cell.context.isVariation ? columns : read(cell));
    },
  };
  return declared as DeclaredField<Key, OnPage>;
}

type TextColumn = { [Name in Column]: ProductColumnValues[Name] extends string ? Name : never }[Column];

/** Declares a field that is one line of plain text. @param maxLength in UTF-16 units */
export function textField<Key extends TextColumn, OnPage extends boolean = false>(
  heading: string,
  column: Key,
  maxLength: number,
  options: Pick<ColumnField<Key, OnPage>, "isOnPage" | "isOfProductOnly" | "isSearched"> = {},
): DeclaredField<Key, OnPage> {
  const valueOf = (text: string) => ({ [column]: text }) as Pick<ProductColumnValues, Key>;
  return columnField<Key, OnPage>({
    heading,
    columns: valueOf(""),
    read: (cell) => valueOf(cell.text(maxLength)),
    write: ({ product }) => product[column],
    ...options,
  });
}

/** Declares a field whose cell has links to other products. */
export function linkField(heading: string, kind: LinkKind): Omit<ProductField, "columns"> & { columns: object } {
  return {
    heading,
    columns: {},
    read: (cell, row) => {
      row.links[kind] = cell.references();
    },
    write: ({ links }) => joinList(links.filter((link) => link.kind === kind).map(writeReference)),
  };
}

/** Declares a field whose cell names a file or address of the product's video. Variations have none. */
export function videoField(
  heading: string,
  key: "video" | "videoPoster" | "videoCaptions",
  write: (video: NonNullable<ExportedProduct["video"]>) => string,
): Omit<ProductField, "columns"> & { columns: object } {
  return {
    heading,
    columns: {},
    read: (cell, row) => {
      const source = cell.text(2000);
      if (!cell.context.isVariation) row[key] = source;
    },
    write: ({ video }) => (video ? write(video) : ""),
  };
}
