import type { Database } from "#db/database.ts";
import { emailKey } from "../../accounts/profile/account-fields.rules.ts";
import { type CountedUse, countUses, type LimitUse, mailLimits, rateLimits } from "../../rate-limits.ts";
import type { Mailbox } from "./form-mail.rules.ts";
import type { MessageMail } from "./message-mails.ts";

/**
 * Removes recipients that senders typed once they, or the sender's network address, have had too many mails: otherwise
 * anyone could send mails to strangers in the shop's name. The shop's own recipients stay. Call it in the transaction that
 * writes the mails.
 */
export async function limitRecipients(db: Database, mails: readonly MessageMail[], now: Date): Promise<MessageMail[]> {
  const uses = new Map<string, CountedUse>();
  const places = mails.flatMap((mail) =>
    mail.typedRecipients.map((address) => ({ mail, address, counted: countIn(uses, usesOf(mail, address)) })),
  );
  if (places.length === 0) return [...mails];
  const counts = await countUses(db, [...uses.values()], now);
  // How many were counted before this call, by key.
  const before = new Map(
    [...uses].map(([key, { times }], index) => [key, (counts[index]?.points ?? times) - times] as const),
  );
  const isRefused = ({ counted }: (typeof places)[number]) =>
    counted.some(({ key, place, limit }) => (before.get(key) ?? 0) + place > limit);
  const refused = places.filter(isRefused);
  return mails.map((mail) => {
    const gone = new Set(refused.filter((one) => one.mail === mail).map(({ address }) => address));
    const without = (boxes: readonly Mailbox[]) => boxes.filter(({ address }) => !gone.has(address));
    return gone.size === 0 ? mail : { ...mail, to: without(mail.to), cc: without(mail.cc), bcc: without(mail.bcc) };
  });
}

function usesOf({ message }: MessageMail, address: string): LimitUse[] {
  return mailLimits("contact form", emailKey(address), message.meta._remote_ip ?? "");
}

/** Adds uses to those that are counted together. @returns the place of each among those of its key, from 1, and its limit */
function countIn(
  uses: Map<string, CountedUse>,
  added: readonly LimitUse[],
): { key: string; place: number; limit: number }[] {
  return added.map((use) => {
    const key = JSON.stringify(use);
    const place = (uses.get(key)?.times ?? 0) + 1;
    uses.set(key, { use, times: place });
    return { key, place, limit: rateLimits[use.limit].points };
  });
}
