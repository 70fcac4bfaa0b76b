import type { ProductColumnValues, ProductField } from "./product-field.ts";
import { productFields } from "./product-fields.ts";

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

type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

function columnsOf<Fields extends Record<string, ProductField>>(fields: Fields) {
  const columns: object = Object.fromEntries(Object.values(fields).flatMap((field) => Object.entries(field.columns)));
  return columns as AllOf<Fields[keyof Fields]["columns"]>;
}

/** What a new product has where a file says nothing. A column that is missing here has no entry in `productFields`. */
export const newProduct: Omit<ProductColumnValues, OwnColumn> = columnsOf(productFields);
