import type { PaymentMethod } from "./payment.ts";

/** The payment method of a free order for which none was chosen. Never offered. */
export const nothingToPay: PaymentMethod = {
  id: "",
  title: "Nothing to pay",
  settings: {},
  isOffered: () => false,
  describe: () => [],
  begin: ({ needsWork }) => ({ status: needsWork ? "processing" : "completed", payAt: null }),
};
