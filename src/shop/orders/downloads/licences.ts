import { type SQL, sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { hasAccess } from "./access.ts";

/** The job that mails buyers the licence keys that their order waited for. */
const licencesAssignedJob = "licences-assigned";

const at = (now: Date) => sql`${now.toISOString()}::timestamptz`;

/**
 * Assigns free keys to the licences of an order that have none, as far as there are any. Within the transaction that grants them:
 * the lists stay locked until the commit, in the order of their ids, so that no key is assigned twice.
 */
export async function assignOfOrder(db: Database, orderId: number, now: Date): Promise<void> {
  await db.execute(sql`select from licence_lists where product_id in
    (select product_id from order_licences where order_id = ${orderId}) order by product_id for update`);
  await assign(db, sql`l.order_id = ${orderId}`, now);
}

/** Assigns free keys to licences that a condition selects, the oldest first. @returns the orders that got some */
async function assign(db: Database, condition: SQL, now: Date): Promise<number[]> {
  const { rows } = await db.execute<{ orderId: number }>(sql`
    with due as (
      select l.id, l.order_id, l.product_id, row_number() over (partition by l.product_id order by l.id) as place
      from order_licences l join orders o on o.id = l.order_id
      where ${condition} and ${hasAccess(sql`o`)}
        and not exists (select from licence_keys k where k.licence_id = l.id)
    ), free as (
      select k.id, k.product_id, row_number() over (partition by k.product_id order by k.id) as place
      from (select product_id, count(*) as pieces from due group by product_id) as needed cross join lateral (
        select id, product_id from licence_keys
        where product_id = needed.product_id and licence_id is null order by id limit needed.pieces) as k
    ), given as (
      update licence_keys k set licence_id = due.id, assigned_at = ${at(now)}
      from free join due using (product_id, place) where k.id = free.id and k.licence_id is null returning due.order_id
    ) select distinct order_id::int as "orderId" from given order by 1`);
  return rows.map(({ orderId }) => orderId);
}

/** A product that has few licence keys left. */
export interface LowLicences {
  productId: number;
  name: string;
  free: number;
  /** The newest key's id: another one means that keys were added since. */
  lastKeyId: number;
}

/** Lists an order's products with at most `most` free licence keys, except those whose keys the order is still waiting for. */
export async function listLowLicences(db: Database, orderId: number, most: number): Promise<LowLicences[]> {
  if (most === 0) return [];
  const { rows } = await db.execute<LowLicences & Record<string, unknown>>(sql`
    select p.id::int as "productId", p.name, left_over.free::int as free,
      (select max(id)::int from licence_keys where product_id = p.id) as "lastKeyId"
    from products p cross join lateral (select count(*) as free from (
      select from licence_keys where product_id = p.id and licence_id is null limit ${most + 1}) as few) as left_over
    where p.id in (select product_id from order_licences where order_id = ${orderId}) and left_over.free <= ${most}
      and not exists (select from order_licences l where l.order_id = ${orderId} and l.product_id = p.id
        and not exists (select from licence_keys k where k.licence_id = l.id))
    order by p.id`);
  return rows;
}

/** The result of adding keys. */
export interface AddedKeys {
  added: number;
  /** How many waiting orders got keys; their buyers are mailed. */
  orders: number;
}

/**
 * Adds licence keys of a product or variation, which needs one for each piece from now on; known ones are left as they are. Orders
 * that wait for keys get them. @throws Refusal product_unknown
 */
export async function addLicenceKeys(
  db: Database,
  productId: number,
  keys: readonly string[],
  now: Date,
): Promise<AddedKeys> {
  return inTransaction(db, async (db) => {
    const { rowCount: isKnown } = await db.execute(sql`
      insert into licence_lists (product_id, created_at) select id, ${at(now)} from products where id = ${productId}
      on conflict (product_id) do update set product_id = excluded.product_id`);
    if (isKnown === 0) throw new Refusal("product_unknown");
    const { rowCount } = await db.execute(sql`
      insert into licence_keys (product_id, licence_key, added_at)
      select ${productId}, key, ${at(now)} from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) with ordinality as given (key, place)
      order by place on conflict do nothing`);
    const orders = await assign(db, sql`l.product_id = ${productId}`, now);
    for (const orderId of orders) await addJob(db, licencesAssignedJob, { orderId });
    return { added: rowCount ?? 0, orders: orders.length };
  });
}

/**
 * Ends the sale of a product with licence keys: deletes the free ones and what orders wait for. Assigned ones stay with their
 * buyers. @returns how many were deleted. @throws Refusal licence_list_unknown
 */
export async function removeLicenceList(db: Database, productId: number): Promise<number> {
  return inTransaction(db, async (db) => {
    const { rowCount } = await db.execute(sql`delete from licence_lists where product_id = ${productId}`);
    if (rowCount === 0) throw new Refusal("licence_list_unknown", { id: productId });
    await db.execute(sql`delete from order_licences l where product_id = ${productId}
      and not exists (select from licence_keys k where k.licence_id = l.id)`);
    const { rowCount: free } = await db.execute(
      sql`delete from licence_keys where product_id = ${productId} and licence_id is null`,
    );
    return free ?? 0;
  });
}
