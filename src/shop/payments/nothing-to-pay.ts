import type { PaymentMethod } from "./payment.ts";

/** Stands for the payment method of an order that costs nothing and for which none was chosen. Never offered. */
export const nothingToPay: PaymentMethod = {
  id: "",
  title: "Nothing to pay",
  settings: {},
  isOffered: () => false,
  describe: () => [],
  begin: ({ needsWork }) => ({ status: needsWork ? "processing" : "completed", payAt: null }),
};
