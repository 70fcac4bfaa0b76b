import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Clock } from "#platform/clock.ts";
import { routes } from "#routes";
import { listForms } from "#shop/contact/forms/contact-forms.ts";
import { type OpenForm, openForm } from "#shop/contact/forms/open-form.ts";
import { limitRecipients } from "#shop/contact/mail/limit-recipients.ts";
import { type MailContext, messageMails, outboxMails } from "#shop/contact/mail/message-mails.ts";
import { noteMailsWritten, takeWaitingMessages } from "#shop/contact/messages/contact-messages.ts";
import type { ContactMessage } from "#shop/contact/messages/message.ts";
import { contactMailsJob } from "#shop/contact/messages/store-messages.ts";
import { findArticleById } from "#shop/content/articles.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { getSettings } from "#shop/settings/settings.ts";

export interface ContactMailsDependencies {
  db: Database;
  clock: Clock;
  /** Returns the origin of links in mails. */
  linkOrigin: () => string;
}

const payloadShape = Compile(Type.Object({ messageIds: Type.Array(Type.Integer()) }));

/**
 * Job `contact-mails`: writes the mails of contact messages into the outbox. Safe to run twice: each mail has a unique key.
 * If one message fails, each gets a job of its own.
 */
export function contactMails(dependencies: ContactMailsDependencies): Task {
  const { db } = dependencies;
  return async (payload) => {
    const { messageIds } = payloadShape.Parse(payload);
    try {
      await inTransaction(db, (db) => writeMails({ ...dependencies, db }, messageIds));
    } catch (error) {
      if (messageIds.length < 2) throw error;
      await inTransaction(db, async (db) => {
        for (const id of messageIds) await addJob(db, contactMailsJob, { messageIds: [id] });
      });
    }
  };
}

async function writeMails({ db, clock, linkOrigin }: ContactMailsDependencies, ids: readonly number[]): Promise<void> {
  const messages = await takeWaitingMessages(db, ids);
  if (messages.length === 0) return;
  const settings = await getSettings(db);
  const siteUrl = linkOrigin();
  const forms = await openFormsOf(db, messages);
  const containers = await containersOf(db, messages, siteUrl);
  const written = messages.flatMap((message) => {
    const form = forms.get(message.formId ?? 0);
    const container = containers.get(message.meta._post_id ?? "");
    return form ? [{ message, mails: messageMails(message, form, { settings, siteUrl, container }) }] : [];
  });
  const now = clock.now();
  const mails = await limitRecipients(
    db,
    written.flatMap((one) => one.mails),
    now,
  );
  await putIntoOutbox(db, outboxMails(mails, settings), now);
  await noteMailsWritten(
    db,
    written.map(({ message }) => message),
  );
}

async function openFormsOf(db: Database, messages: readonly ContactMessage[]): Promise<Map<number, OpenForm>> {
  const ids = new Set(messages.map(({ formId }) => formId));
  const forms = (await listForms(db)).filter(({ id }) => ids.has(id));
  return new Map(forms.map((form) => [form.id, openForm(form)]));
}

/** Returns the pages and posts that contained the forms, by id. */
async function containersOf(
  db: Database,
  messages: readonly ContactMessage[],
  siteUrl: string,
): Promise<Map<string, MailContext["container"]>> {
  const containers = new Map<string, MailContext["container"]>();
  for (const id of new Set(messages.flatMap(({ meta }) => meta._post_id ?? []))) {
    const article = await findArticleById(db, Number(id));
    if (article) containers.set(id, { ...article, url: siteUrl + routes.article(article.slug) });
  }
  return containers;
}
