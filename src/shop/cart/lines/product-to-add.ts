import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { products } from "#db/tables/catalogue.ts";
import { type SellableRecord, sellableJson } from "../../catalogue/product-record.ts";
import type { AttributeValues } from "../../catalogue/variations/variations.rules.ts";
import { choosableJson, fixedValuesJson } from "./choice-json.ts";
import type { ChoosableAttribute } from "./variation-choice.rules.ts";

/** A product with everything needed to add it, or one of its variations, to a cart. */
export interface ProductToAdd {
  /** The requested id if it is a variation's, else null. */
  requestedVariationId: number | null;
  type: "simple" | "variable" | "grouped" | "external";
  slug: string;
  name: string;
  product: SellableRecord;
  /** The attributes in which its variations differ, in order. */
  attributes: ChoosableAttribute[];
  /** Published variations in the shop's order. */
  variations: { self: SellableRecord; attributes: AttributeValues }[];
  /** The members' ids in order; empty unless grouped. */
  memberIds: number[];
}

const asked = alias(products, "asked");
const product = alias(products, "p");

/**
 * Finds the product of an id, or the parent of a variation's id, in one statement. Undefined if there is none or it is
 * not published: a refusal would reveal its name and address.
 */
export async function findProductToAdd(db: Database, id: number): Promise<ProductToAdd | undefined> {
  const isAsked = eq(asked.id, sql.placeholder("id"));
  const query = prepared(db, "product_to_add", (db, name) => selectProduct(db, isAsked).prepare(name));
  const [row] = await query.execute({ id });
  return row?.found;
}

/** Finds the products of many ids in one statement, by the requested id. */
export async function listProductsToAdd(db: Database, ids: readonly number[]): Promise<Map<number, ProductToAdd>> {
  const rows = await selectProduct(db, sql`${asked.id} = any(${sql.param([...ids])}::bigint[])`);
  return new Map(rows.map(({ id, found }) => [id, found]));
}

function selectProduct(db: Database, isAsked: SQL) {
  return db
    .select({
      id: asked.id,
      found: productColumns,
    })
    .from(asked)
    .innerJoin(product, sql`${product.id} = coalesce(${asked.parentId}, ${asked.id})`)
    .where(and(isAsked, eq(product.status, "publish")));
}

const variationsJson = sql<ProductToAdd["variations"]>`case when ${product.type} = 'variable' then coalesce((
  select json_agg(json_build_object('self', ${sellableJson("v")}, 'attributes', ${fixedValuesJson("v")})
    order by v.position, v.id)
  from products v where v.parent_id = ${product.id} and v.status = 'publish'), '[]'::json) else '[]'::json end`;

const productColumns = {
  requestedVariationId: sql<number | null>`case when ${asked.type} = 'variation' then ${asked.id} end`,
  type: sql<ProductToAdd["type"]>`${product.type}`,
  slug: sql<string>`${product.slug}`,
  name: product.name,
  product: sql<SellableRecord>`${sellableJson("p")}`,
  attributes: choosableJson("p"),
  variations: variationsJson,
  memberIds: sql<number[]>`case when ${product.type} = 'grouped' then coalesce((
    select json_agg(l.linked_id order by l.position) from product_links l
    where l.product_id = ${product.id} and l.kind = 'grouped'), '[]'::json) else '[]'::json end`,
};
