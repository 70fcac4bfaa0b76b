import { renderToStaticMarkup } from "react-dom/server";
import type { Translate } from "#messages/catalogue.ts";
import { formatMoney } from "#platform/money.ts";
import { routes } from "#routes";
import { wholeName } from "#shop/back-in-stock/stock-of.ts";
import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { currencyOf } from "#shop/settings/settings.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import type { AlertedProduct, OwnerAlert } from "#shop/wishlist/alert-events.ts";
import type { AlertRequest } from "#shop/wishlist/alerts.ts";
import { LocaleContext } from "#ui/locale.tsx";
import { MailButton, MailLayout } from "./layout.tsx";
import { linkMail } from "./link-mail.tsx";

interface MailContext {
  settings: Settings;
  t: Translate;
  /** The shop's origin, without a trailing slash. */
  origin: string;
}

/** Renders the mail that asks a guest to confirm the address for mails about wished products. */
export function confirmAlertsMail({ email, token }: AlertRequest, { settings, t, origin }: MailContext): MailToSend {
  const shop = settings.shop_name;
  const words = {
    title: t("mail.wishlistConfirm.title"),
    text: t("mail.wishlistConfirm.text"),
    link: { label: t("mail.wishlistConfirm.link"), href: origin + routes.confirmWishlistAlerts(token) },
    foot: t("mail.questions"),
  };
  return {
    key: `wishlist-confirm:${token}`,
    recipient: email,
    subject: t("mail.wishlistConfirm.subject", { shop }),
    isSecret: true,
    ...linkMail(words, { settings, t }),
  };
}

/** Renders the mail about wished products that are cheaper or back in stock; one click ends such mails. */
export function wishlistAlertMail(alert: OwnerAlert, { settings, t, origin }: MailContext): MailToSend {
  const { email, key, products, stopToken, userId } = alert;
  const currency = currencyOf(settings);
  const shop = settings.shop_name;
  const lines = products.map((product) => ({ product, text: newsOf(product, settings, t) }));
  const [first] = products;
  const subject =
    first && products.length === 1
      ? t(first.isBack ? "mail.wishlistAlert.back" : "mail.wishlistAlert.cheaper", {
          name: wholeName(first),
          price: formatMoney(first.price, currency),
          shop,
        })
      : t("mail.wishlistAlert.several", { count: products.length, shop });
  const [title, stop] = [t("mail.wishlistAlert.title"), t("mail.wishlistAlert.stop")];
  const unsubscribeUrl = origin + routes.stopWishlistAlerts(stopToken);
  const href = origin + routes.wishlist();
  const hrefOf = ({ slug, attributes }: AlertedProduct) => origin + routes.productChoice(slug, attributes);
  const locale = { lang: settings.language, dir: "ltr" as const, t, currency, timeZone: timeZoneOf(settings) };
  const html = renderToStaticMarkup(
    <LocaleContext value={locale}>
      <MailLayout shopName={shop} title={title} foot={t("mail.wishlistAlert.why")}>
        {lines.map(({ product, text }) => (
          <p key={product.id}>
            <a href={hrefOf(product)}>{wholeName(product)}</a>
            <br />
            {text}
          </p>
        ))}
        <MailButton href={href}>{t("mail.wishlistAlert.link")}</MailButton>
        <p>
          <a href={unsubscribeUrl}>{stop}</a>
        </p>
      </MailLayout>
    </LocaleContext>,
  );
  const text = [
    title,
    ...lines.map(({ product, text }) => `${wholeName(product)}: ${text}\n${hrefOf(product)}`),
    `${t("mail.wishlistAlert.link")}: ${href}`,
    t("mail.wishlistAlert.why"),
    `${stop}: ${unsubscribeUrl}`,
  ];
  return {
    key,
    recipient: email,
    replyTo: settings.shop_email,
    subject,
    html: `<!doctype html>${html}`,
    text: text.join("\n\n"),
    // RFC 8058: one click ends these mails.
    extras: {
      headers: [
        { name: "List-Unsubscribe", value: `<${unsubscribeUrl}>` },
        { name: "List-Unsubscribe-Post", value: "List-Unsubscribe=One-Click" },
      ],
    },
    ...(userId !== null && { userId }),
  };
}

function newsOf({ isBack, before, price }: AlertedProduct, settings: Settings, t: Translate): string {
  const amount = (minor: number) => formatMoney(minor, currencyOf(settings));
  const news = [
    isBack && t("mail.wishlistAlert.isBack"),
    before === null
      ? t("mail.wishlistAlert.costs", { price: amount(price) })
      : t("mail.wishlistAlert.costsNow", { price: amount(price), before: amount(before) }),
  ];
  return news.filter(Boolean).join(" ");
}
