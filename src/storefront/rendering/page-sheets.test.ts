import { expect, it } from "vitest";
import { sheetsOf } from "./page-sheets.ts";

it("gives a page of browsing no sheet but the shop's own", () => {
  expect(sheetsOf({ flags: { isHome: true } }, "en")).toEqual([]);
  expect(sheetsOf({ flags: { isListing: true } }, "en")).toEqual([]);
});

it("gives the checkout and the page after it the same sheet", () => {
  expect(sheetsOf({ flags: { isCheckout: true } }, "en")).toEqual(["checkout"]);
  expect(sheetsOf({ flags: { isOrderReceived: true } }, "en")).toEqual(["checkout"]);
});

it("puts Urdu's sheet over all others", () => {
  expect(sheetsOf({ flags: { isAccountPage: true } }, "en")).toEqual(["account"]);
  expect(sheetsOf({ flags: { productId: 7 } }, "ur")).toEqual(["product", "urdu"]);
});
