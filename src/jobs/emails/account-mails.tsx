import type { Translate } from "#messages/catalogue.ts";
import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { linkMail } from "./link-mail.tsx";

/** What a mail about an account says; its texts stand in the catalogue under `accountMail.{about}`. */
export interface AccountMail {
  about:
    | "registration"
    | "taken"
    | "welcome"
    | "reset"
    | "passwordChanged"
    | "emailChange"
    | "emailChanged"
    | "deleted";
  /** What it is written for; the same key twice is one mail. */
  key: string;
  recipient: string;
  /** Whose account it is about, where the address may be another than the account's. */
  userId?: number;
  /** Whom it greets; left out in mails to an address that nobody has proved: a stranger could write there by it. */
  name?: string;
  /** emailChanged: where mails go from now on. */
  email?: string;
  /** Where its link leads. */
  href: string;
}

/** The mail, with a text part that says the same. One with a token in its link forgets its text once it is sent. */
export function accountMail(
  { about, key, recipient, userId, name = "", email = "", href }: AccountMail,
  { settings, t }: { settings: Settings; t: Translate },
): MailToSend {
  const words = {
    title: t(`accountMail.${about}.title`, { name }),
    text: t(`accountMail.${about}.text`, { email }),
    link: { label: t(`accountMail.${about}.link`), href },
    foot: t("mail.questions"),
  };
  return {
    key,
    recipient,
    ...(userId !== undefined && { userId }),
    subject: t(`accountMail.${about}.subject`, { shop: settings.shop_name }),
    ...linkMail(words, { settings, t }),
    isLast: about === "deleted",
    isSecret: about === "registration" || about === "reset" || about === "emailChange",
  };
}
