import { type Amount, apportion, minus, sum } from "#platform/money.ts";
import type { ShowPrice } from "../../taxes/tax-terms.rules.ts";
import { paidForLine } from "./sum-parts.rules.ts";
import type { LineTotals, Totals, TotalsInput } from "./totals.rules.ts";

/**
 * The same totals with every part as prices are shown, with the tax in it or without: what is paid stays what it is, and the
 * parts add up to it as `Totals` says. What a line costs in the end is exact; its price is that and what was taken off.
 * @param show makes of a price as it was entered the one that is shown
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
 * The taxes that lie on top of what is left of prices without them. Several taxes on next to nothing, each rounded up, would
 * be more than it: the last ones go without a unit.
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
