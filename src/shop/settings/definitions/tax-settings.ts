import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";
import { yesNo } from "./setting-schemas.ts";

/** Settings of taxes. */
export const taxSettings = {
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
} as const satisfies SettingDefinitions;
