import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { sheetsOf } from "./page-sheets.ts";

const english = { language: "en", hasContactForm: false, asksConsent: false };

it("cart and listings have a style sheet of their own besides the shop's main one", () => {
  expect(sheetsOf({ flags: { isCart: true } }, english)).toEqual(["cart"]);
  expect(sheetsOf({ flags: { isListing: true } }, english)).toEqual(["listing"]);
});

it("checkout and order-received pages share a style sheet", () => {
  expect(sheetsOf({ flags: { isCheckout: true } }, english)).toEqual(["checkout"]);
  expect(sheetsOf({ flags: { isOrderReceived: true } }, english)).toEqual(["checkout"]);
});

it("the Urdu style sheet comes last", () => {
  expect(sheetsOf({ flags: { isAccountPage: true } }, english)).toEqual(["account"]);
  expect(sheetsOf({ flags: { productId: 7 } }, { language: "ur", hasContactForm: true, asksConsent: true })).toEqual([
    "product",
    "contact",
    "consent",
    "urdu",
  ]);
});

it("no style for the screen depends on the whole page by :has(), which would compute all styles again after each change", () => {
  const folder = fileURLToPath(new URL("../", import.meta.url));
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
  const screens = names.filter((name) => !name.endsWith("print.css"));
  expect(screens.length).toBeGreaterThan(50);
  const wholePage = /(:root|html|body)[^\s{},]*(\{[^{}]*&)?:has\(/;
  expect(screens.filter((name) => wholePage.test(readFileSync(join(folder, name), "utf8")))).toEqual([]);
});
