import type { Translate } from "#messages/catalogue.ts";
import { routes } from "#routes";
import { formatPhone } from "#shop/accounts/profile/format-phone.ts";
import type { DueRequest } from "#shop/back-in-stock/requests.ts";
import { type StockOf, wholeName } from "#shop/back-in-stock/stock-of.ts";
import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { linkMail } from "./link-mail.tsx";

interface MailContext {
  settings: Settings;
  t: Translate;
  /** The shop's origin, without a trailing slash. */
  origin: string;
}

/** Renders the back-in-stock mail to the customer, or to the shop if the request has only a phone number. */
export function backInStockMail(
  request: DueRequest,
  product: StockOf,
  { settings, t, origin }: MailContext,
): MailToSend {
  const { id, contact, requestedAt } = request;
  const isCall = !contact.includes("@");
  const about = isCall ? "backInStockCall" : "backInStock";
  const values = { name: wholeName(product), shop: settings.shop_name, phone: formatPhone(contact) };
  const words = {
    title: t(`mail.${about}.title`, values),
    text: t(`mail.${about}.text`, values),
    link: {
      label: t("mail.backInStock.link"),
      href: origin + routes.productChoice(product.slug, product.attributes),
    },
    foot: isCall ? "" : t("mail.questions"),
  };
  return {
    key: `back-in-stock:${id}:${requestedAt.getTime()}`,
    recipient: isCall ? settings.shop_email : contact,
    subject: t(`mail.${about}.subject`, values),
    ...linkMail(words, { settings, t }),
  };
}
