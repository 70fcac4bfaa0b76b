import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { addressPrefix, networkPrefix } from "#platform/network-address.ts";
import { emailKey } from "../accounts/profile/account-fields.rules.ts";
import { isFullOfConfirmations } from "../mail/mail-outbox.ts";
import { type CountedUse, countUses } from "../rate-limits.ts";
import type { Settings } from "../settings/setting-definitions.ts";

/** A day's limit, as a multiple of an hour's. */
const dayFactor = 8;

/** A network's limit, as a multiple of an address's. */
const networkFactor = 4;

/**
 * Returns whether an order's confirmation may be mailed, and counts it. An address of an account, or of an order that
 * was completed, may always have it, up to ten an hour. To other addresses, which guests may have made up, only a number
 * of mails is sent for orders of a network in an hour and in a day. Call it in the transaction that writes the mail.
 */
export async function mayConfirm(
  db: Database,
  { orderId, email }: { orderId: number; email: string },
  { stranger_mails_per_address: limit }: Pick<Settings, "stranger_mails_per_address">,
  now: Date,
): Promise<boolean> {
  if (email === "") return false;
  if (await isFullOfConfirmations(db, email, now)) return false;
  if (limit === 0) return true;
  const ip = await findStranger(db, orderId, email);
  if (ip === undefined) return true;
  const [address, network] = [addressPrefix(ip), networkPrefix(ip)];
  const ofAddress: CountedUse["use"][] = [
    { limit: "strangerMailByAddress", address },
    { limit: "strangerMailByAddressAndDay", address },
  ];
  const ofNetwork: CountedUse["use"][] = [
    { limit: "strangerMailByNetwork", network },
    { limit: "strangerMailByNetworkAndDay", network },
  ];
  // An address above its limits does not use up the network's.
  return (await isWithin(db, ofAddress, limit, now)) && (await isWithin(db, ofNetwork, limit * networkFactor, now));
}

/** Counts a mail. @param uses of an hour and of a day @param limit of the hour */
async function isWithin(db: Database, uses: readonly CountedUse["use"][], limit: number, now: Date): Promise<boolean> {
  const counted = uses.map((use) => ({ use, times: 1 }));
  const [hour, day] = await countUses(db, counted, now);
  return (hour?.points ?? 0) <= limit && (day?.points ?? 0) <= limit * dayFactor;
}

/** Returns the network address that an order came from, if its email address has never proved to be somebody's. */
async function findStranger(db: Database, orderId: number, email: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ ip: string }>(sql`
    select customer_ip as ip from orders o where id = ${orderId} and user_id is null
      and not exists (select from users where email_key = ${emailKey(email)})
      and not exists (select from orders earlier where lower(earlier.billing ->> 'email') = ${emailKey(email)}
        and earlier.status = 'completed' and earlier.id <> o.id)`);
  return rows[0]?.ip;
}
