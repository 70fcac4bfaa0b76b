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
  subscribe_host: setting(
    Type.String({
      maxLength: 200,
      pattern: "^(https://([a-z0-9-]+\\.)+[a-z][a-z0-9-]*(:\\d{1,5})?|http://127\\.0\\.0\\.1:\\d{1,5})?$",
    }),
    "",
    "Origin of a hosted membership service, such as https://subscribe.wordpress.com: the sign-up form opens its page in a dialog. Empty: the shop's own list.",
  ),
  subscribe_blog: setting(
    Type.String({ maxLength: 20, pattern: "^\\d*$" }),
    "",
    "The shop's number at the hosted membership service.",
  ),
} as const satisfies SettingDefinitions;
