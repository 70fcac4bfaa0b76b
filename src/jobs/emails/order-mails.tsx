import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { MessageKey, Translate } from "#messages/catalogue.ts";
import { formatMoney } from "#platform/money.ts";
import { routes } from "#routes";
import { knownOrigin } from "#shop/attribution/attribution.rules.ts";
import type { MailToSend } from "#shop/mail/mail-outbox.ts";
import type { Order, OrderStatus } from "#shop/orders/order.ts";
import { findPaymentMethod, isPaidOnDelivery } from "#shop/payments/payment-methods.ts";
import { deadlineZone } from "#shop/payments/prepayment.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { timeZoneOf } from "#shop/settings/time-zone.rules.ts";
import { formatDay } from "#ui/day.tsx";
import { type Locale, LocaleContext } from "#ui/locale.tsx";
import { MailButton, MailLayout } from "./layout.tsx";
import { styles } from "./mail-styles.ts";
import { GoodsPart, goodsText, type MailedGoods } from "./mailed-goods.tsx";
import { type OrderFacts, orderFacts } from "./order-facts.ts";
import { OrderTable } from "./order-table.tsx";

export interface MailContext {
  settings: Settings;
  t: Translate;
  /** The origin of links, without a trailing slash. */
  origin: string;
}

type BuyerMail = "orderReceived" | "orderProcessing" | "orderOnHold" | "orderCompleted" | "orderCancelled";

/** Returns the confirmation mail to the buyer; none without an email address. @param status the status when it was placed */
export function orderReceivedMails(
  order: Order,
  status: OrderStatus,
  context: MailContext,
  goods: MailedGoods | null = null,
): MailToSend[] {
  return buyerMail({ ...order, status }, "orderReceived", `order-received:${order.id}`, context, { goods });
}

const mailOfStatus: Partial<Record<OrderStatus, BuyerMail>> = {
  processing: "orderProcessing",
  "on-hold": "orderOnHold",
  completed: "orderCompleted",
  cancelled: "orderCancelled",
};

interface StatusChange {
  status: OrderStatus;
  /** Id of the status change, part of the mail's key. */
  eventId: number;
  /** The missed payment deadline, if that is the reason; null otherwise. */
  unpaidBy: Date | null;
  /** null: the buyer may have none. */
  goods?: MailedGoods | null;
}

/** Returns the mail to the buyer about a new status; none without an email address or for statuses without a mail. */
export function orderStatusMails(
  order: Order,
  { status, eventId, unpaidBy, goods = null }: StatusChange,
  context: MailContext,
): MailToSend[] {
  const kind = mailOfStatus[status];
  const intro = unpaidBy ? unpaidIntro(order, unpaidBy, context) : undefined;
  return kind ? buyerMail(order, kind, `order-status:${eventId}:${order.id}`, context, { intro, goods }) : [];
}

/** Returns the paragraph about a missed payment deadline, with the shop's contact. */
function unpaidIntro({ paymentMethod }: Order, unpaidBy: Date, { settings, t }: MailContext): string | undefined {
  const { shop_phone: phone } = settings;
  const { cancelled } = findPaymentMethod(paymentMethod.id)?.prepayment ?? {};
  const day = formatDay(unpaidBy, settings.language, deadlineZone);
  return cancelled && (phone ? t(cancelled.introWithPhone, { day, phone }) : t(cancelled.intro, { day }));
}

/** @param intro replaces the default first paragraph */
function buyerMail(
  order: Order,
  kind: BuyerMail,
  key: string,
  context: MailContext,
  { intro, goods }: { intro?: string | undefined; goods: MailedGoods | null },
): MailToSend[] {
  const { settings, t, origin } = context;
  const { firstName: name, email } = order.billing;
  if (email === "") return [];
  const link = { label: t("mail.orderReceived.see"), href: origin + routes.orderReceived(order.id, order.key) };
  const { shop_phone: phone } = settings;
  const foot = phone ? t("mail.questionsPhone", { phone }) : t("mail.questions");
  // A guest's name is somebody's text to an address that may be somebody else's.
  const hasGoods = goods !== null && isAnythingThere(goods);
  const heading = headingOf(order, kind, hasGoods);
  const title =
    kind === "orderReceived" && order.userId === null
      ? t("mail.orderReceived.titleGuest")
      : t(`mail.${heading}.title`, { name });
  const words = { title, intro: intro ?? t(introOf(order, kind, hasGoods)), link, foot, goods };
  return [
    {
      key,
      recipient: email,
      replyTo: settings.shop_email,
      subject: t(`mail.${heading}.subject`, { id: String(order.id), shop: settings.shop_name }),
      // A guest's note is left out: anyone can enter someone else's address.
      ...partsOf(order.userId === null ? { ...order, customerNote: "" } : order, words, context),
    },
  ];
}

/** Returns whether the buyer has a file or a key already; other keys may be due. */
function isAnythingThere({ goods: { downloads, licences } }: MailedGoods): boolean {
  return downloads.length > 0 || licences.some(({ keys }) => keys.length > 0);
}

