import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { nameFault } from "../accounts/profile/account-fields.rules.ts";
import { internationalPhone } from "../accounts/profile/phone.rules.ts";
import { wholeName } from "../accounts/profile/user-name.rules.ts";
import type { Address } from "./order.ts";
import { findAddresses, saveOrderAddresses } from "./user-addresses.ts";

interface ClaimedOrder extends Record<string, unknown> {
  billing: Address;
  shipping: Address;
  /** Delivered by courier, so its addresses were checked. */
  isCouriers: boolean;
}

/**
 * Assigns to a new account the order that requested it, and saves the order's addresses if it goes by courier and the
 * account has none. Other orders with the same email may be a stranger's, because nobody has proved ownership. Orders
 * that already have an owner are left alone.
 * @param registrationId the registration whose link was followed
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
    await saveOrderAddresses(db, userId, { billing, shipping: isElsewhere ? shipping : null, note: "" });
  });
}

/**
 * Returns name and phone of the order with which an account was requested, as the account's first values; "" if
 * missing.
 */
export async function findRequestingCustomer(
  db: Database,
  registrationId: number,
): Promise<{ name: string; phone: string } | undefined> {
  const { rows } = await db.execute<{ billing: Address }>(
    sql`select billing from orders where registration_id = ${registrationId} order by id desc limit 1`,
  );
  if (!rows[0]) return undefined;
  const { billing } = rows[0];
  const name = wholeName(billing);
  // An account's name may be shorter than an order's.
  return { name: nameFault(name, false) ? "" : name, phone: internationalPhone(billing.phone) };
}
