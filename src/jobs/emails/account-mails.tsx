import type { Translate } from "#messages/catalogue.ts";
import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { linkMail } from "./link-mail.tsx";

/** A mail about an account; its texts are `accountMail.{about}.*` in the message catalogue. */
export interface AccountMail {
  about:
    | "registration"
    | "taken"
    | "welcome"
    | "reset"
    | "passwordChanged"
    /** There are passkeys, which stay. */
    | "passwordChangedWithPasskeys"
    | "emailChange"
    | "emailChanged"
    | "passkeyAdded"
    | "applicationPasswordMade"
    | "deleted";
  /** Unique key: a second mail with the same key is not sent. */
  key: string;
  recipient: string;
  /** The account, for mails that may go to another address than the account's. */
  userId?: number;
  /** Name in the greeting. Omitted for unconfirmed addresses, so that nobody can send their own text to a stranger. */
  name?: string;
  /** emailChanged: the new address. */
  email?: string;
  /** Target of the mail's link. */
  href: string;
}

/** Renders an account mail as HTML and text. The content of mails with a token is deleted after sending. */
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
