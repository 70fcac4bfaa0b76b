import type { InferInsertModel } from "drizzle-orm";
import type { products } from "#db/tables/catalogue.ts";
import { type Currency, toDecimal } from "#platform/money.ts";
import { stockStatusOf } from "../../availability.rules.ts";
import { newProduct } from "../../fields/product-values.ts";
import { type ProductRow, variationName } from "../read/product-row.ts";
import type { KnownProduct } from "./find-products.ts";
import type { Parent } from "./resolve-targets.ts";

export type ProductRecord = InferInsertModel<typeof products> & KnownProduct;

export interface MergeInput {
  id: number;
  existing?: KnownProduct | undefined;
  parent?: Parent | undefined;
  /** The name of a variation's product. */
  parentName: string;
  /** Position among its product's variations, from 1; 0 for a product. */
  order: number;
}

/** Merges a row into the shop's product, if there is one. */
export function mergeProduct(row: ProductRow, input: MergeInput): ProductRecord {
  const { id, existing, parent, parentName, order } = input;
  const position = row.values.position ?? existing?.position ?? order;
  const extraMeta = Object.fromEntries(Object.entries(row.meta).filter(([, value]) => value !== ""));
  const merged = {
    ...newProduct,
    slug: null,
    parentId: null,
    ...existing,
    ...row.values,
    id,
    position,
    extraMeta,
  } as ProductRecord;
  if (parent) Object.assign(merged, { type: "variation", parentId: parent.id });
  if (parent && merged.name === "") merged.name = variationName(row, parentName);
  // Variable and grouped products have the prices of their parts.
  if (merged.type === "variable" || merged.type === "grouped")
    Object.assign(merged, { regularPrice: null, salePrice: null });
  if (merged.managesStock) merged.stockStatus = statusOf(merged);
  return merged;
}

/** Returns the stock status; counted stock determines it. */
function statusOf(product: ProductRecord): ProductRecord["stockStatus"] {
  const { soldIndividually = false } = product;
  return stockStatusOf({ ...product, soldIndividually });
}

/** Returns contradictions between values of a product that are valid on their own. */
export function contradictionsOf(product: ProductRecord, currency: Currency): string[] {
  const { name, regularPrice, salePrice, saleStartsAt, saleEndsAt, managesStock, stockQuantity, backorders } = product;
  const { minQuantity, maxQuantity } = product;
  const price = (amount: number) => toDecimal(amount, currency);
  const checks: [boolean, string][] = [
    [name === "", "it has no name"],
    [salePrice !== null && regularPrice === null, "it has a sale price and no regular price"],
    [
      salePrice !== null && regularPrice !== null && salePrice >= regularPrice,
      `the sale price ${price(salePrice ?? 0)} is not below the regular price ${price(regularPrice ?? 0)}`,
    ],
    [!!saleStartsAt && !!saleEndsAt && saleStartsAt >= saleEndsAt, "the sale ends before it starts"],
    [
      managesStock && (stockQuantity ?? 0) < 0 && backorders === "no",
      "its stock is below zero and backorders are not allowed",
    ],
    [!!minQuantity && !!maxQuantity && minQuantity > maxQuantity, "the smallest quantity is above the largest"],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, reason]) => reason);
}