/** Returns whose subject and title the mail has: nothing is prepared for a parcel if nothing is shipped. */
function headingOf({ shipping }: Order, kind: BuyerMail, hasGoods: boolean) {
  if (kind !== "orderProcessing" || shipping) return kind;
  return hasGoods ? "orderGoods" : "orderProcessingUnshipped";
}

function introOf(
  { shipping, status, paymentMethod, total, heldFor }: Order,
  kind: BuyerMail,
  hasGoods: boolean,
): MessageKey {
  if (hasGoods && !shipping) return "mail.goods.intro";
  if (kind === "orderProcessing" && shipping?.isPickup) return "mail.orderProcessing.introPickup";
  if (!shipping && (kind === "orderProcessing" || kind === "orderCancelled")) return `mail.${kind}.introUnshipped`;
  if (kind !== "orderReceived") return `mail.${kind}.intro`;
  if (heldFor !== null) return "mail.orderReceived.introHeld";
  if (status === "on-hold" && !isPaidOnDelivery(paymentMethod.id) && total > 0) return "mail.orderReceived.introOnHold";
  if (!shipping) return total === 0 ? "mail.orderReceived.introFree" : "mail.orderReceived.introUnshipped";
  return shipping.isPickup ? "mail.orderReceived.introPickup" : "mail.orderReceived.intro";
}

/** Returns the mail to the shop about a new order. */
export function newOrderMail(order: Order, context: MailContext): MailToSend {
  const { settings, t } = context;
  const { firstName, lastName, city, email } = order.billing;
  const id = String(order.id);
  const name = `${firstName} ${lastName}`.trim();
  const placed = order.shipping
    ? t(order.shipping.isPickup ? "mail.newOrder.introPickup" : "mail.newOrder.intro", { name, city })
    : t("mail.newOrder.introUnshipped", { name });
  const paymentNote =
    order.paymentRequest && t(order.paymentRequest.shopNote, { total: formatMoney(order.total, order.currency) });
  const source = knownOrigin(order.attribution);
  const origin = source && t("mail.newOrder.origin", { origin: source });
  const heldNote = order.heldFor && t(`mail.newOrder.held.${order.heldFor}`);
  const intro = [placed, paymentNote, heldNote, origin].filter(Boolean).join(" ");
  return {
    key: `new-order:${order.id}`,
    recipient: settings.shop_email,
    replyTo: email,
    subject: t("mail.newOrder.subject", { id, total: formatMoney(order.total, order.currency) }),
    ...partsOf(
      // The payment instructions are for the buyer only.
      { ...order, paymentRequest: null },
      { title: t("mail.newOrder.title", { id }), intro, link: null, foot: settings.shop_name, goods: null },
      context,
    ),
  };
}

interface Frame {
  title: string;
  intro: string;
  link: { label: string; href: string } | null;
  foot: string;
  goods: MailedGoods | null;
}

function partsOf(order: Order, frame: Frame, { settings, t }: MailContext): { html: string; text: string } {
  const { title, intro, link, foot, goods } = frame;
  const timeZone = timeZoneOf(settings);
  const locale: Locale = { lang: settings.language, dir: "ltr", t, currency: order.currency, timeZone };
  const facts = orderFacts(order, locale);
  const content = (
    <MailLayout shopName={settings.shop_name} title={title} foot={foot}>
      <p style={styles.lead}>{intro}</p>
      {goods && <GoodsPart {...goods} />}
      <OrderTable facts={facts} />
      {link && <MailButton href={link.href}>{link.label}</MailButton>}
    </MailLayout>
  );
  return { html: htmlOf(content, locale), text: textOf(facts, frame, t) };
}

function htmlOf(content: ReactNode, locale: Locale): string {
  return `<!doctype html>${renderToStaticMarkup(<LocaleContext value={locale}>{content}</LocaleContext>)}`;
}

function textOf(facts: OrderFacts, { title, intro, link, foot, goods }: Frame, t: Translate): string {
  const row = ({ label, value }: { label: string; value: string }) => `${label}: ${value}`;
  const paragraphs = [
    [title],
    [intro],
    ...(goods ? goodsText(goods, t) : []),
    facts.heads.map(row),
    ...paymentRequestText(facts.paymentRequest),
    facts.lines.map(({ name, choices, quantity, amount }) => {
      return `${quantity} × ${[name, choices].filter(Boolean).join(", ")}: ${amount}`;
    }),
    [...facts.sums.map(row), row(facts.total) + (facts.total.note && ` ${facts.total.note}`)],
    ...facts.addresses.map((address) => [address.title, ...address.lines]),
    facts.note ? [t("mail.note"), facts.note] : [],
    link ? [`${link.label}: ${link.href}`] : [],
    [foot],
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function paymentRequestText(request: OrderFacts["paymentRequest"]): string[][] {
  if (!request) return [];
  const accounts = request.accounts.map((rows) => rows.map(({ label, value }) => `${label}: ${value}`));
  return [
    [request.title],
    request.text ? [request.text] : [],
    ...accounts,
    [request.reference, request.deadline].filter(Boolean),
  ];
}
