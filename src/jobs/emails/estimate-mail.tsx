import { renderToStaticMarkup } from "react-dom/server";
import { routes } from "#routes";
import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import { currencyOf } from "#shop/settings/settings.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import type { Estimate, EstimateLine } from "#shop/wishlist/request-estimate.ts";
import { LocaleContext } from "#ui/locale.tsx";
import { MailButton, MailLayout } from "./layout.tsx";
import { styles } from "./mail-styles.ts";
import type { MailContext } from "./order-mails.tsx";

/** Renders the mail to the shop; a reply goes to the shopper. A private list has no link that the shop could open. */
export function renderEstimateMail(estimate: Estimate, { settings, t, origin }: MailContext): MailToSend {
  const { id, email, notes, token, isPrivate, userId, lines } = estimate;
  const name = estimate.name || t("wishlist.default");
  const title = t("mail.estimate.title");
  const text = t("mail.estimate.text", { email, name });
  const href = isPrivate ? undefined : origin + routes.wishlistView(token);
  const link = t("mail.estimate.link");
  const hrefOf = ({ slug, attributes }: EstimateLine) => origin + routes.productChoice(slug, attributes);
  const locale = {
    lang: settings.language,
    dir: "ltr" as const,
    t,
    currency: currencyOf(settings),
    timeZone: timeZoneOf(settings),
  };
  const html = renderToStaticMarkup(
    <LocaleContext value={locale}>
      <MailLayout shopName={settings.shop_name} title={title} foot="">
        <p>{text}</p>
        <table className="m-rule" style={styles.table}>
          <tbody>
            {lines.map((line, index) => (
              <tr key={index}>
                <th style={styles.product} scope="row">
                  <a href={hrefOf(line)}>{line.name}</a>
                </th>
                <td style={styles.amount}>× {line.quantity}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {notes && (
          <>
            <h2 style={styles.label}>{t("mail.estimate.notes")}</h2>
            <p style={styles.note}>{notes}</p>
          </>
        )}
        {href && <MailButton href={href}>{link}</MailButton>}
      </MailLayout>
    </LocaleContext>,
  );
  const list = lines.map((line) => `${line.quantity} × ${line.name}\n${hrefOf(line)}`).join("\n");
  return {
    key: `estimate:${id}`,
    recipient: settings.shop_email,
    replyTo: email,
    ...(userId !== null && { userId }),
    subject: t("mail.estimate.subject", { count: lines.length }),
    html: `<!doctype html>${html}`,
    text: [title, text, list, notes && `${t("mail.estimate.notes")}:\n${notes}`, href && `${link}: ${href}`]
      .filter(Boolean)
      .join("\n\n"),
  };
}
