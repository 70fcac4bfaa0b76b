import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";
import { yesNo } from "./setting-schemas.ts";

/** Settings of the newsletter. */
export const newsletterSettings = {
  newsletter_footer: setting(yesNo, "no", "Whether the footer of every page has the newsletter's sign-up form."),
  newsletter_rate: setting(
    Type.Integer({ minimum: 1, maximum: 60_000 }),
    300,
    "How many mails of a newsletter are sent per minute.",
  ),
} as const satisfies SettingDefinitions;
