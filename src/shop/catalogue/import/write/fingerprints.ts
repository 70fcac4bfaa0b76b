import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { products } from "#db/tables/catalogue.ts";
import { indexedColumns } from "../../index-products.ts";

export interface Fingerprints {
  /** Of the rows that belong to the product and its variations: categories, tags, attributes, pictures, videos, links and downloads. */
  parts: string;
  /** Of what its search index is made from. */
  search: string;
}

/** Returns the fingerprints of products by id. A fingerprint changes when something that it is made from changes. */
export async function fingerprintProducts(
  db: Database,
  productIds: readonly number[],
): Promise<Map<number, Fingerprints>> {
  const given = sql`any(${sql.param([...productIds])}::bigint[])`;
  const texts = sql.join(indexedColumns, sql`, `);
  const { rows } = await db.execute<{ id: number } & Record<keyof Fingerprints, string>>(sql`
    with member as (
      select id, coalesce(parent_id, id) as root, hashtextextended(row(${texts})::text, 0) as texts from ${products}
      where id = ${given} or parent_id = ${given}),
    part (root, is_indexed, value) as (
      select root, true, hashtextextended('c' || p::text, 0) from member join product_categories p on p.product_id = member.id
      union all select root, true, hashtextextended('t' || p::text, 0) from member join product_tags p on p.product_id = member.id
      union all select root, true, hashtextextended('a' || p::text, 0)
        from member join product_attributes p on p.product_id = member.id
      union all select root, false, hashtextextended('v' || p::text, 0)
        from member join variation_attributes p on p.variation_id = member.id
      union all select root, false, hashtextextended('m' || p::text, 0) from member join product_media p on p.product_id = member.id
      union all select root, false, hashtextextended('w' || p::text, 0)
        from member join product_videos p on p.product_id = member.id
      union all select root, false, hashtextextended('s' || p::text, 0)
        from member join product_spin_frames p on p.product_id = member.id
      union all select root, false, hashtextextended('l' || p::text, 0) from member join product_links p on p.product_id = member.id
      union all select root, false, hashtextextended('d' || p::text, 0)
        from member join product_downloads p on p.product_id = member.id),
    parts as (
      select root, sum(value) as value, sum(value) filter (where is_indexed) as indexed from part group by root)
    select member.root as id, concat(min(parts.value)) as parts, concat_ws(' ', sum(texts), min(parts.indexed)) as search
    from member left join parts using (root) group by member.root`);
  return new Map(rows.map(({ id, parts, search }) => [id, { parts, search }]));
}
