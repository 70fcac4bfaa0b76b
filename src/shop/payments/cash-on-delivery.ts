import type { PaymentMethod } from "./payment.ts";

/**
 * Paid in cash at the door, in the countries where somebody takes it. The order is worked on at once; one with a download waits until it is paid.
 * Source: the protocol's order of statuses.
 */
export const cashOnDelivery: PaymentMethod = {
  id: "cod",
  title: "Cash on delivery",
  isPaidAtDoor: true,
  isReady: ({ cod_countries: countries, store_country: own }, country) =>
    (countries.length === 0 ? [own] : countries).includes(country),
  describe: () => "",
  begin: (order) => ({ status: order.hasDownloads ? "on-hold" : "processing", payAt: null }),
};
