import { type Amount, apportion, minus, sum } from "#platform/money.ts";
import type { ShowPrice } from "../../taxes/tax-terms.rules.ts";
import { paidForLine } from "./sum-parts.rules.ts";
import type { LineTotals, Totals, TotalsInput } from "./totals.rules.ts";

/**
 * Returns the same totals with every part as prices are shown, with or without tax. The total to pay does not change,
 * and the parts add up to it as `Totals` describes. What is paid for a line is exact; its price is that plus the
 * reductions.
 * @param show converts an entered price to the shown one
 */
export function totalsAsShown(totals: Totals, input: TotalsInput, show: ShowPrice): Totals {
  const isTaxIncluded = !totals.isTaxIncluded;
  const turned = (amount: Amount, tax: Amount) =>
    isTaxIncluded ? sum([amount, tax]) : minus(amount, Math.min(amount, tax));
  const lines = totals.lines.map((line, place): LineTotals => {
    const taxClass = input.lines[place]?.taxClass ?? null;
    const paid = paidForLine(line.price, line);
    const offerSaving = show(line.offerSaving, taxClass);
    const discount = show(line.discount, taxClass);
    return { price: sum([turned(paid, line.tax), offerSaving, discount]), offerSaving, discount, tax: line.tax };
  });
  const discount = sum(lines.map((line) => line.discount));
  const delivery = turned(totals.delivery, totals.deliveryTax);
  const feeAmounts = totals.feeAmounts.map((fee, place) => turned(fee, totals.feeTaxes[place] ?? 0));
  const fees = sum(feeAmounts);
  const subtotal = sum(lines.map((line) => line.price));
  const offerSaving = sum(lines.map((line) => line.offerSaving));
  const parts = minus(sum([subtotal, delivery, fees]), sum([offerSaving, discount]));
  return {
    ...totals,
    lines,
    subtotal,
    offerSaving,
    discount,
    discounts: apportion(discount, totals.discounts),
    delivery,
    fees,
    feeAmounts,
    isTaxIncluded,
    ...(isTaxIncluded ? {} : taxesLeft(totals, minus(totals.total, parts))),
  };
}

/**
 * Returns the taxes on top of prices without tax. Several taxes on a tiny amount, each rounded up, could exceed it: the
 * last ones are lowered by a unit.
 */
function taxesLeft(totals: Totals, tax: Amount): Pick<Totals, "tax" | "taxes" | "taxesOnCharges" | "deliveryTax"> {
  let over = minus(totals.tax, tax);
  const taxes = [...totals.taxes];
  for (let place = taxes.length - 1; place >= 0 && over > 0; place -= 1) {
    const taken = Math.min(over, taxes[place] ?? 0);
    taxes[place] = minus(taxes[place] ?? 0, taken);
    over = minus(over, taken);
  }
  const taxesOnCharges = totals.taxesOnCharges.map((amount, place) => Math.min(amount, taxes[place] ?? 0));
  return { tax, taxes, taxesOnCharges, deliveryTax: Math.min(totals.deliveryTax, tax) };
}
