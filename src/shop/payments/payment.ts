import type { Amount } from "#platform/money.ts";

/** What a payment method is told about an order that begins. */
export interface OrderToPay {
  total: Amount;
  /** Whether a line is a download, which must not be handed out unpaid. */
  hasDownloads: boolean;
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
  /** Called inside the order's transaction: it decides, it calls nobody. */
  begin(order: OrderToPay): PaymentStart;
}
