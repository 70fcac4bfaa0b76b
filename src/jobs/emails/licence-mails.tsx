import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import type { DigitalGoods } from "#shop/orders/downloads/download.ts";
import type { LowLicences } from "#shop/orders/downloads/licences.ts";
import type { Order } from "#shop/orders/order.ts";
import { renderMail } from "./link-mail.tsx";
import { GoodsPart, goodsText, type MailedGoods } from "./mailed-goods.tsx";
import type { MailContext } from "./order-mails.tsx";

/** Returns the mail to the shop about an order that waits for licence keys; none if it has all. */
export function licencesDueMails(
  { licences }: DigitalGoods,
  orderId: number,
  { settings, t }: MailContext,
): MailToSend[] {
  const waiting = licences.filter(({ due }) => due > 0);
  if (waiting.length === 0) return [];
  const id = String(orderId);
  const values = {
    id,
    count: waiting.reduce((sum, { due }) => sum + due, 0),
    names: waiting.map(({ productName }) => productName).join(", "),
  };
  const title = t("mail.licencesDue.title");
  const text = t("mail.licencesDue.text", values);
  return [
    {
      key: `licences-due:${id}`,
      recipient: settings.shop_email,
      replyTo: settings.shop_email,
      subject: t("mail.licencesDue.subject", { id }),
      html: renderMail({ title, foot: settings.shop_name, content: <p>{text}</p> }, { settings, t }),
      text: [title, text].join("\n\n"),
    },
  ];
}

/** Returns a mail to the shop about each product with few licence keys left; each is written once until keys are added. */
export function licencesLowMails(low: readonly LowLicences[], { settings, t }: MailContext): MailToSend[] {
  return low.map(({ productId, name, free, lastKeyId }) => {
    const title = t("mail.licencesLow.title");
    const text = t("mail.licencesLow.text", { count: free, name, product: String(productId) });
    return {
      key: `licences-low:${productId}:${lastKeyId}`,
      recipient: settings.shop_email,
      replyTo: settings.shop_email,
      subject: t("mail.licencesLow.subject", { count: free, name }),
      html: renderMail({ title, foot: settings.shop_name, content: <p>{text}</p> }, { settings, t }),
      text: [title, text].join("\n\n"),
    };
  });
}

/** Returns the mail to the buyer with the licence keys that the order waited for; none without an email address. */
export function licencesMails(
  { id: orderId, billing }: Order,
  mailed: MailedGoods,
  { settings, t }: MailContext,
): MailToSend[] {
  if (billing.email === "") return [];
  const id = String(orderId);
  const [title, text, foot] = [t("mail.licences.title"), t("mail.licences.text", { id }), t("mail.questions")];
  const keys = mailed.goods.licences.reduce((sum, licence) => sum + licence.keys.length, 0);
  const content = (
    <>
      <p>{text}</p>
      <GoodsPart {...mailed} />
    </>
  );
  const paragraphs = [[title], [text], ...goodsText(mailed, t), [foot]];
  return [
    {
      // Each number of keys is mailed once.
      key: `licences:${keys}:${id}`,
      recipient: billing.email,
      replyTo: settings.shop_email,
      subject: t("mail.licences.subject", { id }),
      html: renderMail({ title, foot, content }, { settings, t }),
      text: paragraphs
        .filter((lines) => lines.length > 0)
        .map((lines) => lines.join("\n"))
        .join("\n\n"),
    },
  ];
}
