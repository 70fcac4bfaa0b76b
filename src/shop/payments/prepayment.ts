import type { Amount } from "#platform/money.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import type { PaymentInstructions, Prepayment } from "./payment.ts";
import { findPaymentMethod } from "./payment-methods.ts";

/** What the buyer of an unpaid order is told about paying it in advance. */
export interface PaymentRequest extends PaymentInstructions {
  /** The last moment of the day on which the order is cancelled unless it is paid; null: never. */
  payBy: Date | null;
}

interface OrderToPrepay {
  status: string;
  paymentMethodId: string;
  total: Amount;
  isPaid: boolean;
}

/** The prepayment that an order waits for. An order that was paid and is put on hold again waits for something else. */
function awaitedBy({ status, paymentMethodId, total, isPaid }: OrderToPrepay): Prepayment<Settings> | undefined {
  return status === "on-hold" && total > 0 && !isPaid ? findPaymentMethod(paymentMethodId)?.prepayment : undefined;
}

/** How an order is paid in advance, as the settings are now; null when no payment is awaited or the shop takes none. */
export function paymentRequestOf(
  { payBy, ...order }: OrderToPrepay & { payBy: Date | null },
  settings: Settings,
): PaymentRequest | null {
  const instructions = awaitedBy(order)?.instructions(settings);
  return instructions ? { ...instructions, payBy } : null;
}

const day = 24 * 3_600_000;

/**
 * Returns the payment deadline of an order that goes on hold now: the end of a day, in UTC; null if no payment is
 * awaited, or it never expires.
 */
export function payByOf(order: OrderToPrepay, settings: Settings, now: Date): Date | null {
  const days = awaitedBy(order)?.keptDays(settings) ?? 0;
  return days === 0 ? null : new Date((Math.floor(now.getTime() / day) + days + 1) * day - 1);
}
