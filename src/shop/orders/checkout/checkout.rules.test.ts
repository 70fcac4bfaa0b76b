import { expect, test } from "vitest";
import { isEmail } from "../../accounts/profile/account-fields.rules.ts";
import { isPhone } from "../../accounts/profile/phone.rules.ts";
import { ayesha } from "./checkout.fixtures.ts";
import { checkoutFaults } from "./checkout.rules.ts";
import { isDialable, serverCheckoutFaults } from "./phone-check.ts";

const formOf = (billing: Partial<typeof ayesha>) => ({ billing: { ...ayesha, ...billing }, shipping: null, note: "" });

test("a complete form and one without email and last name are valid", () => {
  expect(serverCheckoutFaults(formOf({}), "courier", ["PK"])).toEqual([]);
  expect(serverCheckoutFaults(formOf({ email: "", lastName: "", postcode: "" }), "courier", ["PK"])).toEqual([]);
});

test("all faults are reported, in the order of the fields", () => {
  const faults = checkoutFaults(
    formOf({
      firstName: "",
      lastName: "a\u0000b",
      state: "XX",
      city: "x".repeat(81),
      postcode: "5400",
      email: "a@b",
    }),
    "courier",
    ["PK"],
  );
  expect(faults.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
    "firstName required",
    "lastName characters",
    "email invalid",
    "city too_long",
    "state invalid",
    "postcode invalid",
  ]);
});

test("a phone number that does not exist is reported in the position of its field", () => {
  const faults = serverCheckoutFaults(formOf({ firstName: "", phone: "0123 4567890", city: "" }), "courier", ["PK"]);
  expect(faults.map(({ field }) => field)).toEqual(["firstName", "phone", "city"]);
});

test("a shipping address is checked like the billing address, without phone and email", () => {
  const shipping = { ...ayesha, phone: "", email: "", state: "Punjab" };
  expect(checkoutFaults({ billing: ayesha, shipping, note: "line\nbreak" }, "courier", ["PK"])).toEqual([
    { part: "shipping", field: "state", reason: "invalid" },
  ]);
  expect(checkoutFaults({ billing: ayesha, shipping: null, note: "bell\u0007" }, "courier", ["PK"])).toEqual([
    { part: "order", field: "note", reason: "characters" },
  ]);
});

test.each(["a@b.co", "o'hara+x@mail.example.pk", "x_{y}@a-b.c1"])("%s is an email address", (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  "a@b.c",
  "@example.com",
  "a@@b.com",
  "a b@example.com",
  "a@b..com",
  "a@.b.com",
  "a@b.com.",
  "a@-b.com",
  "a@b-.com",
  "ab@example",
  "é@b.com",
])("%s is no email address", (text) => {
  expect(isEmail(text)).toBe(false);
});

test.each([
  "0300 1234567",
  "0300-1234567",
  "+92 300 1234567",
  "0092 300 1234567",
  "042 35761999",
  "+44 20 7946 0958",
  "۰۳۰۰۱۲۳۴۵۶۷",
])("%s can be dialled", (text) => {
  expect(isPhone(text)).toBe(true);
  expect(isDialable(text, "PK")).toBe(true);
});

test.each(["12345", "0300 abc", "1234567890123456", "+92 1", "call me"])("%s cannot be dialled", (text) => {
  expect(isPhone(text) && isDialable(text, "PK")).toBe(false);
});
