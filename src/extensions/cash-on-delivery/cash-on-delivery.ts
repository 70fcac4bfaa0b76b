import { Type } from "typebox";
import type { BillToDescribe, PaymentMethod, PaymentText } from "#shop/payments/payment.ts";
import { type SettingValues, setting } from "#shop/settings/setting.ts";

const settings = {
  cod_countries: setting(
    Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), { maxItems: 250, uniqueItems: true }),
    [],
    "ISO 3166 codes of the countries in which cash on delivery is offered; empty for the store's own country only.",
  ),
  cod_fee: setting(
    Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    0,
    "Fee for cash on delivery in minor units; 0 for none.",
  ),
  cod_fee_title: setting(
    Type.String({ minLength: 1, maxLength: 100 }),
    "Cash on delivery fee",
    "Name of the fee in the order's totals.",
  ),
};

function textFor({ isOpen, fulfilment, total }: BillToDescribe): PaymentText {
  if (isOpen) return { key: "cashOnDelivery.open" };
  return { key: `cashOnDelivery.${fulfilment}`, values: { total } };
}

/**
 * Payment in cash at the door. Orders start as processing; orders with downloads are on hold until they are paid.
 * Source: the protocol's order statuses.
 */
export const cashOnDelivery = {
  id: "cod",
  title: "Cash on delivery",
  settings,
  isOffered: ({ country, storeCountry }, { cod_countries: countries }) =>
    (countries.length === 0 ? [storeCountry] : countries).includes(country),
  describe: (bill) => [textFor(bill), { key: "cashOnDelivery.payLater" }],
  begin: (order) => ({ status: order.hasDownloads ? "on-hold" : "processing", payAt: null }),
  promise: {
    icon: "cash",
    title: "cashOnDelivery.promise",
    text: "cashOnDelivery.promiseText",
    short: "cashOnDelivery.promiseShort",
    fee: "cashOnDelivery.promiseFee",
  },
  collection: {
    fee: ({ cod_fee: amount, cod_fee_title: label }) => ({ label, amount }),
    haveReady: "cashOnDelivery.haveReady",
    onArrival: "cashOnDelivery.onArrival",
  },
} satisfies PaymentMethod<SettingValues<typeof settings>>;
