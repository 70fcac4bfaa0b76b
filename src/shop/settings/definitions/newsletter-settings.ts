import { type SettingDefinitions, setting } from "../setting.ts";
import { yesNo } from "./setting-schemas.ts";

/** Settings of the newsletter. */
export const newsletterSettings = {
  newsletter_footer: setting(yesNo, "no", "Whether the footer of every page has the newsletter's sign-up form."),
} as const satisfies SettingDefinitions;
