import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";
import { shortText, yesNo } from "./setting-schemas.ts";

/** Settings of the store itself: name, contact, language, money, units, place, and whether it is open. */
export const storeSettings = {
  shop_name: setting(
    Type.String({ minLength: 1, maxLength: 100 }),
    "My shop",
    "The shop's name in titles, mails and the header.",
  ),
  shop_tagline: setting(shortText, "", "Short line under the shop's name; also the home page's description."),
  shop_email: setting(
    Type.String({ maxLength: 254, pattern: "^[^@\\s]+@[^@\\s]+$" }),
    "shop@example.com",
    "Sender of mails, and recipient of mails about new orders.",
  ),
  shop_phone: setting(Type.String({ maxLength: 40 }), "", "Support phone number, as displayed; empty for none."),
  shop_whatsapp: setting(
    Type.String({ maxLength: 40, pattern: "^(\\+[0-9 ()-]{7,38})?$" }),
    "",
    "WhatsApp number in international form, as displayed, such as +92 300 1234567; empty for none.",
  ),
  security_contact: setting(
    Type.String({ maxLength: 300, pattern: "^(https://[^\\s]+|[^@\\s:]+@[^@\\s]+)?$" }),
    "",
    "Email address or https:// page for reports of security problems, shown in security.txt until security_expires; empty for no file.",
  ),
  security_expires: setting(
    Type.String({ pattern: "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$" }),
    "",
    "Last day (YYYY-MM-DD) on which security.txt is valid, at most a year ahead; after it there is no file.",
  ),
  language: setting(Type.Literal("en"), "en", "Language of pages and mails."),
  currency: setting(Type.String({ pattern: "^[A-Z]{3}$" }), "PKR", "ISO 4217 code of the store's one currency."),
  currency_symbol: setting(Type.String({ minLength: 1, maxLength: 8 }), "Rs", "Text before a price."),
  price_decimals: setting(
    Type.Integer({ minimum: 0, maximum: 4 }),
    0,
    "Decimals of a price. Fixed once products have prices.",
  ),
  weight_unit: setting(
    Type.Union([Type.Literal("kg"), Type.Literal("g"), Type.Literal("lbs"), Type.Literal("oz")]),
    "kg",
    "Unit in which weights are shown.",
  ),
  dimension_unit: setting(
    Type.Union([Type.Literal("m"), Type.Literal("cm"), Type.Literal("mm"), Type.Literal("in"), Type.Literal("yd")]),
    "cm",
    "Unit in which lengths, widths and heights are shown.",
  ),
  timezone: setting(Type.Literal("+00:00"), "+00:00", "Time zone of dates, as an offset."),
  timezone_string: setting(
    Type.String({ maxLength: 60 }),
    "",
    "Time zone of dates and times that shoppers see, such as Asia/Karachi; empty: Asia/Karachi for a shop in Pakistan, otherwise UTC.",
  ),
  store_country: setting(
    Type.String({ pattern: "^[A-Z]{2}$" }),
    "PK",
    "ISO 3166 code of the store's country, where delivery and taxes start from.",
  ),
  store_state: setting(Type.String({ maxLength: 60 }), "", "Code of the province in which the store is, such as PB."),
  store_city: setting(Type.String({ maxLength: 100 }), "", "City in which the store is."),
  coming_soon: setting(
    yesNo,
    "no",
    "yes: the shop is being prepared and visitors see a notice; managers and administrators see the shop with a banner.",
  ),
  store_pages_only: setting(
    yesNo,
    "no",
    "yes: while the shop is coming soon, only products, listings, cart and checkout are closed.",
  ),
} as const satisfies SettingDefinitions;
