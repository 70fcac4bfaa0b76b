import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";

/** Settings of the question for consent. */
export const consentSettings = {
  consent_banner: setting(
    Type.Union([Type.Literal("auto"), Type.Literal("yes"), Type.Literal("no")]),
    "auto",
    "Whether the shop asks visitors for consent: auto, if a network is configured; yes, also for other scripts; no, another consent tool asks.",
  ),
} as const satisfies SettingDefinitions;
