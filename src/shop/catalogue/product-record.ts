import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { products } from "#db/tables/catalogue.ts";
import type { BulkOffer } from "./bulk-offer.rules.ts";
import type { Picture } from "./pictures/picture.ts";
import type { Priced } from "./pricing.rules.ts";
import type { Backorders, Fact, ProductType, StockStatus } from "./product.ts";

/** The columns of a product or a variation that price and stock are computed from. Dates are ISO texts. */
export interface SellableRecord {
  id: number;
  status: "publish" | "draft" | "private" | "pending";
  regularPrice: number | null;
  salePrice: number | null;
  saleStartsAt: string | null;
  saleEndsAt: string | null;
  managesStock: boolean;
  stockQuantity: number | null;
  stockStatus: StockStatus;
  lowStockAmount: number | null;
  backorders: Backorders;
  soldIndividually: boolean;
  minQuantity: number | null;
  maxQuantity: number | null;
  /** null: none of its own. */
  bulkOffer: BulkOffer | null;
  /** As typed; on a variation "" and "parent" mean its product's; null: not taxed. */
  taxClass: string | null;
}

/** Returns the price data of a record. */
export function pricedOf(record: SellableRecord): Priced {
  return {
    regularPrice: record.regularPrice,
    salePrice: record.salePrice,
    saleStartsAt: record.saleStartsAt === null ? null : new Date(record.saleStartsAt),
    saleEndsAt: record.saleEndsAt === null ? null : new Date(record.saleEndsAt),
  };
}

export interface CardRecord {
  type: ProductType;
  slug: string;
  sku: string | null;
  name: string;
  isVirtual: boolean;
  isDownloadable: boolean;
  externalUrl: string;
  buttonText: string;
  ratingSum: number;
  ratingCount: number;
  facts: Fact[];
  self: SellableRecord;
  pictures: Picture[];
  categoryIds: number[];
  /** Published ones; of a grouped product its members' variations, or the members themselves. */
  variations: SellableRecord[];
  /** The option names of each variation by id and attribute, if an offer may need them; else null. */
  optionNames: Record<number, Record<string, string>> | null;
}

/**
 * Refers to the outer `products` row inside a subselect. Written out, because drizzle omits the table name in a select
 * from one table, and the subselect's own column would be used.
 */
export const productId = sql.raw("products.id");
export const productType = sql.raw("products.type");

/** SQL that builds a Picture of the `media` row known as `alias`. */
export function pictureJson(alias: string): SQL {
  const media = sql.raw(alias);
  return sql`json_build_object('id', ${media}.id, 'file', ${media}.file, 'width', ${media}.width, 'height', ${media}.height,
    'alt', ${media}.alt, 'title', ${media}.title, 'caption', ${media}.caption, 'renditions', ${media}.renditions)`;
}

/**
 * SQL that builds a SellableRecord of the `products` row known as `alias`. One text, because each part of a statement costs
 * time whenever it runs.
 */
export function sellableJson(alias: string): SQL {
  return sql.raw(`json_build_object('id', ${alias}.id, 'status', ${alias}.status, 'regularPrice', ${alias}.regular_price,
    'salePrice', ${alias}.sale_price, 'saleStartsAt', ${alias}.sale_starts_at, 'saleEndsAt', ${alias}.sale_ends_at,
    'managesStock', ${alias}.manages_stock, 'stockQuantity', ${alias}.stock_quantity,
    'stockStatus', ${alias}.stock_status, 'lowStockAmount', ${alias}.low_stock_amount,
    'backorders', ${alias}.backorders, 'soldIndividually', ${alias}.sold_individually,
    'minQuantity', ${alias}.min_quantity, 'maxQuantity', ${alias}.max_quantity, 'bulkOffer', case when ${alias}.offer_pieces is not null
    then json_build_object('pieces', ${alias}.offer_pieces, 'price', ${alias}.offer_price) end,
    'taxClass', case when ${alias}.tax_status = 'taxable' then ${alias}.tax_class end)`);
}

/** SQL of the first `limit` pictures of the `products` row in scope. */
export function picturesJson(limit: number): SQL<Picture[]> {
  return sql<Picture[]>`coalesce((select json_agg(${pictureJson("m")} order by pm.position)
    from product_media pm join media m on m.id = pm.media_id
    where pm.product_id = ${productId} and pm.position < ${sql.raw(String(limit))}), '[]'::json)`;
}

/** SQL of the names of a product's categories, in its order. */
export function categoryNamesJson(id: SQLWrapper): SQL<string[]> {
  return sql`coalesce((select json_agg(c.name order by pc.position)
    from product_categories pc join categories c on c.id = pc.category_id where pc.product_id = ${id}), '[]'::json)`;
}

/** The columns of a CardRecord, for a select from `products`. */
export const cardColumns = {
  type: sql<ProductType>`${productType}`,
  slug: sql<string>`${products.slug}`,
  sku: products.sku,
  name: products.name,
  isVirtual: products.isVirtual,
  isDownloadable: products.isDownloadable,
  externalUrl: products.externalUrl,
  buttonText: products.buttonText,
  ratingSum: products.ratingSum,
  ratingCount: products.ratingCount,
  facts: sql<Fact[]>`${products.facts}`,
  self: sql<SellableRecord>`${sellableJson("products")}`,
  pictures: picturesJson(2),
  categoryIds: sql<number[]>`coalesce((select json_agg(pc.category_id order by pc.position)
    from product_categories pc where pc.product_id = ${productId}), '[]'::json)`,
  variations: sql<SellableRecord[]>`case when ${productType} = 'variable' then coalesce((
    select json_agg(${sellableJson("v")} order by v.position, v.id)
    from products v where v.parent_id = ${productId} and v.status = 'publish'), '[]'::json)
    when ${productType} = 'grouped' then coalesce((
    select json_agg(${sellableJson("v")} order by l.position, v.position, v.id)
    from product_links l join products m on m.id = l.linked_id and m.status = 'publish'
    join products v on (v.id = m.id or v.parent_id = m.id) and v.status = 'publish'
    where l.product_id = ${productId} and l.kind = 'grouped'), '[]'::json) else '[]'::json end`,
  optionNames: sql<CardRecord["optionNames"]>`case when ${productType} = 'variable'
      and (products.offer_pieces is not null
        or exists (select from products o where o.parent_id = ${productId} and o.offer_pieces is not null)) then (
    select json_object_agg(w.id, w.names) from (
      select v.id, json_object_agg(va.slug, coalesce(av.name, va.value) order by pa.position) as names
      from products v join variation_attributes va on va.variation_id = v.id and va.value <> ''
      join product_attributes pa on pa.product_id = ${productId} and pa.slug = va.slug
      left join attribute_values av on av.attribute_id = pa.attribute_id and av.slug = va.value
      where v.parent_id = ${productId} group by v.id) w) end`,
};
