import type { Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { inTransaction } from "#db/transaction.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { takeWelcomeCoupon } from "#shop/marketing/welcome-coupons.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { welcomeCouponMail } from "../emails/marketing-mails.tsx";
import { contextOf, type MarketingDependencies } from "./mail-context.ts";

const shape = Compile(Type.Object({ subscriberId: Type.Integer() }));

/** Job `welcome-coupon`: mails a new subscriber a coupon, if the setting says so. Safe to run twice: an address gets one. */
export function welcomeCoupon(dependencies: MarketingDependencies): Task {
  return async (payload) => {
    const { subscriberId } = shape.Parse(payload);
    await inTransaction(dependencies.db, async (db) => {
      const settings = await getSettings(db);
      if (settings.welcome_coupon === "no") return;
      const now = dependencies.clock.now();
      const coupon = await takeWelcomeCoupon(db, subscriberId, settings, now);
      if (coupon) await putIntoOutbox(db, [welcomeCouponMail(coupon, contextOf(dependencies, settings))], now);
    });
  };
}
