import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { nameFault } from "../accounts/profile/account-fields.rules.ts";
import { internationalPhone } from "../accounts/profile/phone.rules.ts";
import { wholeName } from "../accounts/profile/user-name.rules.ts";
import type { Address } from "./order.ts";
import { findAddresses, keepOrderAddresses } from "./user-addresses.ts";

interface ClaimedOrder extends Record<string, unknown> {
  billing: Address;
  shipping: Address;
  /** A courier brings it, so that its addresses were checked. */
  isCouriers: boolean;
}

/**
 * Gives somebody whose account has been opened the order with which it was asked for, and its addresses if a courier brings it,
 * unless he has saved some. What else was ordered with his e-mail may be a stranger's: nobody has shown that it is his. An order
 * that has an owner keeps him.
 * @param registrationId whose link was followed
 */
export async function claimOrder(db: Database, userId: number, registrationId: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows } = await db.execute<ClaimedOrder>(sql`
      update orders set user_id = users.id, is_of_account = true from users
      where users.id = ${userId} and orders.registration_id = ${registrationId} and orders.user_id is null
        and not orders.is_of_account
      returning orders.billing, orders.shipping,
        shipping_method <> '' and not starts_with(shipping_method, 'local_pickup:') as "isCouriers"`);
    if (!rows[0]?.isCouriers || Object.keys(await findAddresses(db, userId)).length > 0) return;
    const { billing, shipping } = rows[0];
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
