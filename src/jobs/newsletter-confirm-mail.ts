import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { translator } from "#messages/translate.ts";
import type { Clock } from "#platform/clock.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { takeUnconfirmed } from "#shop/newsletter/subscriptions.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { newsletterConfirmationMail } from "./emails/newsletter-mail.ts";

interface Dependencies {
  db: Database;
  clock: Clock;
  /** Returns the origin of links in mails. */
  linkOrigin: () => string;
}

const shape = Compile(Type.Object({ email: Type.String() }));

/** Job `newsletter-confirm-mail`: asks an address to confirm. Safe to run twice: the link is created once. */
export function newsletterConfirmMail({ db, clock, linkOrigin }: Dependencies): Task {
  return async (payload) => {
    const { email } = shape.Parse(payload);
    await inTransaction(db, async (db) => {
      const asked = await takeUnconfirmed(db, email);
      if (!asked) return;
      const settings = await getSettings(db);
      const context = { settings, t: translator(settings.language), origin: linkOrigin() };
      await putIntoOutbox(db, [newsletterConfirmationMail(asked, context)], clock.now());
    });
  };
}
