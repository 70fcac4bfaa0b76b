import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";
import { yesNo } from "./setting-schemas.ts";

const days = Type.Integer({ minimum: 1, maximum: 730 });

/** Settings of the marketing mails that the shop sends by itself. */
export const marketingSettings = {
  welcome_coupon: setting(yesNo, "no", "Whether new subscribers of the newsletter are mailed a coupon."),
  welcome_coupon_percent: setting(
    Type.Integer({ minimum: 1, maximum: 100 }),
    10,
    "What that coupon takes off, in percent.",
  ),
  welcome_coupon_days: setting(days, 30, "Days for which that coupon is valid."),
  review_requests: setting(yesNo, "no", "Whether buyers are asked by email to review what they have received."),
  review_request_days: setting(days, 7, "Days from the completion of an order until its buyer is asked."),
  cart_reminders: setting(
    yesNo,
    "no",
    "Whether the checkout offers one reminder by email of a cart that is not ordered; only those who tick it get it.",
  ),
  cart_reminder_hours: setting(
    Type.Integer({ minimum: 1, maximum: 36 }),
    4,
    "Hours since a cart's last change until its reminder is sent.",
  ),
  win_backs: setting(
    yesNo,
    "no",
    "Whether subscribers of the newsletter who have not ordered for a while get one email that invites them back.",
  ),
  win_back_days: setting(days, 180, "Days since the last order until that email."),
} as const satisfies SettingDefinitions;
