import { hash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { emailFault, emailKey } from "../accounts/profile/account-fields.rules.ts";
import { getCart } from "../cart/carts.ts";
import { listStoredLines, type StoredLine } from "../cart/lines/stored-lines.ts";
import { nameWithChoices } from "../cart/totals/sum-parts.rules.ts";
import { type ConsentText, storeConsentText } from "../consent/consents.ts";
import { consumeLimits, mailLimits } from "../rate-limits.ts";
import { Refusal } from "../refusal.ts";
import type { TaxedSettings } from "../taxes/tax-terms.rules.ts";
import { type DueMail, mayMail, type Taken, takeMarketingMails } from "./marketing-mails.ts";

/** Who agreed to be reminded of a session's cart, and to which text. */
export interface ReminderConsent {
  sessionId: number;
  /** As typed; an invalid address is ignored. */
  email: string;
  text: ConsentText;
  /** Where the request comes from. */
  ip: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long (days) the mailed link works. */
const linkDays = 14;

/** For how many days after its time a reminder is still sent. */
const openDays = 3;

/** Days between two reminders to the same address. */
const pauseDays = 7;

const ago = (now: Date, ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;

const versionOf = (sessionId: number) => sql`(select cart_version from sessions where id = cart_of(${sessionId}))`;

/**
 * Stores that a cart's owner wants a reminder, in place of an earlier address; nothing beyond the limits of mails that anybody
 * can request. Repeating it has no effect.
 */
export async function storeReminderConsent(
  db: Database,
  { sessionId, email: typed, text, ip }: ReminderConsent,
  now: Date,
): Promise<void> {
  const email = emailKey(typed);
  if (emailFault(email) !== undefined) return;
  const { rows } = await db.execute(sql`
    select from cart_reminders where cart_version = ${versionOf(sessionId)} and (email = ${email} or mailed_at is not null)`);
  if (rows.length > 0) return;
  try {
    await consumeLimits(db, mailLimits("cart reminder", email, ip), now);
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_many_tries") return;
    throw error;
  }
  await storeConsentText(db, text, now);
  await db.execute(sql`
    insert into cart_reminders as known (cart_version, cart_id, email, text_hash, consented_at)
    select cart_version, id, ${email}, ${text.hash}, ${now.toISOString()}::timestamptz
    from sessions where id = cart_of(${sessionId})
    on conflict (cart_version) do update
      set email = excluded.email, text_hash = excluded.text_hash, consented_at = excluded.consented_at
      where known.mailed_at is null`);
}

/** Removes the consent for a session's cart. A reminder that was sent stays recorded. */
export async function withdrawReminderConsent(db: Database, sessionId: number): Promise<void> {
  await db.execute(sql`delete from cart_reminders where cart_version = ${versionOf(sessionId)} and mailed_at is null`);
}

/** Returns whether the owner of a session's cart wants a reminder. */
export async function wantsReminder(db: Database, sessionId: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from cart_reminders where cart_version = ${versionOf(sessionId)} and mailed_at is null`,
  );
  return rows.length > 0;
}

/** A cart whose owner is to be reminded. */
export interface CartReminder extends DueMail {
  lines: readonly { name: string; quantity: number }[];
  /** For the link that restores the cart; only its hash is stored. */
  token: string;
}

interface WaitingCart extends Record<string, unknown> {
  /** The cart's version. */
  about: string;
  cartId: number;
  email: string;
}

/**
 * Records at most `limit` reminders as sent and returns them: of carts that are as they were for the set hours, and of which
 * nothing was ordered since, on any device. Call it in the transaction that writes the mails.
 * @returns `isMore`: whether others may be due
 */
export async function takeCartReminders(
  db: Database,
  settings: TaxedSettings,
  now: Date,
  limit: number,
): Promise<{ reminders: Taken<CartReminder>[]; isMore: boolean }> {
  const waiting = await lockWaiting(db, settings, now, limit);
  const perAddress = [...new Map(waiting.map((cart) => [cart.email, cart])).values()];
  const reminders: CartReminder[] = [];
  for (const cart of perAddress) {
    const reminder = await prepare(db, cart, settings, now);
    if (reminder) reminders.push(reminder);
  }
  return {
    reminders: await takeMarketingMails(db, "cart-reminder", reminders, now),
    isMore: waiting.length === limit,
  };
}

async function lockWaiting(db: Database, settings: TaxedSettings, now: Date, limit: number): Promise<WaitingCart[]> {
  const idleMs = settings.cart_reminder_hours * hourMs;
  const { rows } = await db.execute<WaitingCart>(sql`
    select r.cart_version::text as about, r.cart_id::int as "cartId", r.email
    from cart_reminders r join sessions s on s.id = r.cart_id and s.cart_version = r.cart_version
    where r.mailed_at is null and r.consented_at <= ${ago(now, idleMs)}
      and r.consented_at > ${ago(now, idleMs + openDays * dayMs)}
      and exists (select from cart_lines l where l.session_id = r.cart_id and l.removed_at is null)
      and not exists (select from cart_lines l where l.session_id = r.cart_id
        and greatest(l.added_at, l.removed_at) > ${ago(now, idleMs)})
      and not exists (select from orders o where lower(o.billing ->> 'email') = r.email and o.created_at >= r.consented_at)
      and not exists (select from orders o where o.user_id = s.user_id and o.created_at >= r.consented_at)
      and ${mayMail(sql`r.email`, "cart-reminder", new Date(now.getTime() - pauseDays * dayMs))}
    order by r.cart_version limit ${limit} for update of r skip locked`);
  return rows;
}

/** Keeps what the link restores. A cart of which nothing is sold any more is forgotten. */
async function prepare(
  db: Database,
  { about, cartId, email }: WaitingCart,
  settings: TaxedSettings,
  now: Date,
): Promise<CartReminder | undefined> {
  const cart = await getCart(db, cartId, settings, now);
  const soldOut = new Set(cart.problems.flatMap(({ lineKey, code }) => (code === "out_of_stock" ? [lineKey] : [])));
  const lines = cart.lines.filter(({ key }) => !soldOut.has(key));
  if (lines.length === 0) {
    await db.execute(sql`delete from cart_reminders where cart_version = ${about}::uuid`);
    return undefined;
  }
  const keys = new Set(lines.map(({ key }) => key));
  const stored = (await listStoredLines(db, cartId)).filter(({ key }) => keys.has(key));
  const token = randomBytes(24).toString("base64url");
  await db.execute(sql`
    update cart_reminders set mailed_at = ${now.toISOString()}::timestamptz, token_hash = ${hashOf(token)},
      lines = ${JSON.stringify(stored.map(remembered))}::jsonb where cart_version = ${about}::uuid`);
  const named = lines.map(({ name, choices, quantity }) => ({ name: nameWithChoices(name, choices), quantity }));
  return { about, email, token, lines: named };
}

/** A line of a cart as a reminder keeps it. */
export type RememberedLine = Pick<StoredLine, "key" | "productId" | "variationId" | "quantity" | "chosen">;

function remembered({ key, productId, variationId, quantity, chosen }: StoredLine): RememberedLine {
  return { key, productId, variationId, quantity, chosen };
}

/** Returns what the cart behind a mailed link contained; undefined if the link is unknown or too old, or the cart was ordered. */
export async function findRememberedCart(
  db: Database,
  token: string,
  now: Date,
): Promise<RememberedLine[] | undefined> {
  const { rows } = await db.execute<{ lines: RememberedLine[] }>(sql`
    select lines from cart_reminders r where token_hash = ${hashOf(token)} and mailed_at > ${ago(now, linkDays * dayMs)}
      and not exists (select from orders o where o.cart_version = r.cart_version)`);
  return rows[0]?.lines;
}

/** Deletes at most `limit` consents that led to no mail in time, and reminders whose link has expired. @returns the number deleted */
export async function deleteOldCartReminders(db: Database, now: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from cart_reminders where cart_version in (
      select cart_version from cart_reminders
      where mailed_at <= ${ago(now, linkDays * dayMs)} or (mailed_at is null and consented_at <= ${ago(now, 2 * openDays * dayMs)})
      limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}

function hashOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
