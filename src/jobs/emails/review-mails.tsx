import { renderToStaticMarkup } from "react-dom/server";
import { routes } from "#routes";
import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import type { MailedAnswer, MailedReview } from "#shop/reviews/moderation/waiting-mails.ts";
import { currencyOf } from "#shop/settings/settings.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import { LocaleContext } from "#ui/locale.tsx";
import { MailButton, MailLayout } from "./layout.tsx";
import { styles } from "./mail-styles.ts";
import type { MailContext } from "./order-mails.tsx";

/** Longest part (characters) of a text that the mail to the shop shows. */
const maxShown = 500;

function localeOf({ settings, t }: MailContext) {
  return {
    lang: settings.language,
    dir: "ltr" as const,
    t,
    currency: currencyOf(settings),
    timeZone: timeZoneOf(settings),
  };
}

/** Renders the mail that tells the shop what was posted, with what waits for approval first. */
export function renderReviewsMail(reviews: readonly MailedReview[], context: MailContext): MailToSend {
  const { settings, t } = context;
  const sorted = reviews.toSorted((a, b) => Number(b.isHeld) - Number(a.isHeld) || a.id - b.id);
  const held = reviews.filter(({ isHeld }) => isHeld).length;
  const title = titleOf(reviews, t);
  const text = held > 0 ? t("mail.reviews.held", { count: held }) : t("mail.reviews.published");
  const lines = sorted.map((review) => {
    const { id, subject, authorName, rating, isHeld, body } = review;
    const head = [t("mail.reviews.head", { id, subject, name: authorName }), rating !== null && "★".repeat(rating)];
    const state = isHeld ? t("mail.reviews.waits", { id }) : "";
    const shown = body.length > maxShown ? `${body.slice(0, maxShown)}…` : body;
    return { id, head: head.filter(Boolean).join(" "), state, shown };
  });
  const html = renderToStaticMarkup(
    <LocaleContext value={localeOf(context)}>
      <MailLayout shopName={settings.shop_name} title={title} foot="">
        <p>{text}</p>
        {lines.map(({ id, head, state, shown }) => (
          <div key={id}>
            <h2 style={styles.label}>{head}</h2>
            <p style={styles.note}>{shown}</p>
            {state && <p>{state}</p>}
          </div>
        ))}
      </MailLayout>
    </LocaleContext>,
  );
  const list = lines.map(({ head, state, shown }) => [head, shown, state].filter(Boolean).join("\n"));
  return {
    key: `reviews:${reviews.at(-1)?.id}`,
    recipient: settings.shop_email,
    replyTo: "",
    subject: title,
    html: `<!doctype html>${html}`,
    text: [text, ...list].join("\n\n"),
  };
}

function titleOf(reviews: readonly MailedReview[], t: MailContext["t"]): string {
  const count = reviews.length;
  const comments = reviews.filter(({ kind }) => kind === "comment").length;
  if (comments === 0) return t("mail.reviews.subject", { count });
  return comments === count ? t("mail.reviews.commentsSubject", { count }) : t("mail.reviews.mixedSubject", { count });
}

/** Renders the mail that tells an author about the shop's answer. */
export function renderAnswerMail(answer: MailedAnswer, context: MailContext): MailToSend {
  const { settings, t, origin } = context;
  const { id, kind, subject, slug, listPage, body, answered, email } = answer;
  const title = t("mail.answer.title", { shop: settings.shop_name });
  const text = t("mail.answer.text", { name: subject });
  const pathOf = kind === "comment" ? routes.articleComment : routes.productComment;
  const path = pathOf(slug, id, listPage);
  const link = t("mail.answer.link");
  const html = renderToStaticMarkup(
    <LocaleContext value={localeOf(context)}>
      <MailLayout shopName={settings.shop_name} title={title} foot={t("mail.answer.foot")}>
        <p>{text}</p>
        <p style={styles.note}>{answered}</p>
        <h2 style={styles.label}>{settings.shop_name}</h2>
        <p style={styles.note}>{body}</p>
        <MailButton href={origin + path}>{link}</MailButton>
      </MailLayout>
    </LocaleContext>,
  );
  return {
    key: `review-answer:${id}`,
    recipient: email,
    replyTo: settings.shop_email,
    subject: title,
    html: `<!doctype html>${html}`,
    text: [text, answered, `${settings.shop_name}:\n${body}`, `${link}: ${origin}${path}`, t("mail.answer.foot")].join(
      "\n\n",
    ),
  };
}
