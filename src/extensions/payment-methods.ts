import { bankTransfer } from "./bank-transfer/bank-transfer.ts";
import { cashOnDelivery } from "./cash-on-delivery/cash-on-delivery.ts";

/** All payment methods. To add one, create its folder and list it here and in the settings below. */
export const paymentMethods = [cashOnDelivery, bankTransfer];

/** The settings of all payment methods, part of the shop's settings. */
export const paymentSettings = { ...cashOnDelivery.settings, ...bankTransfer.settings };
