import { expect, test } from "vitest";
import { cashOnDelivery } from "#extensions/cash-on-delivery/cash-on-delivery.ts";
import { defaultSettings } from "../cart/cart.fixtures.ts";
import { beginPayment, offeredPayments, paymentCountry, paymentInForce } from "./payment-methods.ts";
import { paymentRequestOf } from "./prepayment.ts";

const account = { holder: "My shop", bank: "A bank", number: "0123", iban: "", code: "" };
const withBank = { ...defaultSettings, bank_accounts: [account] };
const atHome = { destination: { country: "PK" }, shipping: null, delivery: null };
const offeredIds = (settings = defaultSettings) => offeredPayments(settings, "PK").map(({ id }) => id);

test("a bank transfer is offered once there is an account, and either way as the setting says", () => {
  expect(offeredIds()).toEqual(["cod"]);
  expect(offeredIds(withBank)).toEqual(["cod", "bacs"]);
  expect(offeredIds({ ...withBank, payment_methods: ["bacs", "cod"] })).toEqual(["bacs", "cod"]);
  expect(offeredIds({ ...withBank, payment_methods: ["bacs"] })).toEqual(["bacs"]);
  expect(offeredIds({ ...defaultSettings, payment_methods: ["bacs"] })).toEqual([]);
});

test("cash at the door is offered in the store's country, or in those that the setting names", () => {
  const offeredIn = (country: string, cod_countries: string[] = []) =>
    offeredPayments({ ...withBank, cod_countries }, country).map(({ id }) => id);
  expect(offeredIn("PK")).toEqual(["cod", "bacs"]);
  expect(offeredIn("AE")).toEqual(["bacs"]);
  expect(offeredIn("AE", ["PK", "AE"])).toEqual(["cod", "bacs"]);
  expect(offeredIn("PK", ["AE"])).toEqual(["bacs"]);
});

test.each([null, "", "by_shell", "bacs"])(
  "until an offered way to pay is chosen, the first is in force: %j",
  (chosen) => {
    expect(paymentInForce(chosen, atHome, defaultSettings)?.id).toBe("cod");
    expect(paymentInForce(chosen, atHome, { ...defaultSettings, payment_methods: ["bacs"] })).toBeUndefined();
  },
);

test("what is fetched is paid in the country where it lies ready, whatever the buyer's own", () => {
  const fetched = { destination: { country: "AE" }, shipping: { isPickup: true } };
  expect(paymentCountry({ ...fetched, delivery: { fetchedIn: "PK" } })).toBe("PK");
  expect(paymentCountry({ ...fetched, delivery: { fetchedIn: "AE" } })).toBe("AE");
  expect(paymentCountry({ ...fetched, shipping: { isPickup: false }, delivery: { fetchedIn: "PK" } })).toBe("AE");
});

test("what costs nothing is paid already, and done where nobody has to do anything", () => {
  const begin = (total: number, needsWork: boolean) =>
    beginPayment(cashOnDelivery, { total, hasDownloads: true, needsWork }).status;
  expect([begin(0, true), begin(0, false), begin(100, false)]).toEqual(["processing", "completed", "on-hold"]);
});

test("an order says how to pay it only while a bank transfer is awaited", () => {
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
