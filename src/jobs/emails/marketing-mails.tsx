import type { ReactNode } from "react";
import { routes } from "#routes";
import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import type { CartReminder } from "#shop/marketing/cart-reminders.ts";
import type { Taken } from "#shop/marketing/marketing-mails.ts";
import type { ReviewRequest } from "#shop/marketing/review-requests.ts";
import type { WelcomeCoupon } from "#shop/marketing/welcome-coupons.ts";
import type { WinBack } from "#shop/marketing/win-backs.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import { formatDay } from "#ui/day.tsx";
import { MailButton } from "./layout.tsx";
import { renderMail } from "./link-mail.tsx";
import { styles } from "./mail-styles.ts";
import { unsubscribeHeaders } from "./newsletter-mail.ts";
import type { MailContext } from "./order-mails.tsx";

/** The parts of a marketing mail. */
interface MarketingMail {
  key: string;
  recipient: string;
  subject: string;
  title: string;
  content: ReactNode;
  /** Paragraphs of the text part, without title and footer. */
  text: readonly string[];
  /** Why the person gets it, and the link that ends such mails. */
  foot: { why: string; stop: string; stopUrl: string };
  /** It contains a link that opens something: its text is deleted once it is sent. */
  isSecret?: boolean;
}

/** Renders a marketing mail; its headers end such mails with one click (RFC 8058). */
function marketingMail(
  { title, content, text, foot, ...mail }: MarketingMail,
  { settings, t }: MailContext,
): MailToSend {
  const { why, stop, stopUrl } = foot;
  const link = (
    <>
      {why}{" "}
      <a href={stopUrl} style={styles.footLink}>
        {stop}
      </a>
    </>
  );
  return {
    ...mail,
    replyTo: settings.shop_email,
    html: renderMail({ title, foot: link, content }, { settings, t }),
    text: [title, ...text, `${why} ${stop}: ${stopUrl}`].join("\n\n"),
    extras: { headers: unsubscribeHeaders(stopUrl) },
  };
}

/** The footer of mails that are part of the newsletter, and end with it. */
function newsletterFoot(token: string, { settings, t, origin }: MailContext): MarketingMail["foot"] {
  return {
    why: t("mail.subscribed.why", { shop: settings.shop_name }),
    stop: t("mail.subscribed.stop"),
    stopUrl: origin + routes.stopNewsletter(token),
  };
}

/** Renders the mail with a new subscriber's coupon. */
export function welcomeCouponMail(coupon: WelcomeCoupon, context: MailContext): MailToSend {
  const { email, code, percent, endsAt, stopToken } = coupon;
  const { settings, t, origin } = context;
  const shop = settings.shop_name;
  const text = t("mail.welcomeCoupon.text", {
    percent,
    day: formatDay(endsAt, settings.language, timeZoneOf(settings)),
  });
  const [line, label, href] = [t("mail.welcomeCoupon.code"), t("mail.welcomeCoupon.link"), origin + routes.shop()];
  return marketingMail(
    {
      key: `welcome-coupon:${code}`,
      recipient: email,
      subject: t("mail.welcomeCoupon.subject", { percent, shop }),
      title: t("mail.welcomeCoupon.title"),
      content: (
        <>
          <p>{text}</p>
          <p className="m-line" style={styles.panel}>
            {line}
            <br />
            <strong style={styles.code}>{code}</strong>
          </p>
          <MailButton href={href}>{label}</MailButton>
        </>
      ),
      text: [text, `${line} ${code}`, `${label}: ${href}`],
      foot: newsletterFoot(stopToken, context),
    },
    context,
  );
}

/** Renders the mail that asks a buyer to review what was ordered. */
export function reviewRequestMail(request: Taken<ReviewRequest>, context: MailContext): MailToSend {
  const { orderId, email, firstName, products, stopToken } = request;
  const { settings, t, origin } = context;
  const shop = settings.shop_name;
  const text = t("mail.reviewRequest.text", { id: orderId });
  const links = products.map(({ name, slug }) => ({
    href: origin + routes.writeReview(slug),
    label: t("mail.reviewRequest.link", { name }),
  }));
  return marketingMail(
    {
      key: `review-request:${orderId}`,
      recipient: email,
      subject: t("mail.reviewRequest.subject", { shop }),
      title: firstName ? t("mail.reviewRequest.greeting", { name: firstName }) : t("mail.reviewRequest.title"),
      content: (
        <>
          <p>{text}</p>
          {links.map(({ href, label }) => (
            <MailButton key={href} href={href}>
              {label}
            </MailButton>
          ))}
        </>
      ),
      text: [text, ...links.map(({ href, label }) => `${label}: ${href}`)],
      foot: {
        why: t("mail.reviewRequest.why", { shop }),
        stop: t("mail.stopSuch"),
        stopUrl: origin + routes.stopMarketing(stopToken),
      },
    },
    context,
  );
}

/** Renders the reminder of a cart. Its link restores the cart on any device and tells nothing about the person. */
export function cartReminderMail(reminder: Taken<CartReminder>, context: MailContext): MailToSend {
  const { about, email, token, lines, stopToken } = reminder;
  const { settings, t, origin } = context;
  const shop = settings.shop_name;
  const [text, label, href] = [
    t("mail.cartReminder.text"),
    t("mail.cartReminder.link"),
    origin + routes.restoreCart(token),
  ];
  const items = lines.map((line) => t("mail.cartReminder.line", { ...line }));
  return marketingMail(
    {
      key: `cart-reminder:${about}`,
      recipient: email,
      subject: t("mail.cartReminder.subject", { shop }),
      title: t("mail.cartReminder.title"),
      isSecret: true,
      content: (
        <>
          <p>{text}</p>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <MailButton href={href}>{label}</MailButton>
        </>
      ),
      text: [text, items.map((item) => `- ${item}`).join("\n"), `${label}: ${href}`],
      foot: {
        why: t("mail.cartReminder.why", { shop }),
        stop: t("mail.stopSuch"),
        stopUrl: origin + routes.stopMarketing(stopToken),
      },
    },
    context,
  );
}

/** Renders the mail to a newsletter subscriber whose last order was `win_back_days` ago. */
export function winBackMail(winBack: WinBack, context: MailContext): MailToSend {
  const { about, email, firstName, lastOrderAt, newsletterToken } = winBack;
  const { settings, t, origin } = context;
  const [text, label, href] = [
    t("mail.winBack.text", { day: formatDay(lastOrderAt, settings.language, timeZoneOf(settings)) }),
    t("mail.winBack.link"),
    origin + routes.shop(),
  ];
  return marketingMail(
    {
      key: `win-back:${about}`,
      recipient: email,
      subject: t("mail.winBack.subject", { shop: settings.shop_name }),
      title: firstName ? t("mail.winBack.greeting", { name: firstName }) : t("mail.winBack.title"),
      content: (
        <>
          <p>{text}</p>
          <MailButton href={href}>{label}</MailButton>
        </>
      ),
      text: [text, `${label}: ${href}`],
      foot: newsletterFoot(newsletterToken, context),
    },
    context,
  );
}
