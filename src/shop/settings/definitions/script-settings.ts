import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";
import { yesNo } from "./setting-schemas.ts";

const widgetHandler = Type.Optional(
  Type.Union([Type.Literal("auto"), Type.Literal("client"), Type.Literal("scripts")]),
);

/** Settings of third-party scripts, the content security policy and shared caches. */
export const scriptSettings = {
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
  allow_unsafe_eval: setting(
    yesNo,
    "no",
    "yes: for shops that run the original client scripts, which compile templates.",
  ),
  widget_handlers: setting(
    Type.Object(
      {
        adding: widgetHandler,
        drawer: widgetHandler,
        cart: widgetHandler,
        checkout: widgetHandler,
        quantities: widgetHandler,
        gallery: widgetHandler,
        variations: widgetHandler,
        wishlist: widgetHandler,
        contact: widgetHandler,
        attribution: widgetHandler,
        sales: widgetHandler,
      },
      { additionalProperties: false },
    ),
    {},
    "Who handles a part of a page: client (the shop's own script), scripts (third-party ones), or auto, the default: the original script if the page has it.",
  ),
  shared_cache_purge_url: setting(
    Type.String({ maxLength: 500, pattern: "^(https?://.+)?$" }),
    "",
    "URL that tells a shared cache in front of the shop which pages to purge. If set, such caches may store pages.",
  ),
} as const satisfies SettingDefinitions;
