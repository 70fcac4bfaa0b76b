import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { MessageKey, Translate } from "#platform/messages/catalogue.ts";
import { formatMoney } from "#platform/money.ts";
import { routes } from "#routes";
import type { MailToSend } from "#shop/orders/mail-outbox.ts";
import type { Order } from "#shop/orders/order.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { type Locale, LocaleContext } from "#ui/locale.tsx";
import { MailLayout } from "./layout.tsx";
import { type OrderFacts, orderFacts } from "./order-facts.ts";
import { OrderTable } from "./order-table.tsx";

export interface MailContext {
  settings: Settings;
  t: Translate;
  /** The shop's public origin without a trailing slash; null when it has none: then no link is printed. */
  siteUrl: string | null;
}

/** The mails about a new order: to the buyer if he left an address, and to the shop. */
export function orderMails(order: Order, context: MailContext): MailToSend[] {
  const mails = [newOrder(order, context)];
  return order.billing.email ? [orderReceived(order, context), ...mails] : mails;
}

function orderReceived(order: Order, context: MailContext): MailToSend {
  const { settings, t, siteUrl } = context;
  const link =
    siteUrl === null
      ? null
      : {
          label: t("mail.orderReceived.see"),
          href: siteUrl + routes.orderReceived(order.id, order.key),
        };
  const title = t("mail.orderReceived.title", { name: order.billing.firstName });
  const intro = t(introOf(order));
  const { shop_phone: phone } = settings;
  const foot = phone ? t("mail.questionsPhone", { phone }) : t("mail.questions");
  return {
    key: `order-received:${order.id}`,
    recipient: order.billing.email,
    replyTo: settings.shop_email,
    subject: t("mail.orderReceived.subject", { id: String(order.id), shop: settings.shop_name }),
    ...partsOf(order, { title, intro, link, foot }, context),
  };
}

function introOf({ shipping }: Order): MessageKey {
  if (!shipping) return "mail.orderReceived.introDownload";
  return shipping.isPickup ? "mail.orderReceived.introPickup" : "mail.orderReceived.intro";
}

function newOrder(order: Order, context: MailContext): MailToSend {
  const { settings, t } = context;
  const { firstName, lastName, city, email } = order.billing;
  const id = String(order.id);
  const name = `${firstName} ${lastName}`.trim();
  const intro = order.shipping
    ? t(order.shipping.isPickup ? "mail.newOrder.introPickup" : "mail.newOrder.intro", { name, city })
    : t("mail.newOrder.introDownload", { name });
  return {
    key: `new-order:${order.id}`,
    recipient: settings.shop_email,
    replyTo: email,
    subject: t("mail.newOrder.subject", { id, total: formatMoney(order.total, order.currency) }),
    ...partsOf(
      order,
      { title: t("mail.newOrder.title", { id }), intro, link: null, foot: settings.shop_name },
      context,
    ),
  };
}

interface Frame {
  title: string;
  intro: string;
  link: { label: string; href: string } | null;
  foot: string;
}

function partsOf(order: Order, frame: Frame, { settings, t }: MailContext): { html: string; text: string } {
  const facts = orderFacts(order, t, settings.language);
  const { title, intro, link, foot } = frame;
  const locale: Locale = { lang: settings.language, dir: "ltr", t, currency: order.currency };
  const content = (
    <MailLayout shopName={settings.shop_name} title={title} foot={foot}>
      <p>{intro}</p>
      <OrderTable facts={facts} />
      {link && (
        <p>
          <a href={link.href}>{link.label}</a>
        </p>
      )}
    </MailLayout>
  );
  return { html: htmlOf(content, locale), text: textOf(facts, frame, t) };
}

function htmlOf(content: ReactNode, locale: Locale): string {
  return `<!doctype html>${renderToStaticMarkup(<LocaleContext value={locale}>{content}</LocaleContext>)}`;
}

function textOf(facts: OrderFacts, { title, intro, link, foot }: Frame, t: Translate): string {
  const row = ({ label, value }: { label: string; value: string }) => `${label}: ${value}`;
  const paragraphs = [
    [title],
    [intro],
    facts.heads.map(row),
    facts.lines.map((line) => `${line.quantity} × ${line.what}: ${line.amount}`),
    facts.sums.map(row),
    ...facts.addresses.map((address) => [address.title, ...address.lines]),
    facts.note ? [t("mail.note"), facts.note] : [],
    link ? [`${link.label}: ${link.href}`] : [],
    [foot],
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}
