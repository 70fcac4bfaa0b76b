import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { attemptTimeoutMs, type Mailer } from "#platform/mailer.ts";
import { sendOnce } from "#shop/mail/mail-outbox.ts";
import { getSettings } from "#shop/settings/settings.ts";

export interface DeliverMailDependencies {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  /** Sender address; null for the store's. */
  mailFrom: string | null;
}

const payloadShape = Compile(Type.Object({ mailId: Type.Integer() }));

/** Job `deliver-mail`: sends one mail from the outbox. Safe to run twice: sent mails are skipped. */
export function deliverMail({ db, clock, mailer, mailFrom }: DeliverMailDependencies): Task {
  return async (payload) => {
    const { mailId } = payloadShape.Parse(payload);
    const settings = await getSettings(db);
    await sendOnce(
      db,
      mailId,
      { clock, attemptMs: attemptTimeoutMs },
      ({ key, recipient, replyTo, unsubscribeUrl, ...parts }) =>
        mailer.send({
          ...parts,
          from: mailFrom ?? { name: settings.shop_name, address: settings.shop_email },
          to: recipient,
          ...(replyTo && { replyTo }),
          ...(unsubscribeUrl && { unsubscribeUrl }),
          messageId: `${messageName(key)}@${settings.shop_email.split("@")[1]}`,
        }),
    );
  };
}

/** Returns a mail key as the left part of a Message-ID, which must not contain empty parts between dots. */
function messageName(key: string): string {
  return key.split(":").filter(Boolean).join(".");
}
