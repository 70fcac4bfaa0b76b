import { renderToStaticMarkup } from "react-dom/server";
import type { Translate } from "#platform/messages/catalogue.ts";
import { routes } from "#routes";
import type { DueRequest } from "#shop/back-in-stock/requests.ts";
import type { StockOf } from "#shop/back-in-stock/stock-of.ts";
import type { MailToSend } from "#shop/orders/mail-outbox.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { currencyOf } from "#shop/settings/settings.ts";
import { LocaleContext } from "#ui/locale.tsx";
import { MailLayout } from "./layout.tsx";

interface MailContext {
  settings: Settings;
  t: Translate;
  /** The shop's origin, without a trailing slash. */
  origin: string;
}

/** The news that something is in stock again: to who asked for it, or to the shop when only a phone number was left. */
export function backInStockMail(
  request: DueRequest,
  product: StockOf,
  { settings, t, origin }: MailContext,
): MailToSend {
  const { id, contact, askedAt } = request;
  const isCall = !contact.includes("@");
  const about = isCall ? "backInStockCall" : "backInStock";
  const words = { name: product.name, shop: settings.shop_name, phone: contact };
  const title = t(`mail.${about}.title`, words);
  const text = t(`mail.${about}.text`, words);
  const link = t("mail.backInStock.link");
  const href = origin + routes.productChoice(product.slug, product.attributes);
  const foot = isCall ? "" : t("mail.questions");
  const locale = { lang: settings.language, dir: "ltr" as const, t, currency: currencyOf(settings) };
  const html = renderToStaticMarkup(
    <LocaleContext value={locale}>
      <MailLayout shopName={settings.shop_name} title={title} foot={foot}>
        <p>{text}</p>
        <p>
          <a href={href}>{link}</a>
        </p>
      </MailLayout>
    </LocaleContext>,
  );
  return {
    key: `back-in-stock:${id}:${askedAt.getTime()}`,
    recipient: isCall ? settings.shop_email : contact,
    replyTo: settings.shop_email,
    subject: t(`mail.${about}.subject`, words),
    html: `<!doctype html>${html}`,
    text: [title, text, `${link}: ${href}`, foot].filter(Boolean).join("\n\n"),
  };
}
