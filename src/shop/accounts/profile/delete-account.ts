import { and, eq, sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import { users } from "#db/tables/accounts.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { checkPassword } from "./change-password.ts";
import { refuseLastAdministrator } from "./change-user.ts";

/**
 * Deletes an account permanently, with its sessions, carts, addresses, links and mails. Its orders stay for the books,
 * without owner and browser data; its public reviews stay under their given name, others go. Everything that the data export lists
 * is deleted. A job confirms by a mail that is not kept once sent.
 * @throws Refusal credentials_wrong, too_many_tries, user_last_administrator
 */
export async function deleteAccount(db: Database, userId: number, password: string, now: Date): Promise<void> {
  const verified = await checkPassword(db, userId, password, now);
  await retryOnConflict(() => inTransaction(db, (db) => deleteVerified(db, userId, verified)));
}

async function deleteVerified(db: Database, userId: number, verified: string): Promise<void> {
  await refuseLastAdministrator(db, userId);
  // Locked first, with a lock that conflicts with foreign keys: an order in progress is waited for and then seen, and
  // none follows.
  const [held] = await db
    .select({ email: users.email, emailKey: users.emailKey })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.passwordHash, verified)))
    .for("update");
  // The password was replaced meanwhile, or the account is gone.
  if (!held) throw new Refusal("credentials_wrong");
  await db.execute(
    sql`update orders set customer_ip = '', customer_agent = '', attribution = null where user_id = ${userId}`,
  );
  // Lock sessions before the cart, as cart changes do; the delete itself locks them in any order.
  await db.execute(sql`select 1 from sessions where user_id = ${userId} and parked_at is null order by id for update`);
  await db.execute(sql`
    with gone as (delete from contact_messages
      where user_id = ${userId} or (lower(from_email) = ${held.emailKey} and from_email <> '') returning id)
    delete from mail_outbox where mail_key in (
      select 'contact:' || id || ':' || part from gone cross join generate_series(1, 2) part)`);
  const isAuthor = sql`(user_id = ${userId} or (lower(author_email) = ${held.emailKey} and author_email <> ''))`;
  await db.execute(sql`delete from reviews where status <> 'approved' and ${isAuthor}`);
  await db.execute(sql`update reviews set author_email = '', fingerprint = null where ${isAuthor}`);
  await db.delete(users).where(eq(users.id, userId));
  await db.execute(sql`delete from registrations where lower(email) = ${held.emailKey}`);
  await db.execute(sql`delete from mail_outbox where lower(recipient) = ${held.emailKey}`);
  await db.execute(sql`delete from back_in_stock_requests where contact = ${held.emailKey}`);
  // What a guest with this address asked for.
  await db.execute(sql`delete from wishlist_estimates where lower(email) = ${held.emailKey}`);
  await db.execute(sql`delete from wishlist_alerts where email = ${held.emailKey}`);
  await db.execute(sql`delete from held_forms where lower(email) = ${held.emailKey} and email <> ''`);
  await addJob(db, "account-deleted-mail", { userId, email: held.email });
}
