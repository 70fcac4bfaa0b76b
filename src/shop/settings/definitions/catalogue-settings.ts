import { Type } from "typebox";
import { choiceButtonsListSchema } from "../choice-buttons.ts";
import { type SettingDefinitions, setting } from "../setting.ts";
import { yesNo } from "./setting-schemas.ts";

/** Settings of listings, search, product pages and reviews. */
export const catalogueSettings = {
  products_per_page: setting(Type.Integer({ minimum: 1, maximum: 100 }), 12, "Products on a page of a listing."),
  search_dictionary: setting(
    Type.Union([Type.Literal("english"), Type.Literal("simple")]),
    "english",
    "english: the search matches words by their stem, so that plurals are found; simple: for other languages.",
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
  low_licence_keys: setting(
    Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    5,
    "The shop is mailed once a product has this many free licence keys or fewer, until more are added; 0 for never.",
  ),
  hide_out_of_stock: setting(yesNo, "no", "yes: products that are out of stock are left out of listings."),
  variation_threshold: setting(
    Type.Integer({ minimum: 0, maximum: 1000 }),
    30,
    "Up to this many variations are embedded in a product's page for third-party scripts, which request them one by one beyond.",
  ),
  choice_buttons: setting(
    choiceButtonsListSchema,
    [],
    "How the options of each attribute are shown: dropdown, pills or swatches. See docs/operations.md.",
  ),
} as const satisfies SettingDefinitions;
