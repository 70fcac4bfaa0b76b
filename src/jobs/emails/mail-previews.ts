import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import { cartReminderMail, reviewRequestMail, welcomeCouponMail, winBackMail } from "./marketing-mails.tsx";
import { newsletterConfirmationMail } from "./newsletter-mail.ts";
import type { MailContext } from "./order-mails.tsx";

const recipient = { email: "reader@example.com", stopToken: "sample" };
const products = [
  { name: "Green tea, 250 g", slug: "green-tea" },
  { name: "Clay cup with a very long name that has to break somewhere on a small screen", slug: "clay-cup" },
];
const dayMs = 86_400_000;

/** Mails with sample data, by name, for `mail preview`. */
export const mailPreviews: Readonly<Record<string, (context: MailContext, now: Date) => MailToSend>> = {
  "newsletter-confirmation": (context) => newsletterConfirmationMail({ ...recipient, token: "sample" }, context),
  "welcome-coupon": (context, now) => {
    const { welcome_coupon_percent: percent, welcome_coupon_days: days } = context.settings;
    const endsAt = new Date(now.getTime() + days * dayMs);
    return welcomeCouponMail({ ...recipient, code: "WELCOME-SAMPLECODE", percent, endsAt }, context);
  },
  "cart-reminder": (context) => {
    const lines = products.map(({ name }, index) => ({ name, quantity: index + 1 }));
    return cartReminderMail({ ...recipient, about: "sample", token: "sample", lines }, context);
  },
  "review-request": (context) =>
    reviewRequestMail({ ...recipient, about: "1001", orderId: 1001, firstName: "Sana", products }, context),
  "win-back": (context, now) => {
    const lastOrderAt = new Date(now.getTime() - context.settings.win_back_days * dayMs);
    const { email, stopToken: newsletterToken } = recipient;
    return winBackMail({ email, newsletterToken, about: "1001", firstName: "Sana", lastOrderAt }, context);
  },
};
