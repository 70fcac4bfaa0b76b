import type { PaymentMethod } from "./payment.ts";

/** In place of a way to pay where an order costs nothing and none was chosen. Never offered. */
export const nothingToPay: PaymentMethod = {
  id: "",
  title: "Nothing to pay",
  isPaidAtDoor: false,
  isReady: () => false,
  describe: () => "",
  begin: ({ needsWork }) => ({ status: needsWork ? "processing" : "completed", payAt: null }),
};
