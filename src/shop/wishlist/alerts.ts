import { hash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { emailFault, emailKey } from "../accounts/profile/account-fields.rules.ts";
import { consumeLimits, mailLimits } from "../rate-limits.ts";
import { Refusal } from "../refusal.ts";
import { changeWishlists } from "./wishlist-owners.ts";

/** How long (ms) the link that confirms an address is valid. */
const confirmMs = 7 * 86_400_000;

/** Turns the mails on for a user, to the account's address. Repeating it has no effect. @throws Refusal wishlist_unknown */
export async function startUserAlerts(db: Database, ownerId: number, now: Date): Promise<void> {
  await changeWishlists(db, ownerId, async (db) => {
    await db.execute(sql`insert into wishlist_alerts (owner_id, confirmed_at, stop_token, requested_at)
      values (${ownerId}, ${now.toISOString()}, ${newToken()}, ${now.toISOString()}) on conflict (owner_id) do nothing`);
  });
}

/**
 * Asks a guest to confirm an address by a link that is mailed there; until then nothing else is sent. Asking again replaces
 * an address that is not confirmed. @param address where the request comes from
 * @throws Refusal contact_invalid, too_many_tries, wishlist_unknown
 */
export async function requestGuestAlerts(
  db: Database,
  { ownerId, email: typed, address }: { ownerId: number; email: string; address: string },
  now: Date,
): Promise<void> {
  const email = emailKey(typed);
  if (emailFault(email) !== undefined) throw new Refusal("contact_invalid");
  await consumeLimits(db, mailLimits("wishlist alerts", email, address), now);
  await changeWishlists(db, ownerId, async (db) => {
    const { rowCount } = await db.execute(sql`
      insert into wishlist_alerts (owner_id, email, stop_token, requested_at)
      values (${ownerId}, ${email}, ${newToken()}, ${now.toISOString()})
      on conflict (owner_id) do update
        set email = excluded.email, confirm_hash = null, stop_token = excluded.stop_token, requested_at = excluded.requested_at
        where wishlist_alerts.confirmed_at is null`);
    if (rowCount) await addJob(db, "wishlist-confirm-mail", { ownerId });
  });
}

/** A guest's address that is to be confirmed by a mail. */
export interface AlertRequest {
  email: string;
  /** For the link; only its hash is stored. */
  token: string;
  stopToken: string;
}

/**
 * Creates the token of the mail that confirms a guest's address; undefined if it was created before. Call it in the transaction
 * that writes the mail.
 */
export async function takeAlertRequest(db: Database, ownerId: number): Promise<AlertRequest | undefined> {
  const token = newToken();
  const { rows } = await db.execute<{ email: string; stop_token: string }>(sql`
    update wishlist_alerts set confirm_hash = ${hashOf(token)}
    where owner_id = ${ownerId} and confirm_hash is null and confirmed_at is null and email is not null
    returning email, stop_token`);
  return rows[0] && { email: rows[0].email, token, stopToken: rows[0].stop_token };
}

/** Confirms a guest's address; following the link twice is harmless. @returns false if the link is unknown or too old */
export async function confirmAlerts(db: Database, token: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update wishlist_alerts set confirmed_at = coalesce(confirmed_at, ${now.toISOString()}::timestamptz)
    where confirm_hash = ${hashOf(token)}
      and (confirmed_at is not null or requested_at > ${new Date(now.getTime() - confirmMs).toISOString()}::timestamptz)`);
  return rowCount === 1;
}

/** Ends the mails by the token of a mailed link. Repeating it has no effect. */
export async function stopAlertsByToken(db: Database, token: string): Promise<void> {
  await db.execute(sql`delete from wishlist_alerts where stop_token = ${token}`);
}

/** Ends the mails of an owner. Repeating it has no effect. */
export async function stopAlerts(db: Database, ownerId: number): Promise<void> {
  await db.execute(sql`delete from wishlist_alerts where owner_id = ${ownerId}`);
}

function newToken(): string {
  return randomBytes(24).toString("base64url");
}

function hashOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
