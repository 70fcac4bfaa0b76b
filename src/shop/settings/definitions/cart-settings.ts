import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";
import { yesNo } from "./setting-schemas.ts";

/** Settings of adding products to the cart. */
export const cartSettings = {
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
} as const satisfies SettingDefinitions;
