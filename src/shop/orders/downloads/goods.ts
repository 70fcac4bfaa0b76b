import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Order } from "../order.ts";
import { hasAccess, mayHaveAccess } from "./access.ts";
import { type DigitalGoods, noGoods, type OrderedDownload, type OrderedLicences } from "./download.ts";

type DownloadRow = Omit<OrderedDownload, "expiresAt"> & { expiresAt: string | null } & Record<string, unknown>;

/** Files as their product has them now, or as they were bought if it no longer does. */
const downloadColumns = sql`d.id::int as id, d.order_id::int as "orderId", l.product_id::int as "productId",
  l.name as "productName", coalesce(f.name, d.name) as name, coalesce(f.file, d.file) as file,
  case when d.use_limit is not null then greatest(d.use_limit - d.used, 0)::float8 end as "usesLeft", d.used,
  d.expires_at as "expiresAt", d.revoked_at is not null as "isRevoked"`;
const downloadTables = sql`order_downloads d join orders o on o.id = d.order_id
  join order_lines l on l.order_id = d.order_id and l.position = d.position
  left join product_downloads f on f.product_id = d.product_id and f.download_key = d.download_key`;

const toDownload = ({ expiresAt, ...row }: DownloadRow): OrderedDownload => ({
  ...row,
  expiresAt: expiresAt === null ? null : new Date(expiresAt),
});

async function listDownloads(db: Database, condition: SQL): Promise<OrderedDownload[]> {
  const { rows } = await db.execute<DownloadRow>(sql`
    select ${downloadColumns} from ${downloadTables} where ${condition}
    order by d.order_id desc, d.position, f.position nulls last, d.id`);
  return rows.map(toDownload);
}

async function listLicences(db: Database, condition: SQL): Promise<OrderedLicences[]> {
  const { rows } = await db.execute<OrderedLicences & Record<string, unknown>>(sql`
    select i.order_id::int as "orderId", l.product_id::int as "productId", l.name as "productName",
      coalesce(array_agg(k.licence_key order by i.piece) filter (where k.id is not null), '{}') as keys,
      count(*) filter (where k.id is null)::int as due
    from order_licences i join orders o on o.id = i.order_id
      join order_lines l on l.order_id = i.order_id and l.position = i.position
      left join licence_keys k on k.licence_id = i.id
    where ${condition} group by i.order_id, i.position, l.product_id, l.name order by i.order_id desc, i.position`);
  return rows;
}

/** Returns the files and licence keys of the order with an id; none while its buyer may not have them. */
export async function findGoods(db: Database, orderId: number): Promise<DigitalGoods> {
  return listGoods(db, sql`o.id = ${orderId} and ${hasAccess(sql`o`)}`);
}

/** Returns the files and licence keys of an order; none while its buyer may not have them. */
export async function findGoodsOf(db: Database, order: Order): Promise<DigitalGoods> {
  return mayHaveAccess(order) ? findGoods(db, order.id) : noGoods;
}

/** Returns whether an order has files that wait for its payment. */
export async function isAwaitingFiles(db: Database, order: Order): Promise<boolean> {
  const isOpen = ["pending", "on-hold", "processing"].includes(order.status);
  if (!isOpen || mayHaveAccess(order)) return false;
  const { rows } = await db.execute(sql`select from order_lines l left join products p on p.id = l.product_id
    left join products v on v.id = l.variation_id
    where l.order_id = ${order.id} and coalesce(v.is_downloadable, p.is_downloadable) limit 1`);
  return rows.length > 0;
}

/** Returns the files and licence keys of all orders of an account, newest first. */
export async function listUserGoods(db: Database, userId: number): Promise<DigitalGoods> {
  return listGoods(db, sql`o.user_id = ${userId} and ${hasAccess(sql`o`)}`);
}

/** Returns the files and licence keys of an order for the shop's staff, whatever the order's status. */
export async function findGoodsOfAnyStatus(db: Database, orderId: number): Promise<DigitalGoods> {
  return listGoods(db, sql`o.id = ${orderId}`);
}

/** @param condition selects orders, as `o` */
export async function listGoods(db: Database, condition: SQL): Promise<DigitalGoods> {
  const [downloads, licences] = [await listDownloads(db, condition), await listLicences(db, condition)];
  return downloads.length + licences.length === 0 ? noGoods : { downloads, licences };
}

/** Finds a file that its buyer may have at present; undefined if there is none with this id. */
export async function findDownload(db: Database, id: number): Promise<OrderedDownload | undefined> {
  if (!Number.isSafeInteger(id) || id <= 0) return undefined;
  return (await listDownloads(db, sql`d.id = ${id} and ${hasAccess(sql`o`)}`))[0];
}
