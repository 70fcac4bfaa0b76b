import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { nameFault } from "../accounts/account-fields.rules.ts";
import { internationalPhone } from "../accounts/phone.rules.ts";
import { wholeName } from "../accounts/user-name.rules.ts";
import type { Address } from "./order.ts";
import { findAddresses, keepOrderAddresses } from "./user-addresses.ts";

interface ClaimedOrder extends Record<string, unknown> {
  id: number;
  billing: Address;
  shipping: Address;
  /** A courier brings it, so that its addresses were checked. */
  isCouriers: boolean;
}

/**
 * Gives somebody whose account has been opened the orders with which it was asked for, and the addresses of the newest that a
 * courier brings, unless he has saved some. An order that has an owner keeps him.
 */
export async function claimOrders(db: Database, userId: number, registrationIds: readonly number[]): Promise<void> {
  const ids: SQL[] = registrationIds.map((id) => sql`${id}`);
  if (ids.length === 0) return;
  await inTransaction(db, async (db) => {
    const { rows } = await db.execute<ClaimedOrder>(sql`
      update orders set user_id = users.id, is_of_account = true from users
      where users.id = ${userId} and orders.registration_id in (${sql.join(ids, sql`, `)}) and orders.user_id is null
        and not orders.is_of_account
      returning orders.id::int as id, orders.billing, orders.shipping,
        shipping_method <> '' and not starts_with(shipping_method, 'local_pickup:') as "isCouriers"`);
    const [newest] = rows.filter(({ isCouriers }) => isCouriers).sort((one, other) => other.id - one.id);
    if (!newest || Object.keys(await findAddresses(db, userId)).length > 0) return;
    const { billing, shipping } = newest;
    const isElsewhere = JSON.stringify(billing) !== JSON.stringify(shipping);
    await keepOrderAddresses(db, userId, { billing, shipping: isElsewhere ? shipping : null, note: "" });
  });
}

/** How the account that was asked for with an order begins: called and reached as its order is. "" for what it does not tell. */
export async function findAskingBuyer(
  db: Database,
  registrationId: number,
): Promise<{ name: string; phone: string } | undefined> {
  const { rows } = await db.execute<{ billing: Address }>(
    sql`select billing from orders where registration_id = ${registrationId} order by id desc limit 1`,
  );
  if (!rows[0]) return undefined;
  const { billing } = rows[0];
  const name = wholeName(billing);
  // An account's name is shorter than what an order takes.
  return { name: nameFault(name, false) ? "" : name, phone: internationalPhone(billing.phone) };
}
