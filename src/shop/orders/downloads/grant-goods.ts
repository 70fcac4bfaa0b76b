import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { hasAccess } from "./access.ts";
import { assignOfOrder } from "./licences.ts";

/**
 * Gives an order its files and licence keys if its buyer may have them; what it has already stays as it is. An option without
 * files or licence keys of its own has those of its product. Limits are per piece; days count from now. Call it in the
 * transaction that changes the order's status.
 */
export async function grantGoods(db: Database, orderId: number, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ licences: number }>(sql`
    with line as (
      select l.order_id, l.position, l.product_id, l.variation_id, l.quantity,
        coalesce(v.is_downloadable, p.is_downloadable) as is_downloadable,
        coalesce(v.download_limit, p.download_limit)::bigint * l.quantity as use_limit,
        coalesce(v.download_expiry_days, p.download_expiry_days) as days,
        coalesce((select f.product_id from product_downloads f where f.product_id = l.variation_id limit 1), l.product_id) as file_owner,
        (select i.product_id from licence_lists i where i.product_id in (l.variation_id, l.product_id)
          order by i.product_id = l.variation_id desc nulls last limit 1) as licensed
      from order_lines l join orders o on o.id = l.order_id
        left join products p on p.id = l.product_id left join products v on v.id = l.variation_id
      where l.order_id = ${orderId} and ${hasAccess(sql`o`)}
    ), files as (
      insert into order_downloads (order_id, position, product_id, download_key, name, file, use_limit, granted_at, expires_at)
      select line.order_id, line.position, d.product_id, d.download_key, d.name, d.file, line.use_limit, ${at},
        ${at} + line.days * interval '1 day'
      from line join product_downloads d on d.product_id = line.file_owner
      where line.is_downloadable on conflict do nothing
    ), licences as (
      insert into order_licences (order_id, position, piece, product_id, granted_at)
      select line.order_id, line.position, piece, line.licensed, ${at}
      from line cross join generate_series(1, line.quantity) as piece
      where line.licensed is not null on conflict do nothing
    ) select count(*)::int as licences from line where licensed is not null`);
  if ((rows[0]?.licences ?? 0) > 0) await assignOfOrder(db, orderId, now);
}
