import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";

/** Settings of the question for consent. */
export const consentSettings = {
  consent_banner: setting(
    Type.Union([Type.Literal("auto"), Type.Literal("yes"), Type.Literal("no")]),
    "auto",
    "Whether the shop asks visitors for consent: auto, if a network is configured; yes, also for other scripts; no, another consent tool asks.",
  ),
  consent_exempt_countries: setting(
    Type.Array(Type.String({ maxLength: 60 }), { maxItems: 250, uniqueItems: true }),
    [],
    "Countries (ISO 3166 codes) whose visitors are not asked because their law does not require it; told by the browser's time zone.",
  ),
  consent_exempt_allows: setting(
    Type.Array(
      Type.Unsafe<"statistics" | "marketing">(Type.Union([Type.Literal("statistics"), Type.Literal("marketing")])),
      {
        uniqueItems: true,
      },
    ),
    ["statistics", "marketing"],
    "What is allowed in those countries until the visitor refuses it.",
  ),
} as const satisfies SettingDefinitions;
