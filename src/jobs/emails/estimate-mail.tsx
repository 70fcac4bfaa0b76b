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
export function renderEstimateMail(estimate: Estimate, context: MailContext): MailToSend {
  const { id, email, notes, answers, token, isPrivate, userId, lines } = estimate;
  const { settings, t, origin } = context;
  const content = contentOf(context, {
    title: t("mail.estimate.title"),
    text: t("mail.estimate.text", { email, name: estimate.name || t("wishlist.default") }),
    lines,
    notes,
    answers,
    href: isPrivate ? undefined : origin + routes.wishlistView(token),
  });
  return {
    key: `estimate:${id}`,
    recipient: settings.shop_email,
    replyTo: email,
    ...(userId !== null && { userId }),
    subject: t("mail.estimate.subject", { count: lines.length }),
    ...content,
  };
}

/**
 * Renders the mail that confirms the request to the shopper. Guests may have typed a stranger's address, so theirs contains
 * nothing that was typed.
 */
export function renderEstimateCopy(estimate: Estimate, context: MailContext): MailToSend {
  const { id, email, notes, answers, userId, lines } = estimate;
  const { settings, t } = context;
  const typed = userId === null ? { notes: "", answers: [] } : { notes, answers };
  const [title, text] = [t("mail.estimateCopy.title"), t("mail.estimateCopy.text")];
  return {
    key: `estimate-copy:${id}`,
    recipient: email,
    replyTo: settings.shop_email,
    ...(userId !== null && { userId }),
    subject: t("mail.estimateCopy.subject"),
    ...contentOf(context, { title, text, lines, href: undefined, ...typed }),
  };
}

interface EstimateContent extends Pick<Estimate, "lines" | "notes" | "answers"> {
  title: string;
  text: string;
  /** Of the list. */
  href: string | undefined;
}

function contentOf(
  { settings, t, origin }: MailContext,
  { title, text, lines, notes, answers, href }: EstimateContent,
): Pick<MailToSend, "html" | "text"> {
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
        {answers.map(({ label, value }) => (
          <Typed key={label} label={label} text={value} />
        ))}
        {notes && <Typed label={t("mail.estimate.notes")} text={notes} />}
        {href && <MailButton href={href}>{link}</MailButton>}
      </MailLayout>
    </LocaleContext>,
  );
  const list = lines.map((line) => `${line.quantity} × ${line.name}\n${hrefOf(line)}`).join("\n");
  const typed = [...answers, ...(notes ? [{ label: t("mail.estimate.notes"), value: notes }] : [])];
  return {
    html: `<!doctype html>${html}`,
    text: [title, text, list, ...typed.map(({ label, value }) => `${label}:\n${value}`), href && `${link}: ${href}`]
      .filter(Boolean)
      .join("\n\n"),
  };
}

/** Renders a text that the shopper typed. */
function Typed({ label, text }: { label: string; text: string }) {
  return (
    <>
      <h2 style={styles.label}>{label}</h2>
      <p style={styles.note}>{text}</p>
    </>
  );
}
