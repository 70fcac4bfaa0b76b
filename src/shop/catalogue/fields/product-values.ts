import { products } from "#db/tables/catalogue.ts";
import type { ProductColumnValues, ProductField } from "./product-field.ts";
import { fieldNames, fieldOf, type productFields } from "./product-fields.ts";

/** Columns of `products` that no file fills. */
type OwnColumn =
  | "id"
  | "slug"
  | "parentId"
  | "totalSales"
  | "ratingSum"
  | "ratingCount"
  | "extraMeta"
  | "createdAt"
  | "updatedAt";

type Field = (typeof productFields)[keyof typeof productFields];
type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type ColumnWithoutField = Exclude<keyof ProductColumnValues, OwnColumn | KeysOf<Field["columns"]>>;

/** A type error naming the columns of `products` that have no entry in `productFields`. */
type Complete<Values, Missing extends never> = [Missing] extends never[] ? Values : never;

/** The default values of a new product. */
export const newProduct = Object.fromEntries(
  fieldNames.flatMap((name) => Object.entries(fieldOf(name).columns)),
) as Complete<Omit<ProductColumnValues, OwnColumn>, ColumnWithoutField>;

type Column = keyof ProductColumnValues;

function columnNames(fields: readonly ProductField[]): Column[] {
  return fields.flatMap(({ columns }) => Object.keys(columns) as Column[]);
}

/** Searched columns besides those with special treatment (name, SKU, short description). */
export const searchedColumns = columnNames(fieldNames.map(fieldOf).filter(({ isSearched }) => isSearched)).map(
  (name) => products[name],
);

type PageField = Extract<Field, { isOnPage: true }>;

/** The columns that the product page shows as they are stored. */
export type PageValues = Pick<ProductColumnValues, KeysOf<PageField["columns"]>>;

const pageNames = columnNames(fieldNames.map(fieldOf).filter(({ isOnPage }) => isOnPage)) as (keyof PageValues)[];

/** `PageValues` for a select from `products`. */
export const pageColumns = Object.fromEntries(pageNames.map((name) => [name, products[name]])) as Pick<
  typeof products,
  keyof PageValues
>;

/** Returns the `PageValues` of a record. */
export function pageValuesOf(record: PageValues): PageValues {
  return Object.fromEntries(pageNames.map((name) => [name, record[name]])) as unknown as PageValues;
}
