import { expect, test } from "vitest";
import { cashOnDelivery } from "#extensions/cash-on-delivery/cash-on-delivery.ts";
import { defaultSettings } from "../cart/cart.fixtures.ts";
import { beginPayment, offeredPayments, paymentCountry, paymentInForce } from "./payment-methods.ts";
import { paymentRequestOf } from "./prepayment.ts";

const account = { holder: "My shop", bank: "A bank", number: "0123", iban: "", code: "" };
const withBank = { ...defaultSettings, bank_accounts: [account] };
const atHome = { destination: { country: "PK" }, shipping: null, delivery: null };
const offeredIds = (settings = defaultSettings) => offeredPayments(settings, "PK").map(({ id }) => id);

test("bank transfer is offered once there is an account, and methods come in the setting's order", () => {
  expect(offeredIds()).toEqual(["cod"]);
  expect(offeredIds(withBank)).toEqual(["cod", "bacs"]);
  expect(offeredIds({ ...withBank, payment_methods: ["bacs", "cod"] })).toEqual(["bacs", "cod"]);
  expect(offeredIds({ ...withBank, payment_methods: ["bacs"] })).toEqual(["bacs"]);
  expect(offeredIds({ ...defaultSettings, payment_methods: ["bacs"] })).toEqual([]);
});

test("cash on delivery is offered in the store's country, or in the countries of its setting", () => {
  const offeredIn = (country: string, cod_countries: string[] = []) =>
    offeredPayments({ ...withBank, cod_countries }, country).map(({ id }) => id);
  expect(offeredIn("PK")).toEqual(["cod", "bacs"]);
  expect(offeredIn("AE")).toEqual(["bacs"]);
  expect(offeredIn("AE", ["PK", "AE"])).toEqual(["cod", "bacs"]);
  expect(offeredIn("PK", ["AE"])).toEqual(["bacs"]);
});

test.each([null, "", "by_shell", "bacs"])(
  "without a choice of an offered payment method, the first applies: %j",
  (chosen) => {
    expect(paymentInForce(chosen, atHome, defaultSettings)?.id).toBe("cod");
    expect(paymentInForce(chosen, atHome, { ...defaultSettings, payment_methods: ["bacs"] })).toBeUndefined();
  },
);

test("pickup is paid in the country of the store, whatever the customer's", () => {
  const fetched = { destination: { country: "AE" }, shipping: { isPickup: true } };
  expect(paymentCountry({ ...fetched, delivery: { pickupIn: "PK" } })).toBe("PK");
  expect(paymentCountry({ ...fetched, delivery: { pickupIn: "AE" } })).toBe("AE");
  expect(paymentCountry({ ...fetched, shipping: { isPickup: false }, delivery: { pickupIn: "PK" } })).toBe("AE");
});

test("a free order is paid at once, and completed if it needs no work", () => {
  const begin = (total: number, needsWork: boolean) =>
    beginPayment(cashOnDelivery, { total, hasDownloads: true, needsWork }).status;
  expect([begin(0, true), begin(0, false), begin(100, false)]).toEqual(["processing", "completed", "on-hold"]);
});

test("an order shows how to pay only while a bank transfer is awaited", () => {
  const payBy = new Date("2026-12-05T23:59:59.999Z");
  const waiting = { status: "on-hold", paymentMethodId: "bacs", total: 100, isPaid: false, payBy };
  const rows = [
    { label: "bankTransfer.holder", value: "My shop" },
    { label: "bankTransfer.bank", value: "A bank" },
    { label: "bankTransfer.number", value: "0123" },
  ];
  const told = { text: withBank.bank_instructions, accounts: [rows], payBy };
  expect(paymentRequestOf(waiting, withBank)).toMatchObject(told);
  expect(paymentRequestOf({ ...waiting, isPaid: true }, withBank)).toBeNull();
  expect(paymentRequestOf({ ...waiting, total: 0 }, withBank)).toBeNull();
  expect(paymentRequestOf(waiting, defaultSettings)).toBeNull();
  expect(paymentRequestOf({ ...waiting, status: "processing" }, withBank)).toBeNull();
  expect(paymentRequestOf({ ...waiting, paymentMethodId: "cod" }, withBank)).toBeNull();
});
