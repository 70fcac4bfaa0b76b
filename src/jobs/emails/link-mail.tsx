import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Translate } from "#messages/catalogue.ts";
import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { currencyOf } from "#shop/settings/settings.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import { LocaleContext } from "#ui/locale.tsx";
import { MailButton, MailFoot, MailLayout, type MailLink, mailFootText } from "./layout.tsx";

/** The texts of a mail with one message and one link. */
export interface LinkMailTexts {
  title: string;
  text: string;
  link: { label: string; href: string };
  /** Footer line; "" for none. */
  foot: string;
  /** Links after it. */
  footLinks?: readonly MailLink[];
}

/** Renders the HTML and text parts of a link mail; replies go to the shop. */
export function linkMail(
  { title, text, link, foot, footLinks = [] }: LinkMailTexts,
  context: { settings: Settings; t: Translate },
): Pick<MailToSend, "replyTo" | "html" | "text"> {
  const content = (
    <>
      <p>{text}</p>
      <MailButton href={link.href}>{link.label}</MailButton>
    </>
  );
  return {
    replyTo: context.settings.shop_email,
    html: renderMail(
      { title, content, foot: footLinks.length > 0 ? <MailFoot text={foot} links={footLinks} /> : foot },
      context,
    ),
    text: [title, text, `${link.label}: ${link.href}`, mailFootText(foot, footLinks)].filter(Boolean).join("\n\n"),
  };
}

/** Renders the HTML of a mail in the shop's design. @param foot the last line; "" for none */
export function renderMail(
  { title, foot, content }: { title: string; foot: ReactNode; content: ReactNode },
  { settings, t }: { settings: Settings; t: Translate },
): string {
  const locale = {
    lang: settings.language,
    dir: "ltr" as const,
    t,
    currency: currencyOf(settings),
    timeZone: timeZoneOf(settings),
  };
  const html = renderToStaticMarkup(
    <LocaleContext value={locale}>
      <MailLayout shopName={settings.shop_name} title={title} foot={foot}>
        {content}
      </MailLayout>
    </LocaleContext>,
  );
  return `<!doctype html>${html}`;
}
