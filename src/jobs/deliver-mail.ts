import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { attemptTimeoutMs, type Mail, type MailAttachment, type Mailer } from "#platform/mailer.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { type OutboxExtras, sendOnce } from "#shop/mail/mail-outbox.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { getSettings } from "#shop/settings/settings.ts";

export interface DeliverMailDependencies {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  files: Pick<ShopFiles, "attachments" | "downloads">;
  /** Sender address; null for the store's. */
  mailFrom: string | null;
}

const payloadShape = Compile(Type.Object({ mailId: Type.Integer() }));

/** Job `deliver-mail`: sends one mail from the outbox. Safe to run twice: sent mails are skipped. */
export function deliverMail({ db, clock, mailer, mailFrom, files }: DeliverMailDependencies): Task {
  return async (payload) => {
    const { mailId } = payloadShape.Parse(payload);
    const settings = await getSettings(db);
    await sendOnce(
      db,
      mailId,
      { clock, attemptMs: attemptTimeoutMs },
      async ({ key, recipient, replyTo, extras, ...parts }) => {
        const { attachments = [], ...more } = extras ?? {};
        await mailer.send({
          ...parts,
          extras: more,
          attachments: await openAll(files, attachments),
          from: senderOf(settings, mailFrom),
          to: recipient,
          ...(replyTo && { replyTo }),
          messageId: messageIdOf(key, settings),
        });
      },
    );
  };
}

/** Opens files for a mail. A file that is gone by now does not keep the mail from being sent. */
async function openAll(
  { attachments, downloads }: DeliverMailDependencies["files"],
  files: NonNullable<OutboxExtras["attachments"]>,
): Promise<MailAttachment[]> {
  const opened = await Promise.all(
    files.map(async ({ key, isDownload, ...file }) => ({
      ...file,
      content: (await (isDownload ? downloads : attachments).get(key))?.stream,
    })),
  );
  return opened.flatMap(({ content, ...file }) => (content ? [{ ...file, content }] : []));
}

/** Returns the sender of mails. @param mailFrom the configured one; null for the store */
export function senderOf({ shop_name, shop_email }: Settings, mailFrom: string | null): Mail["from"] {
  return mailFrom ?? { name: shop_name, address: shop_email };
}

/** Returns a Message-ID with a mail's key on the left, where empty parts between dots are not allowed. */
export function messageIdOf(key: string, { shop_email }: Settings): string {
  return `${key.split(":").filter(Boolean).join(".")}@${shop_email.split("@")[1]}`;
}
