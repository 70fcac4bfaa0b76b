import type { Amount } from "#platform/money.ts";
import type { Settings } from "../settings/setting-definitions.ts";

/** What a payment method is told about an order that begins. */
export interface OrderToPay {
  total: Amount;
  /** Whether a line is a download, which must not be handed out unpaid. */
  hasDownloads: boolean;
  /** Whether somebody has to do something for it: something is sent, or made. */
  needsWork: boolean;
}

/** How an order stands once its method has been told, and where the buyer pays. */
export interface PaymentStart {
  status: "pending" | "processing" | "on-hold" | "completed";
  /** Absolute URL of the payment page; null: nothing to do, the order is confirmed at once. */
  payAt: string | null;
}

/** A way to pay. */
export interface PaymentMethod {
  /** The id on the wire. */
  id: string;
  title: string;
  /** Whoever brings it takes the money, which may cost a fee. */
  isPaidAtDoor: boolean;
  /** Whether it can be offered as the shop is set up. @param country in which it is paid, as `paymentCountry` has it */
  isReady(settings: Settings, country: string): boolean;
  /** What it asks of the shopper; "" where the page says it by itself. */
  describe(settings: Settings): string;
  /** Called inside the order's transaction: it decides, it calls nobody. */
  begin(order: OrderToPay): PaymentStart;
}
