import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { products } from "#db/tables/catalogue.ts";
import { type SellableRecord, sellableJson } from "../catalogue/product-record.ts";
import type { AttributeValues, ChoosableAttribute } from "./variation-choice.rules.ts";

/** A product with what is needed to put it, or one of its variations, into a cart. */
export interface ProductToAdd {
  /** The id that was asked for when it is a variation's, else null. */
  askedVariationId: number | null;
  type: "simple" | "variable" | "grouped" | "external";
  slug: string;
  name: string;
  product: SellableRecord;
  /** The attributes that its variations differ in, in order. */
  attributes: ChoosableAttribute[];
  /** Published variations in the shop's order. */
  variations: { self: SellableRecord; attributes: AttributeValues }[];
  /** grouped products only: the members' ids, in order */
  memberIds: number[];
}

const asked = alias(products, "asked");
const product = alias(products, "p");

/** The product of an id, or the parent when the id is a variation's: one statement. Undefined when there is none. */
export async function findProductToAdd(db: Database, id: number): Promise<ProductToAdd | undefined> {
  const query = prepared(db, "product_to_add", (db, name) => selectProduct(db).prepare(name));
  const [row] = await query.execute({ id });
  return row;
}

function selectProduct(db: Database) {
  return db
    .select({
      askedVariationId: sql<number | null>`case when ${asked.type} = 'variation' then ${asked.id} end`,
      type: sql<ProductToAdd["type"]>`${product.type}`,
      slug: sql<string>`${product.slug}`,
      name: product.name,
      product: sql<SellableRecord>`${sellableJson("p")}`,
      attributes: attributesJson,
      variations: variationsJson,
      memberIds: sql<number[]>`case when ${product.type} = 'grouped' then coalesce((
        select json_agg(l.linked_id order by l.position) from product_links l
        where l.product_id = ${product.id} and l.kind = 'grouped'), '[]'::json) else '[]'::json end`,
    })
    .from(asked)
    .innerJoin(product, sql`${product.id} = coalesce(${asked.parentId}, ${asked.id})`)
    .where(eq(asked.id, sql.placeholder("id")));
}

const attributesJson = sql<ChoosableAttribute[]>`case when ${product.type} = 'variable' then coalesce((
  select json_agg(json_build_object('slug', pa.slug, 'name', pa.name, 'values',
    case when pa.attribute_id is null then to_json(pa.options) else coalesce((
      select json_agg(av.slug) from attribute_values av
      where av.attribute_id = pa.attribute_id and av.name = any(pa.options)), '[]'::json) end) order by pa.position)
  from product_attributes pa where pa.product_id = ${product.id} and pa.is_for_variations), '[]'::json)
  else '[]'::json end`;

const variationsJson = sql<ProductToAdd["variations"]>`case when ${product.type} = 'variable' then coalesce((
  select json_agg(json_build_object('self', ${sellableJson("v")}, 'attributes', coalesce((
    select json_object_agg(va.slug, va.value) from variation_attributes va where va.variation_id = v.id), '{}'::json))
    order by v.position, v.id)
  from products v where v.parent_id = ${product.id} and v.status = 'publish'), '[]'::json) else '[]'::json end`;
