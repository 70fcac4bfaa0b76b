import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";
import { yesNo } from "./setting-schemas.ts";

const id = (pattern: string) => Type.String({ maxLength: 60, pattern: `^(${pattern})?$` });
/** Sent in headers, so visible ASCII only. */
const secret = Type.String({ maxLength: 1000, pattern: "^[\\x21-\\x7e]*$" });

/** The events of Google Analytics that the shop can send. */
const googleEvents = [
  "view_item_list",
  "view_item",
  "select_content",
  "add_to_cart",
  "remove_from_cart",
  "begin_checkout",
  "purchase",
  "search",
] as const;

/** An event that the shop defines by a selector, pages or an address. Source: wire notes 14. */
const pixelEvent = Type.Object(
  {
    event: Type.String({ pattern: "^[A-Za-z][\\w -]{0,39}$" }),
    triggerType: Type.Union([Type.Literal("css"), Type.Literal("hover"), Type.Literal("post"), Type.Literal("url")]),
    /** A selector; ids or types of pages, or "all"; an address or its path. */
    trigger: Type.Union([
      Type.String({ minLength: 1, maxLength: 500 }),
      Type.Array(Type.Union([Type.String({ maxLength: 100 }), Type.Integer()]), { maxItems: 100 }),
    ]),
    parameters: Type.Optional(
      Type.Record(
        Type.String({ pattern: "^[A-Za-z]\\w{0,39}$" }),
        Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()]),
        { additionalProperties: false, maxProperties: 20 },
      ),
    ),
    /** Whether networks know the name. Default: they do not. */
    apiAction: Type.Optional(Type.Union([Type.Literal("track"), Type.Literal("trackCustom")])),
    /** Seconds. */
    delay: Type.Optional(Type.Integer({ minimum: 0, maximum: 3600 })),
    /** Per cent of the page. */
    scroll: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  },
  { additionalProperties: false },
);

/** Settings of advertising and analytics networks. All are off by default. */
export const trackingSettings = {
  meta_pixel_id: setting(id("\\d{5,20}"), "", "Meta pixel (dataset) id; empty: off."),
  meta_secret_token: setting(
    secret,
    "",
    "Access token of Meta's Conversions API; empty: only browsers report to Meta.",
  ),
  tiktok_pixel_id: setting(id("[A-Z0-9]{8,40}"), "", "TikTok pixel code; empty: off."),
  tiktok_secret_token: setting(
    secret,
    "",
    "Access token of TikTok's Events API; empty: only browsers report to TikTok.",
  ),
  pinterest_tag_id: setting(id("\\d{5,20}"), "", "Pinterest tag id; empty: off."),
  pinterest_ad_account: setting(id("\\d{5,20}"), "", "Pinterest ad account that gets conversions from the server."),
  pinterest_secret_token: setting(
    secret,
    "",
    "Conversion access token of Pinterest; empty: only browsers report to Pinterest.",
  ),
  snapchat_pixel_id: setting(id("[0-9a-f-]{36}"), "", "Snapchat pixel id; empty: off."),
  snapchat_secret_token: setting(
    secret,
    "",
    "Token of Snapchat's Conversions API; empty: only browsers report to Snapchat.",
  ),
  google_measurement_id: setting(id("G-[A-Z0-9]{4,20}"), "", "Google Analytics measurement id; empty: off."),
  google_secret_key: setting(
    secret,
    "",
    "API secret of Google's Measurement Protocol; empty: only browsers report to Google.",
  ),
  google_events: setting(
    Type.Array(Type.Unsafe<(typeof googleEvents)[number]>(Type.Union(googleEvents.map((name) => Type.Literal(name)))), {
      uniqueItems: true,
    }),
    [...googleEvents],
    "Shop events that are reported to Google Analytics.",
  ),
  google_item_identifier: setting(
    Type.Union([Type.Literal("product_id"), Type.Literal("product_sku")]),
    "product_id",
    "How Google Analytics names products: by their number, or by their SKU.",
  ),
  purchase_counts_on: setting(
    Type.Union([Type.Literal("order"), Type.Literal("delivery")]),
    "order",
    "When an order that is paid on delivery counts as a purchase: when it is placed, or when it is completed. Orders paid in advance count when they are placed.",
  ),
  event_delay: setting(
    Type.Integer({ minimum: 0, maximum: 60 }),
    0,
    "Seconds after which browsers report product and cart events.",
  ),
  pixel_events: setting(
    Type.Array(pixelEvent, { maxItems: 50 }),
    [],
    "Events of the shop's own: each with event, triggerType (css, hover, post, url), trigger, and optionally parameters, apiAction, delay (seconds), scroll (per cent).",
  ),
  pixel_currency: setting(
    Type.String({ pattern: "^[A-Z]{3}$" }),
    "USD",
    "Currency of events that have no product or order behind them, such as pricing tables.",
  ),
  tracking_test_mode: setting(
    yesNo,
    "no",
    "yes: pages show staff every event, and networks get test events where they know such.",
  ),
  meta_test_code: setting(id("[A-Z0-9]{4,20}"), "", "Code of Meta's page for test events, used in test mode."),
  tiktok_test_code: setting(id("[A-Z0-9]{4,20}"), "", "Code of TikTok's page for test events, used in test mode."),
  conversion_days: setting(
    Type.Integer({ minimum: 8, maximum: 3650 }),
    90,
    "Days for which the log of conversions is kept.",
  ),
} as const satisfies SettingDefinitions;
