import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { stockStatusOf } from "../catalogue/availability.rules.ts";
import { inheriting, stockFactsOf } from "../catalogue/product-card.ts";
import { type SellableRecord, sellableJson } from "../catalogue/product-record.ts";

/** A product or variation and whether it is in stock. */
export interface StockOf {
  /** The variation's id for a variation. */
  id: number;
  type: "simple" | "variable" | "variation" | "grouped" | "external";
  /** The name of the product whose page shows it. */
  name: string;
  slug: string;
  /** A variation's values by attribute slug; "" for any. */
  attributes: Readonly<Record<string, string>>;
  /** Their labels in the product's order; "" for products. */
  choice: string;
  isInStock: boolean;
}

/** Returns the name, with a variation's option labels. */
export function wholeName({ name, choice }: StockOf): string {
  return choice === "" ? name : `${name} (${choice})`;
}

interface Row extends Omit<StockOf, "isInStock"> {
  [column: string]: unknown;
  self: SellableRecord;
  parent: SellableRecord | null;
}

/** Lists the published products and variations among those that `which` selects from `products p`. */
export async function listStockOf(db: Database, which: SQL): Promise<StockOf[]> {
  const { rows } = await db.execute<Row>(sql`
    select p.id, p.type, coalesce(parent.name, p.name) as name, coalesce(parent.slug, p.slug) as slug,
      coalesce((select json_object_agg(va.slug, va.value) from variation_attributes va where va.variation_id = p.id),
        '{}'::json) as attributes,
      coalesce((select string_agg(coalesce(av.name, va.value), ', ' order by pa.position)
        from variation_attributes va join product_attributes pa on pa.product_id = p.parent_id and pa.slug = va.slug
          left join attribute_values av on av.attribute_id = pa.attribute_id and av.slug = va.value
        where va.variation_id = p.id and va.value <> ''), '') as choice,
      ${sellableJson("p")} as self, case when parent.id is not null then ${sellableJson("parent")} end as parent
    from products p left join products parent on parent.id = p.parent_id
    where p.status = 'publish' and coalesce(parent.status, 'publish') = 'publish' and ${which}
    order by p.id`);
  return rows.map(({ self, parent, ...product }) => {
    const sold = parent ? inheriting(self, parent) : self;
    const isInStock = sold.regularPrice !== null && stockStatusOf(stockFactsOf(sold)) !== "outofstock";
    return { ...product, isInStock };
  });
}
