import { expect, test } from "vitest";
import { offerThatSaves, readBulkOffer, writeBulkOffer } from "./bulk-offer.rules.ts";

const rupees = { code: "PKR", symbol: "Rs", minorUnit: 0 };
const dollars = { code: "USD", symbol: "$", minorUnit: 2 };

test.each(["2 for 5499", "2:5499", "2 = 5499", " 2 FOR 5499.00 "])("%j is two pieces for 5,499", (text) => {
  expect(readBulkOffer(text, rupees)).toEqual({ pieces: 2, price: 5499 });
});

test.each([
  "",
  "2",
  "1 for 900",
  "0 for 5",
  "2 for 0",
  "2 for 0.00",
  "-2 for 5",
  "2 for -5",
  "2.5 for 5",
  "2 for 5.5",
  "9999999 for 1",
  "2 for x",
])("%j is no offer", (text) => {
  expect(readBulkOffer(text, rupees)).toBeUndefined();
});

test("an offer is read back as it was written", () => {
  const offer = { pieces: 3, price: 1999 };
  expect(writeBulkOffer(offer, dollars)).toBe("3 for 19.99");
  expect(readBulkOffer(writeBulkOffer(offer, dollars), dollars)).toEqual(offer);
});

test.each([
  [2500, null],
  [2749, null],
  [2750, 5499],
  [2999, 5499],
  [null, null],
])("at %s for one, two for 5,499 hold for %s", (price, holds) => {
  expect(offerThatSaves(price, { pieces: 2, price: 5499 })?.price ?? null).toBe(holds);
  expect(offerThatSaves(price, null)).toBeNull();
});
