import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";

/** Settings of accounts, their passwords and sessions. */
export const accountSettings = {
  breached_passwords_url: setting(
    Type.String({ maxLength: 200, pattern: "^(|https://[^\\s?#]+/|http://127\\.0\\.0\\.1:\\d+/[^\\s?#]*)$" }),
    "",
    "Service that knows passwords from breaches, such as https://api.pwnedpasswords.com/range/: it gets the first five digits of a new password's hash and refuses known ones; empty: none.",
  ),
  staff_second_factor: setting(
    Type.Union([Type.Literal("optional"), Type.Literal("required")]),
    "optional",
    "Whether members of staff must sign in with a second factor; required: without one they can only set it up.",
  ),
  session_days: setting(
    Type.Integer({ minimum: 1, maximum: 365 }),
    90,
    "Days after which a user must sign in again, however often they come.",
  ),
} as const satisfies SettingDefinitions;
