import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import { campaignMail } from "./campaign-mail.tsx";
import { cartReminderMail, reviewRequestMail, welcomeCouponMail, winBackMail } from "./marketing-mails.tsx";
import { newsletterConfirmationMail, newsletterLinkMail } from "./newsletter-mail.ts";
import type { MailContext } from "./order-mails.tsx";

const recipient = { email: "reader@example.com", stopToken: "sample" };
const products = [
  { name: "Green tea, 250 g", slug: "green-tea" },
  { name: "Clay cup with a very long name that has to break somewhere on a small screen", slug: "clay-cup" },
];
const newsletter = `Hello readers, the first flush has arrived. [See the teas](/product-category/tea/).

## Three to begin with

- **Assam**, strong, with milk
- *Darjeeling*, light

1. Boil the water.
2. Wait three minutes.

> The best cup of the year, says our taster.

| Tea | Minutes |
| --- | ------: |
| Assam | 3 |

![A clay cup](/media/cup.jpg)

---

Until soon.`;
const dayMs = 86_400_000;

/** Mails with sample data, by name, for `mail preview`. */
export const mailPreviews: Readonly<Record<string, (context: MailContext, now: Date) => MailToSend>> = {
  "newsletter-confirmation": (context) => newsletterConfirmationMail({ ...recipient, token: "sample" }, context),
  "newsletter-preferences": (context) =>
    newsletterLinkMail({ email: recipient.email, token: "sample", key: "sample" }, context),
  newsletter: (context) => ({
    key: "newsletter:sample",
    recipient: recipient.email,
    ...campaignMail({ subject: "New teas from Assam", body: newsletter }, context)(recipient.stopToken),
  }),
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
