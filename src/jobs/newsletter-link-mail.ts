import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import { translator } from "#messages/translate.ts";
import type { Clock } from "#platform/clock.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { findPreferencesToken } from "#shop/newsletter/preferences.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { newsletterLinkMail } from "./emails/newsletter-mail.ts";

interface Dependencies {
  db: Database;
  clock: Clock;
  /** Returns the origin of links in mails. */
  linkOrigin: () => string;
}

const shape = Compile(Type.Object({ email: Type.String(), key: Type.String() }));

/** Job `newsletter-link-mail`: mails a subscriber the link to their preferences. Safe to run twice: the key is the mail's. */
export function newsletterLinkMailJob({ db, clock, linkOrigin }: Dependencies): Task {
  return async (payload) => {
    const { email, key } = shape.Parse(payload);
    const token = await findPreferencesToken(db, email);
    if (token === undefined) return;
    const settings = await getSettings(db);
    const context = { settings, t: translator(settings.language), origin: linkOrigin() };
    await putIntoOutbox(db, [newsletterLinkMail({ email, token, key }, context)], clock.now());
  };
}
