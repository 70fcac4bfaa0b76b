import { expect, it } from "vitest";
import { sheetsOf } from "./page-sheets.ts";

it("home and listing pages need only the shop's main style sheet", () => {
  expect(sheetsOf({ flags: { isHome: true } }, "en")).toEqual([]);
  expect(sheetsOf({ flags: { isListing: true } }, "en")).toEqual([]);
});

it("checkout and order-received pages share a style sheet", () => {
  expect(sheetsOf({ flags: { isCheckout: true } }, "en")).toEqual(["checkout"]);
  expect(sheetsOf({ flags: { isOrderReceived: true } }, "en")).toEqual(["checkout"]);
});

it("the Urdu style sheet comes last", () => {
  expect(sheetsOf({ flags: { isAccountPage: true } }, "en")).toEqual(["account"]);
  expect(sheetsOf({ flags: { productId: 7 } }, "ur")).toEqual(["product", "urdu"]);
});
