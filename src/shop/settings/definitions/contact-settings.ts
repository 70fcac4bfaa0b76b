import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";

/** Settings of contact forms and of spam in forms. */
export const contactSettings = {
  disallowed_words: setting(
    Type.Array(Type.String({ minLength: 2, maxLength: 256 }), { maxItems: 1000 }),
    [],
    "Words, addresses and parts of them that make a form spam, such as casino or 203.0.113.",
  ),
  puzzle_service: setting(
    Type.Union([Type.Literal("none"), Type.Literal("turnstile"), Type.Literal("hcaptcha")]),
    "none",
    "Service that tells people from programs in forms, besides the shop's own scoring. Without an answer to its puzzle, messages are kept as spam.",
  ),
  puzzle_site_key: setting(
    Type.String({ maxLength: 200 }),
    "",
    "Public key for that service; contact forms then show its puzzle. Empty: a script in extra_script_urls must add it.",
  ),
  puzzle_secret_key: setting(
    Type.String({ maxLength: 200 }),
    "",
    "Secret key for that service; without it nothing is asked.",
  ),
  puzzle_verify_url: setting(
    Type.String({ maxLength: 500, pattern: "^(https?://.+)?$" }),
    "",
    "Address that verifies answers, for a proxy in front of the service; empty: the service's own.",
  ),
  virus_scanner: setting(
    Type.String({ maxLength: 300, pattern: "^(|tcp://[^/\\s:]+:\\d{1,5}|unix:/[^\\s]+)$" }),
    "",
    "clamd that scans uploaded files: tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl. Empty: none.",
  ),
  message_days: setting(
    Type.Integer({ minimum: 0, maximum: 36_500 }),
    730,
    "Days for which contact messages and their files are kept; 0: forever.",
  ),
  spam_days: setting(Type.Integer({ minimum: 1, maximum: 3650 }), 30, "Days for which spam is kept."),
} as const satisfies SettingDefinitions;
