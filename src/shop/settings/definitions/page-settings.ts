import { Type } from "typebox";
import { homePageSchema } from "../home-page.ts";
import { type SettingDefinitions, setting } from "../setting.ts";
import { shortText } from "./setting-schemas.ts";

/** Settings of what all pages show, and of the home page. */
export const pageSettings = {
  store_notice: setting(shortText, "", "Bar above the header; empty for none."),
  mobile_menu: setting(
    Type.Union([Type.Literal("off-canvas"), Type.Literal("dropdown")]),
    "off-canvas",
    "On small screens the menu opens as a dialog at the side, or as a dropdown below the header.",
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
} as const satisfies SettingDefinitions;
