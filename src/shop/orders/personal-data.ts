import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { formatMoney } from "#platform/money.ts";
import type { Person, PersonalDataPart } from "../privacy/personal-data.rules.ts";
import { anonymizeOrders, isOpen, removeTraces } from "./anonymize-orders.ts";
import { eraseSavedCheckouts, listSavedCheckouts } from "./checkout/saved-checkouts.ts";
import { listGoods } from "./downloads/goods.ts";
import { listTracedOrders, type TracedOrder } from "./orders.ts";
import { findAddresses } from "./user-addresses.ts";

const isOwned = ({ userId, email, ownsGuestOrders }: Person): SQL =>
  sql`(user_id = ${userId}
    or (${ownsGuestOrders} and user_id is null and lower(billing ->> 'email') = ${email} and anonymized_at is null))`;

/**
 * Orders, checkout forms that were not sent successfully, and an account's addresses. Open orders stay until they are closed,
 * because they have to be delivered.
 */
export const orderData: PersonalDataPart = {
  name: "orders",
  async list(db, person, settings) {
    const { userId } = person;
    return {
      ...(userId !== null && { addresses: await findAddresses(db, userId) }),
      unfinishedCheckouts: (await listSavedCheckouts(db, person)).map(({ form }) => form),
      orders: (await listTracedOrders(db, isOwned(person), settings)).map(writtenOrder),
      digitalGoods: await listPersonGoods(db, person),
    };
  },
  async erase(db, person, extent, now) {
    await eraseSavedCheckouts(db, person);
    if (extent === "account") {
      await removeTraces(db, sql`user_id = ${person.userId}`);
      return { erased: 0, kept: 0 };
    }
    const { rows } = await db.execute<{ kept: number }>(
      sql`select count(*)::int as kept from orders where ${isOwned(person)} and ${isOpen}`,
    );
    const erased = await anonymizeOrders(db, sql`${isOwned(person)} and not ${isOpen}`, now);
    return { erased, kept: rows[0]?.kept ?? 0 };
  },
};

/** Files and licence keys of a person's orders, with how often the files were downloaded. */
async function listPersonGoods(db: Database, person: Person) {
  const { downloads, licences } = await listGoods(db, sql`o.id in (select id from orders where ${isOwned(person)})`);
  return {
    downloads: downloads.map(({ orderId, productName, name, used, expiresAt }) => {
      return { orderId, productName, name, used, expiresAt };
    }),
    licences: licences.map(({ orderId, productName, keys }) => ({ orderId, productName, keys })),
  };
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
