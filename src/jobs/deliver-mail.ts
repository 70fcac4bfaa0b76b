import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { attemptTimeoutMs, type MailAttachment, type Mailer } from "#platform/mailer.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { type OutboxExtras, sendOnce } from "#shop/mail/mail-outbox.ts";
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
          from: mailFrom ?? { name: settings.shop_name, address: settings.shop_email },
          to: recipient,
          ...(replyTo && { replyTo }),
          messageId: `${messageName(key)}@${settings.shop_email.split("@")[1]}`,
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

/** Returns a mail key as the left part of a Message-ID, which must not contain empty parts between dots. */
function messageName(key: string): string {
  return key.split(":").filter(Boolean).join(".");
}
