import { Type } from "typebox";
import { type Weekday, weekdays } from "../../delivery/weekdays.rules.ts";
import { type SettingDefinitions, setting } from "../setting.ts";

/** Settings of delivery: the method of a store without zones, and delivery dates. */
export const deliverySettings = {
  shipping_title: setting(
    Type.String({ minLength: 1, maxLength: 100 }),
    "Free delivery",
    "Name of the delivery method while there are no delivery zones.",
  ),
  shipping_price: setting(
    Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    0,
    "Price of that delivery method in minor units.",
  ),
  delivery_days_min: setting(
    Type.Integer({ minimum: 0, maximum: 365 }),
    2,
    "Minimum business days until a delivery arrives; delivery methods may set their own.",
  ),
  delivery_days_max: setting(
    Type.Integer({ minimum: 0, maximum: 365 }),
    3,
    "Maximum business days until a delivery arrives.",
  ),
  delivery_cutoff: setting(
    Type.String({ pattern: "^(([01][0-9]|2[0-3]):[0-5][0-9])?$" }),
    "",
    "Time of day (HH:MM, in the shop's time zone) until which orders leave on the same day; delivery dates are promised from it. Empty: no dates.",
  ),
  delivery_closed_weekdays: setting(
    Type.Array(Type.Unsafe<Weekday>(Type.Union(weekdays.map((day) => Type.Literal(day)))), {
      uniqueItems: true,
      maxItems: 6,
    }),
    ["sunday"],
    "Weekdays on which nothing is sent or delivered, such as sunday.",
  ),
  delivery_holidays: setting(
    Type.Array(Type.String({ pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$" }), {
      uniqueItems: true,
      maxItems: 200,
    }),
    [],
    "Further days on which nothing is sent or delivered, such as 2026-12-25.",
  ),
} as const satisfies SettingDefinitions;
