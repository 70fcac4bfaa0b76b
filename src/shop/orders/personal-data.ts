import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { formatMoney } from "#platform/money.ts";
import { emailKey } from "../accounts/profile/account-fields.rules.ts";
import { accountRecord } from "../accounts/profile/account-record.ts";
import type { User } from "../accounts/user.ts";
import { listUserCartDeliveries, listUserCartLines } from "../cart/user-carts.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { findUserWishes, listUserWishlists } from "../wishlist/user-wishlists.ts";
import { listSavedCheckouts } from "./checkout/saved-checkouts.ts";
import { listAllUserOrders, type TracedOrder } from "./orders.ts";
import { findAddresses } from "./user-addresses.ts";

/**
 * Returns everything that the shop stores about a user, as of one moment, for their data export, without secrets.
 * Unread notices are left out: the next page deletes them.
 */
export async function personalDataOf(db: Database, user: User, settings: Settings) {
  return inTransaction(
    db,
    async (db) => ({
      shop: settings.shop_name,
      ...(await accountRecord(db, user)),
      addresses: await findAddresses(db, user.id),
      cart: await listUserCartLines(db, user.id),
      cartDelivery: await listUserCartDeliveries(db, user.id),
      unfinishedCheckouts: (await listSavedCheckouts(db, user.id)).map(({ form }) => form),
      orders: (await listAllUserOrders(db, user.id, settings)).map(writtenOrder),
      mails: await listMails(db, user),
      backInStockRequests: await listRequests(db, user),
      heldForms: await listHeld(db, user),
      reviews: await listReviews(db, user),
      wishlists: await listUserWishlists(db, user.id),
      ...(await writtenWishes(db, user.id)),
    }),
    "repeatable read",
  );
}

async function writtenWishes(db: Database, userId: number) {
  const { wishes, alerts } = await findUserWishes(db, userId);
  return { everWished: wishes, wishlistMails: alerts };
}

function writtenOrder({ key: _key, userId: _userId, paymentRequest: _request, ...order }: TracedOrder) {
  const amount = (minor: number) => formatMoney(minor, order.currency);
  return {
    ...order,
    total: amount(order.total),
    subtotal: amount(order.subtotal),
    currency: order.currency.code,
    lines: order.lines.map(({ name, sku, choices, quantity, total, tax }) => ({
      name,
      sku,
      choices,
      quantity,
      total: amount(total),
      tax: amount(tax),
    })),
    shipping: order.shipping && { ...order.shipping, amount: amount(order.shipping.amount) },
    offers: order.offers.map(({ name, saving }) => ({ name, saving: amount(saving) })),
    offerSaving: amount(order.offerSaving),
    coupons: order.coupons.map((coupon) => ({ ...coupon, amount: amount(coupon.amount) })),
    discount: amount(order.discount),
    fees: order.fees.map((fee) => ({ ...fee, amount: amount(fee.amount) })),
    tax: amount(order.tax),
    taxes: order.taxes.map((tax) => ({ ...tax, amount: amount(tax.amount), onCharges: amount(tax.onCharges) })),
    shippingTax: amount(order.shippingTax),
  };
}

/**
 * Lists the mails written to a user, also at earlier addresses. Their texts are left out, because they contain links
 * that open things, and the user's mailbox has them. Mails that would prove a new address are left out like their
 * links.
 */
async function listMails(db: Database, user: User) {
  const { rows } = await db.execute<{ subject: string; writtenAt: string; sentAt: string | null }>(sql`
    select subject, created_at as "writtenAt", sent_at as "sentAt" from mail_outbox
    where lower(recipient) = ${emailKey(user.email)}
      or (user_id = ${user.id} and mail_key not like 'email-change:%') order by id`);
  return rows.map(({ subject, writtenAt, sentAt }) => ({
    subject,
    writtenAt: new Date(writtenAt),
    sentAt: sentAt === null ? null : new Date(sentAt),
  }));
}

/**
 * Lists the user's back-in-stock requests by e-mail. Requests by phone number are left out, because the number is
 * unverified.
 */
async function listRequests(db: Database, user: User) {
  const { rows } = await db.execute<{ product: string; requestedAt: string }>(sql`
    select p.name as product, r.created_at as "requestedAt"
    from back_in_stock_requests r join products p on p.id = r.product_id
    where r.contact = ${emailKey(user.email)} order by r.id`);
  return rows.map(({ product, requestedAt }) => ({ product, requestedAt: new Date(requestedAt) }));
}

/** Lists the forms with the user's e-mail address that are held as spam, without the verdict. */
async function listHeld(db: Database, user: User) {
  const { rows } = await db.execute<{ kind: string; content: unknown; ip: string; browser: string; at: string }>(sql`
    select kind, content, ip, user_agent as browser, received_at as at from held_forms
    where lower(email) = ${emailKey(user.email)} and email <> '' order by id`);
  return rows.map(({ at, ...form }) => ({ ...form, receivedAt: new Date(at) }));
}

interface WrittenReview extends Record<string, unknown> {
  product: string;
  kind: string;
  name: string;
  rating: number | null;
  text: string;
  isPublic: boolean;
}

/** Lists what the user wrote about products and articles, also before signing in. */
async function listReviews(db: Database, user: User) {
  const { rows } = await db.execute<WrittenReview & { at: string }>(
    sql`select coalesce(p.name, a.title) as product, r.kind, r.author_name as name, r.rating, r.body as text,
        r.status = 'approved' as "isPublic", r.created_at as at
      from reviews r left join products p on p.id = r.product_id left join articles a on a.id = r.article_id
      where r.user_id = ${user.id} or (lower(r.author_email) = ${emailKey(user.email)} and r.author_email <> '')
      order by r.id`,
  );
  return rows.map(({ at, ...review }) => ({ ...review, writtenAt: new Date(at) }));
}
