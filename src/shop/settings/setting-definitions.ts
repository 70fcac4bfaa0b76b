import { Type } from "typebox";
import { paymentMethods, paymentSettings } from "#extensions/payment-methods.ts";
import { type Weekday, weekdays } from "../delivery/weekdays.rules.ts";
import { homePageSchema } from "./home-page.ts";
import { type SettingDefinition, type SettingValues, setting } from "./setting.ts";

const yesNo = Type.Union([Type.Literal("yes"), Type.Literal("no")]);
const shortText = Type.String({ maxLength: 500 });
const widgetHandler = Type.Optional(
  Type.Union([Type.Literal("auto"), Type.Literal("client"), Type.Literal("scripts")]),
);

/** Every store setting by name. Names that clients of the protocol know keep the protocol's spelling. */
export const settingDefinitions = {
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
  products_per_page: setting(Type.Integer({ minimum: 1, maximum: 100 }), 12, "Products on a page of a listing."),
  search_dictionary: setting(
    Type.Union([Type.Literal("english"), Type.Literal("simple")]),
    "english",
    "english: the search matches words by their stem, so that plurals are found; simple: for other languages.",
  ),
  store_notice: setting(shortText, "", "Bar above the header; empty for none."),
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
  mobile_menu: setting(
    Type.Union([Type.Literal("off-canvas"), Type.Literal("dropdown")]),
    "off-canvas",
    "On small screens the menu opens as a dialog at the side, or as a dropdown below the header.",
  ),
  shop_add_to_cart_action: setting(
    Type.Union([
      Type.Literal("default"),
      Type.Literal("slide_in_cart"),
      Type.Literal("redirect_cart_page"),
      Type.Literal("redirect_checkout_page"),
    ]),
    "slide_in_cart",
    "After adding from a listing: open the drawer, go to the cart or checkout page, or (default) do nothing.",
  ),
  cart_redirect_after_add: setting(
    yesNo,
    "no",
    "yes: adding from a listing goes to the checkout instead of opening the drawer.",
  ),
  responsive_cart_click: setting(
    Type.Union([Type.Literal("flyout"), Type.Literal("redirect")]),
    "flyout",
    "On small screens the cart icon opens the drawer, or links to the cart page.",
  ),
  checkout_quantity_change: setting(
    Type.Union([Type.Literal("in_place"), Type.Literal("reload")]),
    "in_place",
    "After a quantity is changed at the checkout: update the page in place, or reload it as the protocol's own script does.",
  ),
  stock_display: setting(
    Type.Union([Type.Literal("always"), Type.Literal("low"), Type.Literal("never")]),
    "low",
    "When the remaining stock is shown; it then also limits the quantity field.",
  ),
  low_stock_amount: setting(
    Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    5,
    "Stock at or below this number counts as low, unless the product sets its own.",
  ),
  hide_out_of_stock: setting(yesNo, "no", "yes: products that are out of stock are left out of listings."),
  variation_threshold: setting(
    Type.Integer({ minimum: 0, maximum: 1000 }),
    30,
    "Up to this many variations are embedded in a product's page for third-party scripts, which request them one by one beyond.",
  ),
  disallowed_words: setting(
    Type.Array(Type.String({ minLength: 2, maxLength: 256 }), { maxItems: 1000 }),
    [],
    "Words, addresses and parts of them that make a form spam, such as casino or 203.0.113.",
  ),
  puzzle_service: setting(
    Type.Union([Type.Literal("none"), Type.Literal("turnstile"), Type.Literal("hcaptcha")]),
    "none",
    "Service that tells people from programs in forms, besides the shop's own scoring. A script in extra_script_urls must add its puzzle to the forms: without an answer, messages are kept as spam.",
  ),
  puzzle_secret_key: setting(
    Type.String({ maxLength: 200 }),
    "",
    "Secret key for that service; without it nothing is asked.",
  ),
  puzzle_verify_url: setting(
    Type.String({ maxLength: 500, pattern: "^(https?://.+)?$" }),
    "",
    "Address that verifies answers, for a proxy in front of the service; empty: the service's own.",
  ),
  virus_scanner: setting(
    Type.String({ maxLength: 300, pattern: "^(|tcp://[^/\\s:]+:\\d{1,5}|unix:/[^\\s]+)$" }),
    "",
    "clamd that scans uploaded files: tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl. Empty: none.",
  ),
  message_days: setting(
    Type.Integer({ minimum: 0, maximum: 36_500 }),
    730,
    "Days for which contact messages and their files are kept; 0: forever.",
  ),
  spam_days: setting(Type.Integer({ minimum: 1, maximum: 3650 }), 30, "Days for which spam is kept."),
  review_rating_required: setting(yesNo, "yes", "Whether a review needs a rating."),
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
  cod_orders_per_phone: setting(
    Type.Integer({ minimum: 0, maximum: 10_000 }),
    10,
    "Orders per phone number, payment method and hour, without cancelled ones; 0: no limit.",
  ),
  store_country: setting(
    Type.String({ pattern: "^[A-Z]{2}$" }),
    "PK",
    "ISO 3166 code of the store's country, where delivery and taxes start from.",
  ),
  store_state: setting(Type.String({ maxLength: 60 }), "", "Code of the province in which the store is, such as PB."),
  store_city: setting(Type.String({ maxLength: 100 }), "", "City in which the store is."),
  prices_include_tax: setting(yesNo, "yes", "Whether prices are entered with the tax in them."),
  prices_shown: setting(
    Type.Union([Type.Literal("including"), Type.Literal("excluding")]),
    "including",
    "Whether pages, carts and orders show prices with tax; pages use the tax of the store's own place.",
  ),
  tax_rounding: setting(
    Type.Union([Type.Literal("line"), Type.Literal("total")]),
    "line",
    "Whether each tax is rounded per line, or once on its total.",
  ),
  tax_based_on: setting(
    Type.Union([Type.Literal("delivery"), Type.Literal("store")]),
    "delivery",
    "Whether taxes are those of the delivery address or of the store.",
  ),
  extra_script_urls: setting(
    Type.Array(Type.String({ maxLength: 500, pattern: "^https?://" }), { maxItems: 20 }),
    [],
    "Third-party scripts, added to every page.",
  ),
  extra_script_origins: setting(
    Type.Array(Type.String({ maxLength: 200 }), { maxItems: 40 }),
    [],
    "Additional origins that the content security policy allows.",
  ),
  csp_additions: setting(
    Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 50 }),
    [],
    "Further sources for the content security policy, by directive: img-src https://cdn.example. See docs/operations.md.",
  ),
  widget_handlers: setting(
    Type.Object(
      {
        adding: widgetHandler,
        drawer: widgetHandler,
        cart: widgetHandler,
        checkout: widgetHandler,
        quantities: widgetHandler,
        variations: widgetHandler,
        wishlist: widgetHandler,
        contact: widgetHandler,
      },
      { additionalProperties: false },
    ),
    {},
    "Who handles a part of a page: client (the shop's own script), scripts (third-party ones), or auto, the default: the original script if the page has it.",
  ),
  wishlist_guests: setting(yesNo, "yes", "Whether guests can keep wishlists; no: they are asked to sign in."),
  wishlist_multiple: setting(
    Type.Union([Type.Literal("no"), Type.Literal("accounts"), Type.Literal("everybody")]),
    "no",
    "Who can keep more than one wishlist: nobody, shoppers with an account, or everybody.",
  ),
  wishlist_after_add: setting(
    Type.Union([Type.Literal("remove"), Type.Literal("view"), Type.Literal("add")]),
    "remove",
    "What the button of a product in a wishlist does: remove it, lead to the wishlist, or stay as it was.",
  ),
  wishlist_per_page: setting(Type.Integer({ minimum: 1, maximum: 100 }), 20, "Products on a page of a wishlist."),
  wishlist_remove_after_cart: setting(
    yesNo,
    "yes",
    "yes: a product that its owner adds to the cart from a wishlist is removed from the wishlist.",
  ),
  wishlist_estimates: setting(yesNo, "yes", "Whether owners of a wishlist can ask the shop for an estimate."),
  wishlist_gifts: setting(
    yesNo,
    "no",
    "yes: visitors of a shared wishlist can mark what they will give; its owner does not see that.",
  ),
  shared_cache_purge_url: setting(
    Type.String({ maxLength: 500, pattern: "^(https?://.+)?$" }),
    "",
    "URL that tells a shared cache in front of the shop which pages to purge. If set, such caches may store pages.",
  ),
  home_page: setting(
    Type.Union([Type.Null(), homePageSchema]),
    null,
    "Texts and pictures of the home page; null: the shop's name, its tagline and the products.",
  ),
  footer_about: setting(shortText, "", "A sentence about the shop in the footer."),
  footer_disclaimer: setting(shortText, "", "Small print in the footer."),
  footer_form: setting(
    Type.String({ maxLength: 200 }),
    "",
    "The contact form in the footer: its slug, id or hash. Pages are not cached while it has a quiz, a captcha or a relative date.",
  ),
  footer_copyright: setting(shortText, "", "Copyright holder, shown after the year."),
  allow_unsafe_eval: setting(
    yesNo,
    "no",
    "yes: for shops that run the original client scripts, which compile templates.",
  ),
} as const satisfies Record<string, SettingDefinition>;

export type SettingName = keyof typeof settingDefinitions;

/** All settings with their values. */
export type Settings = SettingValues<typeof settingDefinitions>;
