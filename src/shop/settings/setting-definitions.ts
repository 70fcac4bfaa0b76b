import { Type } from "typebox";
import { paymentMethods, paymentSettings } from "#extensions/payment-methods.ts";
import { homePageSchema } from "./home-page.ts";
import { type SettingDefinition, type SettingValues, setting } from "./setting.ts";

const yesNo = Type.Union([Type.Literal("yes"), Type.Literal("no")]);
const shortText = Type.String({ maxLength: 500 });

/** Every store setting by name. Names that clients of the protocol know keep the protocol's spelling. */
export const settingDefinitions = {
  shop_name: setting(
    Type.String({ minLength: 1, maxLength: 100 }),
    "My shop",
    "The shop's name in titles, mails and the header.",
  ),
  shop_tagline: setting(shortText, "", "One line under the name; the home page's description."),
  shop_email: setting(
    Type.String({ maxLength: 254, pattern: "^[^@\\s]+@[^@\\s]+$" }),
    "shop@example.com",
    "Sender of mails and receiver of order news.",
  ),
  shop_phone: setting(Type.String({ maxLength: 40 }), "", "Number to call for help, as it is written; empty for none."),
  language: setting(Type.Literal("en"), "en", "Language of pages and mails."),
  currency: setting(Type.String({ pattern: "^[A-Z]{3}$" }), "PKR", "ISO 4217 code of the store's one currency."),
  currency_symbol: setting(Type.String({ minLength: 1, maxLength: 8 }), "Rs", "What stands before a price."),
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
  timezone: setting(Type.Literal("+00:00"), "+00:00", "Offset in which dates are written."),
  products_per_page: setting(Type.Integer({ minimum: 1, maximum: 100 }), 12, "Products on a page of a listing."),
  search_dictionary: setting(
    Type.Union([Type.Literal("english"), Type.Literal("simple")]),
    "english",
    "english: the search knows a word by its stem, so that plurals are found; simple: for other languages.",
  ),
  store_notice: setting(shortText, "", "Bar above the header; empty for none."),
  coming_soon: setting(
    yesNo,
    "no",
    "yes: the shop is being prepared; visitors are told so, managers and administrators see it with a banner.",
  ),
  store_pages_only: setting(
    yesNo,
    "no",
    "yes: while the shop is coming soon, only products, listings, cart and checkout are closed.",
  ),
  shop_add_to_cart_action: setting(
    Type.Union([
      Type.Literal("default"),
      Type.Literal("slide_in_cart"),
      Type.Literal("redirect_cart_page"),
      Type.Literal("redirect_checkout_page"),
    ]),
    "slide_in_cart",
    "What follows an add in a listing: the drawer opens, the cart or checkout page is gone to, or (default) nothing.",
  ),
  cart_redirect_after_add: setting(
    yesNo,
    "no",
    "yes: a successful add in a listing goes to the checkout instead of opening the drawer.",
  ),
  responsive_cart_click: setting(
    Type.Union([Type.Literal("flyout"), Type.Literal("redirect")]),
    "flyout",
    "On small screens the cart icon opens the drawer, or is followed.",
  ),
  stock_display: setting(
    Type.Union([Type.Literal("always"), Type.Literal("low"), Type.Literal("never")]),
    "low",
    "When the number left is shown, and limits the quantities that can be typed.",
  ),
  low_stock_amount: setting(
    Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    5,
    "At or under this number stock counts as low, unless the product says otherwise.",
  ),
  hide_out_of_stock: setting(yesNo, "no", "yes: products that are out of stock are left out of listings."),
  variation_threshold: setting(
    Type.Integer({ minimum: 0, maximum: 1000 }),
    30,
    "Up to this many variations are embedded in a product's page for other people's scripts, which look up one by one beyond.",
  ),
  review_rating_required: setting(yesNo, "yes", "Whether a review needs stars."),
  shipping_title: setting(
    Type.String({ minLength: 1, maxLength: 100 }),
    "Free delivery",
    "Name of the delivery while there are no delivery zones.",
  ),
  shipping_price: setting(
    Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    0,
    "Price of that delivery in minor units.",
  ),
  delivery_days_min: setting(
    Type.Integer({ minimum: 0, maximum: 365 }),
    2,
    "Business days until a delivery arrives, at least; a method of delivery may say otherwise.",
  ),
  delivery_days_max: setting(
    Type.Integer({ minimum: 0, maximum: 365 }),
    3,
    "Business days until a delivery arrives, at most.",
  ),
  terms_page: setting(
    Type.String({ maxLength: 500, pattern: "^(?:|/(?!/).*|https://.+)$" }),
    "",
    "Address of the page with the terms, such as /terms/, which have to be accepted at the checkout; empty for none.",
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
  checkout_seconds: setting(
    Type.Integer({ minimum: 0, maximum: 60 }),
    2,
    "Orders whose form was sent sooner (in seconds) are asked to be sent once more, which keeps programs out; 0 asks nobody.",
  ),
  orders_per_address: setting(
    Type.Integer({ minimum: 0, maximum: 100_000 }),
    60,
    "After so many orders and programs' tries from one address in an hour (ten times as many from its network), forms from there must have been looked at for 20 seconds; 0 for never.",
  ),
  cod_orders_per_phone: setting(
    Type.Integer({ minimum: 0, maximum: 10_000 }),
    10,
    "Orders that one phone number can place in an hour by each way of payment, those that were cancelled aside; 0 for any number.",
  ),
  store_country: setting(
    Type.String({ pattern: "^[A-Z]{2}$" }),
    "PK",
    "ISO 3166 code of the country in which the store is: where delivery and taxes begin from.",
  ),
  store_state: setting(Type.String({ maxLength: 60 }), "", "Code of the province in which the store is, such as PB."),
  store_city: setting(Type.String({ maxLength: 100 }), "", "City in which the store is."),
  prices_include_tax: setting(yesNo, "yes", "Whether prices are entered with the tax in them."),
  prices_shown: setting(
    Type.Union([Type.Literal("including"), Type.Literal("excluding")]),
    "including",
    "Whether pages, carts and orders show prices with the tax in them; on pages for everybody that of the store's own place.",
  ),
  tax_rounding: setting(
    Type.Union([Type.Literal("line"), Type.Literal("total")]),
    "line",
    "Whether each tax is rounded on each line by itself, or once on all that it covers.",
  ),
  tax_based_on: setting(
    Type.Union([Type.Literal("delivery"), Type.Literal("store")]),
    "delivery",
    "Whose taxes hold: those of the place that an order goes to, or the store's own.",
  ),
  extra_script_urls: setting(
    Type.Array(Type.String({ maxLength: 500, pattern: "^https?://" }), { maxItems: 20 }),
    [],
    "Scripts of others, added to every page.",
  ),
  extra_script_origins: setting(
    Type.Array(Type.String({ maxLength: 200 }), { maxItems: 40 }),
    [],
    "Further origins that the content security policy allows.",
  ),
  shared_cache_purge_url: setting(
    Type.String({ maxLength: 500, pattern: "^(https?://.+)?$" }),
    "",
    "Where a shared cache in front of the shop is told which pages are old. With it set, such caches may keep pages.",
  ),
  home_page: setting(
    Type.Union([Type.Null(), homePageSchema]),
    null,
    "Words and pictures of the home page; null: the shop's name, its tagline and the products.",
  ),
  footer_about: setting(shortText, "", "A sentence about the shop in the footer."),
  footer_disclaimer: setting(shortText, "", "Small print in the footer."),
  footer_copyright: setting(shortText, "", "Who owns the words and pictures; the year stands before it."),
  allow_unsafe_eval: setting(
    yesNo,
    "no",
    "yes: for shops that run the field's original scripts, which compile templates.",
  ),
} as const satisfies Record<string, SettingDefinition>;

export type SettingName = keyof typeof settingDefinitions;

/** All settings with their values. */
export type Settings = SettingValues<typeof settingDefinitions>;
