import { Type } from "typebox";
import { paymentMethods, paymentSettings } from "#extensions/payment-methods.ts";
import { type SettingDefinitions, setting } from "../setting.ts";

/** Settings of the checkout and of payment methods. */
export const checkoutSettings = {
  terms_page: setting(
    Type.String({ maxLength: 500, pattern: "^(?:|/(?!/).*|https://.+)$" }),
    "",
    "Address of the terms page, such as /terms/; the terms must then be accepted at the checkout. Empty: none.",
  ),
  payment_methods: setting(
    Type.Array(Type.Unsafe<string>(Type.Union(paymentMethods.map(({ id }) => Type.Literal(id)))), {
      minItems: 1,
      uniqueItems: true,
    }),
    paymentMethods.map(({ id }) => id),
    `Payment methods in the order in which they are offered: ${paymentMethods.map(({ id, title }) => `${id} (${title})`).join(", ")}. The first one is selected at first.`,
  ),
  ...paymentSettings,
  order_attribution: setting(
    Type.Union([Type.Literal("yes"), Type.Literal("consent"), Type.Literal("no")]),
    "yes",
    "Whether orders record where their buyers came from: yes; only once a consent tool has allowed it; no.",
  ),
  checkout_quantity_change: setting(
    Type.Union([Type.Literal("in_place"), Type.Literal("reload")]),
    "in_place",
    "After a quantity is changed at the checkout: update the page in place, or reload it as the protocol's own script does.",
  ),
  checkout_seconds: setting(
    Type.Integer({ minimum: 0, maximum: 60 }),
    2,
    "A checkout sent sooner after its form was shown (in seconds) must be sent again, to keep bots out; 0: never.",
  ),
  orders_per_address: setting(
    Type.Integer({ minimum: 0, maximum: 100_000 }),
    60,
    "After this many orders and bot attempts from one address in an hour (ten times as many from its network), its forms must have been shown for 20 seconds; 0: never.",
  ),
  guest_order_value: setting(
    Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }),
    0,
    "A guest's unpaid order of more (in minor units) is accepted on hold and takes no stock until it is confirmed; 0: twenty times the price that nine of ten products do not exceed.",
  ),
  guest_order_lines: setting(Type.Integer({ minimum: 0, maximum: 200 }), 50, "The same for more lines; 0: no limit."),
  guest_line_pieces: setting(
    Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    0,
    "The same for more pieces in a line; 0: as many as make half of the largest order, from 10 to 200.",
  ),
  guest_stock_share: setting(
    Type.Integer({ minimum: 1, maximum: 100 }),
    50,
    "The same for more than this share (in per cent) of a product's stock; up to five pieces are always accepted.",
  ),
  unpaid_stock_per_address: setting(
    Type.Integer({ minimum: 0, maximum: 10_000 }),
    5,
    "Unpaid orders from one address in an hour take stock worth up to this many of a guest's largest orders (three times as many from its network); further ones are accepted on hold; 0: no limit.",
  ),
  held_order_days: setting(
    Type.Integer({ minimum: 1, maximum: 365 }),
    3,
    "Days until an order on hold that took no stock is cancelled, unless it is confirmed.",
  ),
  stranger_mails_per_address: setting(
    Type.Integer({ minimum: 0, maximum: 100_000 }),
    60,
    "Guests' orders from one address are confirmed by mail to this many email addresses an hour that belong to no account and had no completed order (8 times as many a day; 4 times as many from its network); 0: no limit.",
  ),
  cod_orders_per_phone: setting(
    Type.Integer({ minimum: 0, maximum: 10_000 }),
    10,
    "Orders per phone number, payment method and hour, without cancelled ones; 0: no limit.",
  ),
} as const satisfies SettingDefinitions;
