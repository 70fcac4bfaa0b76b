import type pg from "pg";

/** The order numbers of a database before a restore replaces its rows. */
export interface UsedNumbers {
  /** The number that the next order would get. */
  next: number;
  /** One of its orders, to recognize the shop by; undefined if it has none. */
  order: { id: number; key: string } | undefined;
}

export interface LostTime {
  /** When the restored rows were backed up. */
  from: Date;
  /** No earlier than the last lost order; usually now. */
  to: Date;
}

/** Numbers that are skipped at least. */
const leastSkipped = 1_000;

/** Reads which numbers have been given. */
export async function readUsedNumbers(client: pg.ClientBase): Promise<UsedNumbers> {
  const { rows } = await client.query<{ next: number; id: number | null; key: string }>(
    `select s.next, o.id, o.order_key as key
     from (select case when is_called then last_value + 1 else last_value end as next from orders_id_seq) s
     left join (select id, order_key from orders order by id limit 1) o on true`,
  );
  const { next = 1, id = null, key = "" } = rows[0] ?? {};
  return { next, order: id === null ? undefined : { id, key } };
}

/**
 * Makes order numbers continue above every number that was given after the backup, in the caller's transaction: customers
 * know those, and a number must never name two orders. If the replaced rows were of the same shop, its numbers are known;
 * otherwise twice as many are skipped as there were orders on the busiest day, for each day that was lost.
 * @returns the number of the next order
 */
export async function skipLostNumbers(client: pg.ClientBase, used: UsedNumbers, lost: LostTime): Promise<number> {
  const restored = await readUsedNumbers(client);
  const next = Math.max(restored.next, (await isSameShop(client, used)) ? used.next : await estimate(client, lost));
  await client.query(`alter sequence orders_id_seq restart with ${next}`);
  return next;
}

async function isSameShop(client: pg.ClientBase, { order }: UsedNumbers): Promise<boolean> {
  if (!order) return false;
  const { rowCount } = await client.query("select from orders where id = $1 and order_key = $2", [order.id, order.key]);
  return rowCount === 1;
}

async function estimate(client: pg.ClientBase, { from, to }: LostTime): Promise<number> {
  const days = Math.max(0, Math.ceil((to.getTime() - from.getTime()) / 86_400_000)) + 1;
  const { rows } = await client.query<{ busiest: number }>(
    `select coalesce(max(count), 0)::int as busiest from (
       select count(*) from orders where created_at > $1::timestamptz - interval '90 days'
       group by date_trunc('day', created_at, 'UTC')) days`,
    [from],
  );
  const skipped = Math.max(leastSkipped, 2 * days * (rows[0]?.busiest ?? 0));
  const { next } = await readUsedNumbers(client);
  return Math.ceil((next + skipped) / 1_000) * 1_000 + 1;
}
