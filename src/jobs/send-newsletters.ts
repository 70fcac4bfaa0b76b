import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import { translator } from "#messages/translate.ts";
import type { Clock } from "#platform/clock.ts";
import { deliveryFaultOf, faultTextOf, type Mailer } from "#platform/mailer.ts";
import { PermanentFailure } from "#platform/permanent-failure.ts";
import { queueSending } from "#shop/newsletter/campaigns.ts";
import {
  type ClaimedRecipient,
  claimRecipients,
  type DeliveryResult,
  type DueCampaign,
  findDueCampaign,
  finishCampaigns,
  settleRecipients,
} from "#shop/newsletter/send-campaign.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { messageIdOf, senderOf } from "./deliver-mail.ts";
import { campaignMail } from "./emails/campaign-mail.tsx";

export interface SendNewslettersDependencies {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  /** Sender address; null for the store's. */
  mailFrom: string | null;
  /** Returns the origin of links in mails. */
  linkOrigin: () => string;
}

/** How long (ms) one run sends, so that it does not keep other jobs waiting; runs follow each other at the set rate. */
const sliceMs = 5_000;

/** Mails claimed together; after a crash, at most as many are unclear. */
const batch = 10;

const minuteMs = 60_000;

/**
 * Job `send-newsletters`: sends as many mails of the oldest campaign as the rate allows in a few seconds, and queues itself
 * while any wait. After a crash, up to `batch` mails may or may not have been sent; they are not tried again. If the mail server takes nothing,
 * the job fails and is tried again later.
 */
export function sendNewsletters(dependencies: SendNewslettersDependencies): Task {
  const { db, clock } = dependencies;
  return async () => {
    const start = clock.now().getTime();
    const { newsletter_rate: rate } = await getSettings(db);
    const quota = Math.max(1, Math.floor((rate * sliceMs) / minuteMs));
    const campaign = await findDueCampaign(db, clock.now());
    if (campaign) await sendSlice(dependencies, campaign, quota, new Date(start + sliceMs));
    const next = await finishCampaigns(db, clock.now());
    if (next) await queueSending(db, new Date(Math.max(next.getTime(), start + (quota / rate) * minuteMs)));
  };
}

async function sendSlice(
  dependencies: SendNewslettersDependencies,
  campaign: DueCampaign,
  quota: number,
  end: Date,
): Promise<void> {
  const { db, clock } = dependencies;
  const send = await openSending(dependencies, campaign);
  for (let left = quota; left > 0 && clock.now() < end; ) {
    const claimed = await claimRecipients(db, campaign.id, Math.min(batch, left), clock.now());
    if (claimed.length === 0) return;
    left -= claimed.length;
    const results = withoutMassBounce(await Promise.all(claimed.map(send)));
    await settleRecipients(db, campaign.id, results, clock.now());
    if (results.every(({ result }) => result !== "sent" && result !== "gone"))
      throw new Error("The mail server accepted no newsletter; newsletter status shows its answer");
  }
}

/** A server that knows none of several addresses is more likely at fault than they are: nobody is taken off the list. */
function withoutMassBounce(results: DeliveryResult[]): DeliveryResult[] {
  const isSuspect = results.length > 1 && results.every(({ result }) => result === "gone");
  return isSuspect ? results.map((one) => ({ ...one, result: "refused" })) : results;
}

/** Returns a function that sends the campaign to one recipient. */
async function openSending(
  { db, mailer, mailFrom, linkOrigin }: SendNewslettersDependencies,
  { id, subject, body }: DueCampaign,
): Promise<(recipient: ClaimedRecipient) => Promise<DeliveryResult>> {
  const settings = await getSettings(db);
  const mailTo = campaignMail({ subject, body }, { settings, t: translator(settings.language), origin: linkOrigin() });
  return async ({ subscriberId, attempts, email, stopToken }) => {
    try {
      await mailer.send({
        ...mailTo(stopToken),
        from: senderOf(settings, mailFrom),
        to: email,
        messageId: messageIdOf(`newsletter:${id}:${subscriberId}`, settings),
      });
      return { subscriberId, attempts, result: "sent", answer: "" };
    } catch (error) {
      const result = error instanceof PermanentFailure ? "gone" : deliveryFaultOf(error);
      return { subscriberId, attempts, result, answer: faultTextOf(error) };
    }
  };
}
