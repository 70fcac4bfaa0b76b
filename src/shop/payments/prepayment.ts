import type { Amount } from "#platform/money.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import type { PaymentInstructions, Prepayment } from "./payment.ts";
import { findPaymentMethod } from "./payment-methods.ts";

/** Payment instructions for an unpaid order. */
export interface PaymentRequest extends PaymentInstructions {
  /** The end of the day after which the unpaid order is cancelled; null: never. */
  payBy: Date | null;
}

interface OrderToPrepay {
  status: string;
  paymentMethodId: string;
  total: Amount;
  isPaid: boolean;
}

/** Returns the prepayment that an order awaits. An order that was paid and is on hold again awaits something else. */
function awaitedBy({ status, paymentMethodId, total, isPaid }: OrderToPrepay): Prepayment<Settings> | undefined {
  return status === "on-hold" && total > 0 && !isPaid ? findPaymentMethod(paymentMethodId)?.prepayment : undefined;
}

/**
 * Returns how to pay an order in advance under the current settings; null if no payment is awaited or the shop accepts
 * none.
 */
export function paymentRequestOf(
  { payBy, ...order }: OrderToPrepay & { payBy: Date | null },
  settings: Settings,
): PaymentRequest | null {
  const instructions = awaitedBy(order)?.instructions(settings);
  return instructions ? { ...instructions, payBy } : null;
}

const day = 24 * 3_600_000;

/** The time zone in which a payment deadline is the end of a day. */
export const deadlineZone = "UTC";

/**
 * Returns the payment deadline of an order that goes on hold now: the end of a day, in UTC; null if no payment is
 * awaited, or it never expires.
 */
export function payByOf(order: OrderToPrepay, settings: Settings, now: Date): Date | null {
  const days = awaitedBy(order)?.deadlineDays(settings) ?? 0;
  return days === 0 ? null : endOfDayAfter(days, now);
}

/** Returns the end of the day that is `days` after `now`, in UTC. */
export function endOfDayAfter(days: number, now: Date): Date {
  return new Date((Math.floor(now.getTime() / day) + days + 1) * day - 1);
}
