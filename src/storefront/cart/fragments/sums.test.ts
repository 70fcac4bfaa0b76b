import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LocaleContext } from "#ui/locale.tsx";
import { localeOf } from "../../layout/fragments/locale-of.ts";
import { Sums } from "./sums.tsx";

const rupees = { code: "PKR", symbol: "Rs", minorUnit: 0 };

function shown(given: {
  tax: number;
  isTaxIncluded: boolean;
  fees: { label: string; amount: number }[];
  total: number;
}): string {
  const of = { subtotal: 1000, offers: [], coupons: [], taxes: [], shipping: null, ...given };
  const sums = createElement(Sums, { of });
  return renderToStaticMarkup(createElement(LocaleContext, { value: localeOf("en", rupees) }, sums))
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}

test("added tax is a row of its own; included tax is shown with the total", () => {
  expect(shown({ tax: 170, isTaxIncluded: false, fees: [{ label: "Cash fee", amount: 50 }], total: 1220 })).toMatch(
    /Cash fee Rs 50 Tax Rs 170 Total Rs 1,220 $/,
  );
  expect(shown({ tax: 145, isTaxIncluded: true, fees: [], total: 1000 })).toMatch(
    /Subtotal Rs 1,000 Total Rs 1,000 includes Rs 145 of tax $/,
  );
});
