import { bankTransfer } from "./bank-transfer/bank-transfer.ts";
import { cashOnDelivery } from "./cash-on-delivery/cash-on-delivery.ts";

/** Every payment method of the shop. Adding one takes its folder, an entry here and its settings below. */
export const paymentMethods = [cashOnDelivery, bankTransfer];

/** The settings of all payment methods, stored and typed with the settings of the shop. */
export const paymentSettings = { ...cashOnDelivery.settings, ...bankTransfer.settings };
