import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { emailFault, emailKey } from "../accounts/profile/account-fields.rules.ts";
import { consumeLimits, mailLimits } from "../rate-limits.ts";
import { Refusal } from "../refusal.ts";

/** The kinds of newsletters. A subscriber gets all but those that they do not want. */
export const newsletterKinds = ["news", "offers"] as const;
export type NewsletterKind = (typeof newsletterKinds)[number];

/** The newsletters that a subscriber gets. */
export interface Preferences {
  /** The token of the links in their mails. */
  token: string;
  kinds: readonly NewsletterKind[];
}

const subscribes = sql`confirmed_at is not null and stopped_at is null`;

/** Returns the preferences of the subscriber with the token of a mailed link; undefined if nobody subscribes with it. */
export async function findPreferences(db: Database, token: string): Promise<Preferences | undefined> {
  const { rows } = await db.execute<{ unwanted: string[] }>(
    sql`select unwanted from newsletter_subscribers where stop_token = ${token} and ${subscribes}`,
  );
  const [row] = rows;
  return row && { token, kinds: newsletterKinds.filter((kind) => !row.unwanted.includes(kind)) };
}

/** Returns the token of an address's mails; undefined if it does not subscribe. Only for its owner. */
export async function findPreferencesToken(db: Database, email: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ stop_token: string }>(
    sql`select stop_token from newsletter_subscribers where email = ${emailKey(email)} and ${subscribes}`,
  );
  return rows[0]?.stop_token;
}

/** Stores which kinds a subscriber gets. @returns false if nobody subscribes with the token */
export async function savePreferences(db: Database, { token, kinds }: Preferences): Promise<boolean> {
  const unwanted = newsletterKinds.filter((kind) => !kinds.includes(kind));
  const { rowCount } = await db.execute(sql`
    update newsletter_subscribers set unwanted = ${sql.param(unwanted)}::text[] where stop_token = ${token} and ${subscribes}`);
  return rowCount === 1;
}

/**
 * Has a link to the preferences mailed to an address if it subscribes; nobody else can find out whether it does.
 * @throws Refusal contact_invalid, too_many_tries
 */
export async function requestPreferencesLink(db: Database, typed: string, ip: string, now: Date): Promise<void> {
  const email = emailKey(typed);
  if (emailFault(email) !== undefined) throw new Refusal("contact_invalid");
  await consumeLimits(db, mailLimits("newsletter", email, ip), now);
  await addJob(db, "newsletter-link-mail", { email, key: randomBytes(16).toString("hex") });
}
