import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";

const days = Type.Integer({ minimum: 0, maximum: 36_500 });

/** Settings of how long personal data is kept. */
export const privacySettings = {
  order_trace_days: setting(
    days,
    90,
    "Days for which orders keep the buyer's network address and user agent; 0: forever.",
  ),
  guest_order_days: setting(
    days,
    3650,
    "Days after which closed orders without an account lose names, addresses and contacts; 0: never.",
  ),
  statistics_days: setting(Type.Integer({ minimum: 1, maximum: 3650 }), 400, "Days for which statistics are kept."),
  audit_days: setting(Type.Integer({ minimum: 90, maximum: 36_500 }), 730, "Days for which the audit log is kept."),
} as const satisfies SettingDefinitions;
