import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import { inTransaction } from "#db/transaction.ts";
import { accountData } from "../accounts/personal-data.ts";
import { emailFault, emailKey } from "../accounts/profile/account-fields.rules.ts";
import { recordAction } from "../audit/audit-log.ts";
import { backInStockData } from "../back-in-stock/personal-data.ts";
import { cartData } from "../cart/personal-data.ts";
import { contactData } from "../contact/personal-data.ts";
import { couponData } from "../coupons/personal-data.ts";
import { mailData } from "../mail/personal-data.ts";
import { marketingData } from "../marketing/personal-data.ts";
import { newsletterData } from "../newsletter/personal-data.ts";
import { orderData } from "../orders/personal-data.ts";
import { Refusal } from "../refusal.ts";
import { reviewData } from "../reviews/personal-data.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { heldFormData } from "../spam/personal-data.ts";
import { wishlistData } from "../wishlist/personal-data.ts";
import type { Erasure, ErasureExtent, Person, PersonalDataPart } from "./personal-data.rules.ts";

/** Everything that the shop stores about people. The account is last, because deleting it deletes what refers to it. */
const parts: readonly PersonalDataPart[] = [
  orderData,
  couponData,
  cartData,
  wishlistData,
  reviewData,
  contactData,
  backInStockData,
  newsletterData,
  marketingData,
  heldFormData,
  mailData,
  accountData,
];

/** Returns who has an email address. @throws Refusal account_invalid if it is none */
export async function findPerson(db: Database, email: string): Promise<Person> {
  const key = emailKey(email);
  if (emailFault(key)) throw new Refusal("account_invalid", { email: "invalid" });
  const { rows } = await db.execute<{ id: number }>(sql`select id::int from users where email_key = ${key} for update`);
  return { email: key, userId: rows[0]?.id ?? null, ownsGuestOrders: true };
}

/**
 * Returns everything that the shop stores about a person, as of one moment, for their data export, without secrets. Unread
 * notices are left out: the next page deletes them.
 */
export async function exportPersonalData(db: Database, person: Person, settings: Settings) {
  return inTransaction(
    db,
    async (db) => {
      const lists = [];
      for (const part of parts) lists.push(await part.list(db, person, settings));
      return Object.assign({ shop: settings.shop_name }, ...lists) as Readonly<Record<string, unknown>>;
    },
    "repeatable read",
  );
}

/** Names a person in the audit log, without the address. */
const subjectOf = ({ userId }: Person) => (userId === null ? "a guest" : String(userId));

/** What was erased of one part. */
export interface PartErasure extends Erasure {
  name: string;
}

/** Erases every part within the caller's transaction. @throws Refusal user_last_administrator */
export async function eraseParts(
  db: Database,
  person: Person,
  extent: ErasureExtent,
  now: Date,
): Promise<PartErasure[]> {
  const report: PartErasure[] = [];
  for (const part of parts) report.push({ name: part.name, ...(await part.erase(db, person, extent, now)) });
  return report;
}

/**
 * Erases everything about the person with an email address, with the account, except open orders, which have to be delivered.
 * @returns a report by part. @throws Refusal account_invalid, user_last_administrator
 */
export async function erasePersonalData(db: Database, email: string, now: Date): Promise<PartErasure[]> {
  return retryOnConflict(() =>
    inTransaction(db, async (db) => {
      const person = await findPerson(db, email);
      const report = await eraseParts(db, person, "everything", now);
      const after = Object.fromEntries(report.map(({ name, erased }) => [name, erased]));
      await recordAction(db, { action: "erasure", subject: subjectOf(person), after });
      return report;
    }),
  );
}
