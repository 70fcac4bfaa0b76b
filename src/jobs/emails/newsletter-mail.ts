import type { Translate } from "#messages/catalogue.ts";
import type { MailExtras } from "#platform/mailer.ts";
import { routes } from "#routes";
import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import type { UnconfirmedSubscriber } from "#shop/newsletter/subscriptions.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { linkMail } from "./link-mail.tsx";

interface NewsletterMailContext {
  settings: Settings;
  t: Translate;
  origin: string;
}

/** Renders the mail that asks an address to confirm the newsletter; its headers end the newsletter with one click (RFC 8058). */
export function newsletterConfirmationMail(
  { email, token, stopToken }: UnconfirmedSubscriber,
  { settings, t, origin }: NewsletterMailContext,
): MailToSend {
  const shop = settings.shop_name;
  const stopUrl = origin + routes.stopNewsletter(stopToken);
  const words = {
    title: t("mail.newsletter.title"),
    text: t("mail.newsletter.text", { shop }),
    link: { label: t("mail.newsletter.link"), href: origin + routes.confirmNewsletter(token) },
    foot: t("mail.newsletter.stop"),
    footLinks: [{ label: t("mail.newsletter.stopLink"), href: stopUrl }],
  };
  return {
    key: `newsletter-confirm:${token}`,
    recipient: email,
    subject: t("mail.newsletter.subject", { shop }),
    isSecret: true,
    ...linkMail(words, { settings, t }),
    extras: { headers: unsubscribeHeaders(stopUrl) },
  };
}

/** Renders the mail with the link to a subscriber's preferences, which they have asked for. @param key unique per request */
export function newsletterLinkMail(
  { email, token, key }: { email: string; token: string; key: string },
  { settings, t, origin }: NewsletterMailContext,
): MailToSend {
  const shop = settings.shop_name;
  const stopUrl = origin + routes.stopNewsletter(token);
  const words = {
    title: t("mail.newsletter.linkTitle"),
    text: t("mail.newsletter.linkText", { shop }),
    link: { label: t("mail.newsletter.preferences"), href: origin + routes.newsletterPreferences(token) },
    foot: t("mail.newsletter.why", { shop }),
    footLinks: [{ label: t("mail.newsletter.unsubscribe"), href: stopUrl }],
  };
  return {
    key: `newsletter-link:${key}`,
    recipient: email,
    subject: t("mail.newsletter.linkSubject", { shop }),
    isSecret: true,
    ...linkMail(words, { settings, t }),
    extras: { headers: unsubscribeHeaders(stopUrl) },
  };
}

/** Returns the headers for a mail program's own unsubscribe button (RFC 8058). */
export function unsubscribeHeaders(stopUrl: string): NonNullable<MailExtras["headers"]> {
  return [
    { name: "List-Unsubscribe", value: `<${stopUrl}>` },
    { name: "List-Unsubscribe-Post", value: "List-Unsubscribe=One-Click" },
  ];
}
