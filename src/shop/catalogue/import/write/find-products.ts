import { and, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { importedProductIds, products } from "#db/tables/catalogue.ts";
import type { ProductRef } from "../read/product-row.ts";

const columns = {
  id: products.id,
  sku: products.sku,
  slug: products.slug,
  type: products.type,
  parentId: products.parentId,
  name: products.name,
  status: products.status,
  position: products.position,
  regularPrice: products.regularPrice,
  salePrice: products.salePrice,
  saleStartsAt: products.saleStartsAt,
  saleEndsAt: products.saleEndsAt,
  managesStock: products.managesStock,
  stockQuantity: products.stockQuantity,
  stockStatus: products.stockStatus,
  backorders: products.backorders,
  minQuantity: products.minQuantity,
  maxQuantity: products.maxQuantity,
  offerPieces: products.offerPieces,
  offerPrice: products.offerPrice,
};

/** A product of the shop, as far as an import needs it. */
export type KnownProduct = Awaited<ReturnType<typeof selectProducts>>[number];

async function selectProducts(db: Database, condition: SQL | undefined) {
  return db.select(columns).from(products).where(condition);
}

/**
 * Finds the products that a file's references mean. An ID means the product that was imported under it, before the
 * product that has it here.
 */
export async function findProductsByRef(
  db: Database,
  refs: readonly ProductRef[],
): Promise<Map<ProductRef, { product: KnownProduct; wasImported: boolean }>> {
  const found = new Map<ProductRef, { product: KnownProduct; wasImported: boolean }>();
  if (refs.length === 0) return found;
  const skus = refs.filter((ref) => ref.startsWith("sku:")).map((ref) => ref.slice(4));
  const ids = refs.filter((ref) => ref.startsWith("id:")).map((ref) => Number(ref.slice(3)));
  const mapped = await db
    .select()
    .from(importedProductIds)
    .where(sql`${importedProductIds.sourceId} = any(${sql.param(ids)}::bigint[])`);
  const wanted = [...ids, ...mapped.map(({ productId }) => productId)];
  const known = await selectProducts(
    db,
    or(
      sql`${products.sku} = any(${sql.param(skus)}::text[])`,
      sql`${products.id} = any(${sql.param(wanted)}::bigint[])`,
    ),
  );
  const byId = new Map(known.map((product) => [product.id, product]));
  for (const product of known) if (product.sku) found.set(`sku:${product.sku}`, { product, wasImported: false });
  for (const product of known) found.set(`id:${product.id}`, { product, wasImported: false });
  for (const { sourceId, productId } of mapped) {
    const product = byId.get(productId);
    if (product) found.set(`id:${sourceId}`, { product, wasImported: true });
  }
  return found;
}

/** Finds products without a SKU by name, for rows with neither ID nor SKU. */
export async function findProductsByName(db: Database, names: readonly string[]): Promise<KnownProduct[]> {
  if (names.length === 0) return [];
  const isNamed = sql`${products.name} = any(${sql.param([...names])}::text[])`;
  return selectProducts(db, and(isNamed, isNull(products.sku), ne(products.type, "variation")));
}

/** Finds the variations of some products. */
export async function findVariations(db: Database, parentIds: readonly number[]): Promise<KnownProduct[]> {
  return parentIds.length === 0 ? [] : selectProducts(db, inArray(products.parentId, [...parentIds]));
}
