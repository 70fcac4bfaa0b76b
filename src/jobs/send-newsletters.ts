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
  delayNextMail,
  findDueCampaign,
  finishCampaign,
  readNextMailAt,
  settleRecipients,
} from "#shop/newsletter/send-campaign.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { messageIdOf, senderOf } from "./deliver-mail.ts";
import { campaignMail } from "./emails/campaign-mail.tsx";
import { ParallelSending } from "./parallel-sending.ts";

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

/** SMTP connections of a run at most. Few servers take more from one sender. */
export const newsletterConnections = 10;

/** Mails a minute for which one connection is enough. */
const perConnection = 600;

const minuteMs = 60_000;

/**
 * Job `send-newsletters`: sends as many mails of a campaign as the rate allows in a few seconds, and queues itself again. After a
 * crash, up to two batches of mails may or may not have been sent; they are not tried again. If the mail server takes nothing, the
 * job fails and is tried again later; other campaigns go on.
 */
export function sendNewsletters(dependencies: SendNewslettersDependencies): Task {
  const { db, clock } = dependencies;
  return async (payload) => {
    const { campaignId } = payload as { campaignId: number };
    const start = clock.now();
    const nextMailAt = await readNextMailAt(db);
    // A moment farther away than any run asks for is from before the clock was set back.
    const wait = nextMailAt ? nextMailAt.getTime() - start.getTime() : 0;
    if (nextMailAt && wait > 0 && wait <= minuteMs) return queueSending(db, campaignId, nextMailAt, "at");
    const campaign = await findDueCampaign(db, campaignId, start);
    const allowed = campaign ? await sendSlice(dependencies, campaign) : start;
    const next = await finishCampaign(db, campaignId, clock.now());
    // A millisecond later, so that campaigns that wait for the rate take turns.
    if (next) await queueSending(db, campaignId, new Date(Math.max(next.getTime(), allowed.getTime() + 1)), "at");
  };
}

/** Sends for a few seconds. @returns when the rate allows the next mail */
async function sendSlice(dependencies: SendNewslettersDependencies, campaign: DueCampaign): Promise<Date> {
  const { db, clock } = dependencies;
  const start = clock.now().getTime();
  const { newsletter_rate: rate } = await getSettings(db);
  // A tenth of a second of the rate.
  const batch = Math.min(100, Math.max(10, Math.ceil(rate / 600)));
  const quota = Math.max(1, Math.floor((rate * sliceMs) / minuteMs));
  const allowedAfter = (mails: number) => new Date(start + (mails / rate) * minuteMs);
  // Reserves the whole slice, so that the rate holds after a crash.
  await delayNextMail(db, campaign.id, allowedAfter(quota));
  let [hasSent, hasBounced] = [false, false];
  const sending = new ParallelSending<ClaimedRecipient, DeliveryResult>({
    parallel: Math.min(newsletterConnections, Math.max(2, Math.ceil(rate / perConnection))),
    batch,
    quota,
    isOver: () => clock.now().getTime() >= start + sliceMs,
    take: (count) => claimRecipients(db, campaign.id, count, clock.now()),
    send: await openSending(dependencies, campaign),
    giveBack: ({ subscriberId, attempts }) => ({ subscriberId, attempts, result: "unreachable", answer: "" }),
    async settle(results) {
      const isAlone = results.length === 1 && (hasSent || sending.tried === 1);
      const believed = isAlone ? results : withoutMassBounce(results);
      hasSent ||= results.some(isSent);
      hasBounced ||= believed.some(({ result }) => result === "gone");
      await settleRecipients(db, campaign.id, believed, clock.now());
    },
    isSuccess: isSent,
  });
  try {
    await sending.run();
  } finally {
    await delayNextMail(db, campaign.id, allowedAfter(sending.tried));
  }
  if (sending.isStopped || (sending.tried > 0 && !hasSent && !hasBounced))
    throw new Error("The mail server accepted no newsletter; newsletter status shows its answer");
  return allowedAfter(sending.tried);
}

function isSent({ result }: DeliveryResult): boolean {
  return result === "sent";
}

/** A server that knows none of several addresses is more likely at fault than they are: nobody is taken off the list. */
function withoutMassBounce(results: readonly DeliveryResult[]): readonly DeliveryResult[] {
  return results.some(isSent)
    ? results
    : results.map((one) => (one.result === "gone" ? { ...one, result: "refused" } : one));
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
