import { randomBytes } from "node:crypto";
import type { Translate } from "#messages/catalogue.ts";
import type { Mail } from "#platform/mailer.ts";
import { routes } from "#routes";
import { plainTextOf } from "#shop/catalogue/sanitise.ts";
import { markdownToHtml } from "#shop/content/import/markdown.ts";
import type { Newsletter } from "#shop/newsletter/campaigns.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { MailFoot, mailFootText } from "./layout.tsx";
import { renderMail } from "./link-mail.tsx";
import { unsubscribeHeaders } from "./newsletter-mail.ts";

type CampaignMail = Required<Pick<Mail, "subject" | "replyTo" | "html" | "text" | "extras">>;

/** Renders a newsletter once. @returns a function that returns it for the subscriber with an unsubscribe token */
export function campaignMail(
  { subject, body }: Pick<Newsletter, "subject" | "body">,
  { settings, t, origin }: { settings: Settings; t: Translate; origin: string },
): (stopToken: string) => CampaignMail {
  const placeholder = randomBytes(24).toString("base64url");
  const why = t("mail.newsletter.why", { shop: settings.shop_name });
  const links = [
    { label: t("mail.newsletter.preferences"), href: origin + routes.newsletterPreferences(placeholder) },
    { label: t("mail.newsletter.unsubscribe"), href: origin + routes.stopNewsletter(placeholder) },
  ];
  const content = markdownToHtml(body).replace(/ (href|src)="\/(?!\/)/g, ` $1="${origin}/`);
  const html = renderMail(
    {
      title: subject,
      foot: <MailFoot text={why} links={links} />,
      content: <div className="m-text" dangerouslySetInnerHTML={{ __html: content }} />,
    },
    { settings, t },
  );
  const text = [subject, textOf(content), mailFootText(why, links)].join("\n\n");
  return (stopToken) => ({
    subject,
    replyTo: settings.shop_email,
    html: html.replaceAll(placeholder, stopToken),
    text: text.replaceAll(placeholder, stopToken),
    extras: { headers: unsubscribeHeaders(origin + routes.stopNewsletter(stopToken)) },
  });
}

/** Stands for a line break, which `plainTextOf` would drop. */
const lineBreak = "\u0001";

/** Converts sanitised HTML to a mail's text: paragraphs, list items and the addresses of links are kept. */
function textOf(html: string): string {
  const marked = html
    .replaceAll(lineBreak, "")
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_link, href: string, label: string) =>
      label === href ? href : `${label} (${href})`,
    )
    .replace(/<img [^>]*alt="([^"]*)"[^>]*>/g, "$1")
    .replace(/<ol[^>]*>.*?<\/ol>/gs, numbered)
    .replace(/<li[^>]*>/g, "- ")
    .replace(/<tr[^>]*>.*?<\/tr>/gs, (row) => row.replaceAll("\n", ""))
    .replace(/<\/(?:p|h\d|ul|ol|blockquote|pre|table)>/g, "$&\n")
    .replace(/<\/t[dh]>/g, "$& ")
    .replace(/<(?:br|hr) ?\/?>/g, "\n")
    .replaceAll("\n", lineBreak);
  return plainTextOf(marked)
    .replaceAll(lineBreak, "\n")
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Numbers the items of a list. */
function numbered(list: string): string {
  let number = 0;
  return list.replace(/<li[^>]*>/g, () => `${++number}. `);
}
