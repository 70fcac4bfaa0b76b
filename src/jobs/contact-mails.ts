import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Clock } from "#platform/clock.ts";
import { routes } from "#routes";
import { findForm, listForms } from "#shop/contact/forms/contact-forms.ts";
import { openForm } from "#shop/contact/forms/open-form.ts";
import { messageMails } from "#shop/contact/mail/message-mails.ts";
import { findMessage, noteMailsWritten } from "#shop/contact/messages/contact-messages.ts";
import { findArticleById } from "#shop/content/articles.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { getSettings } from "#shop/settings/settings.ts";

export interface ContactMailsDependencies {
  db: Database;
  clock: Clock;
  /** Returns the origin of links in mails. */
  linkOrigin: () => string;
}

const payloadShape = Compile(Type.Object({ messageId: Type.Integer() }));

/** Job `contact-mails`: writes the mails of a contact message into the outbox. Safe to run twice: each mail has a unique key. */
export function contactMails({ db, clock, linkOrigin }: ContactMailsDependencies): Task {
  return async (payload) => {
    const { messageId } = payloadShape.Parse(payload);
    await inTransaction(db, async (db) => {
      const message = await findMessage(db, messageId);
      if (message?.status !== "received" || message.mails !== "waiting") return;
      const form = findForm(await listForms(db), String(message.formId));
      if (!form) return;
      const postId = Number(message.meta._post_id ?? 0);
      const article = postId > 0 ? await findArticleById(db, postId) : undefined;
      const siteUrl = linkOrigin();
      const container = article && { ...article, url: siteUrl + routes.article(article.slug) };
      const context = { settings: await getSettings(db), siteUrl, container };
      await putIntoOutbox(db, messageMails(message, openForm(form), context), clock.now());
      await noteMailsWritten(db, message);
    });
  };
}
