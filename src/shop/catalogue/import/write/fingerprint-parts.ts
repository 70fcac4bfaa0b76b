import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/**
 * Returns a fingerprint of the rows that belong to each product and its variations: categories, tags, attributes,
 * pictures, videos, links and downloads. It changes when one of these rows does. Products without any are missing.
 */
export async function fingerprintParts(db: Database, productIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ id: number; fingerprint: string }>(sql`
    with member as (
      select id, coalesce(parent_id, id) as root from products
      where id = any(${sql.param([...productIds])}::bigint[]) or parent_id = any(${sql.param([...productIds])}::bigint[])),
    part (root, value) as (
      select root, hashtextextended('c' || p::text, 0) from member join product_categories p on p.product_id = member.id
      union all select root, hashtextextended('t' || p::text, 0) from member join product_tags p on p.product_id = member.id
      union all select root, hashtextextended('a' || p::text, 0)
        from member join product_attributes p on p.product_id = member.id
      union all select root, hashtextextended('v' || p::text, 0)
        from member join variation_attributes p on p.variation_id = member.id
      union all select root, hashtextextended('m' || p::text, 0) from member join product_media p on p.product_id = member.id
      union all select root, hashtextextended('w' || p::text, 0)
        from member join product_videos p on p.product_id = member.id
      union all select root, hashtextextended('s' || p::text, 0)
        from member join product_spin_frames p on p.product_id = member.id
      union all select root, hashtextextended('l' || p::text, 0) from member join product_links p on p.product_id = member.id
      union all select root, hashtextextended('d' || p::text, 0)
        from member join product_downloads p on p.product_id = member.id)
    select root as id, sum(value)::text as fingerprint from part group by root`);
  return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]));
}
