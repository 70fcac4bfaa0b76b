/**
 * Money is an integer count of a currency's minor units; this file is the only place that makes, adds or writes it.
 * How many decimals a minor unit stands for is the store's choice (PKR is kept without decimals by default).
 */
export interface Currency {
  /** ISO 4217 code, for example "PKR". */
  code: string;
  /** What stands before the number, for example "Rs". */
  symbol: string;
  /** Decimals of the minor unit: 0 means that 2999 is written 2,999. */
  minorUnit: number;
}

/** An amount in minor units. A safe integer, never a fraction. */
export type Amount = number;

/** Guards an amount at the edge where it is computed. @throws RangeError when it is no safe, non-negative integer. */
function amount(value: number): Amount {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not an amount of money: ${value}`);
  return value;
}

/** The price of `quantity` pieces. @throws RangeError when the product leaves the safe integers. */
export function times(unitPrice: Amount, quantity: number): Amount {
  return amount(unitPrice * quantity);
}

/** The sum of amounts. @throws RangeError when it leaves the safe integers. */
export function sum(amounts: Iterable<Amount>): Amount {
  let total = 0;
  for (const one of amounts) total += one;
  return amount(total);
}

/** The number part of a price with grouping, for example "2,999" or "29.99". */
export function formatNumber(value: Amount, currency: Currency): string {
  const digits = String(value).padStart(currency.minorUnit + 1, "0");
  const whole = digits.slice(0, digits.length - currency.minorUnit).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return currency.minorUnit === 0 ? whole : `${whole}.${digits.slice(-currency.minorUnit)}`;
}

/** A price as text, symbol first with a no-break space: "Rs 2,999". */
export function formatMoney(value: Amount, currency: Currency): string {
  return `${currency.symbol}\u00a0${formatNumber(value, currency)}`;
}

/** The amount as a plain decimal numeral without grouping ("2999", "29.99"), as feeds and exports spell it. */
export function toDecimal(value: Amount, currency: Currency): string {
  if (currency.minorUnit === 0) return String(value);
  const digits = String(value).padStart(currency.minorUnit + 1, "0");
  return `${digits.slice(0, -currency.minorUnit)}.${digits.slice(-currency.minorUnit)}`;
}

/**
 * Reads a decimal numeral ("2999", "2999.00", "29.9") as an amount.
 * @returns undefined when it is no plain non-negative numeral or has more significant decimals than the currency.
 */
export function parseDecimal(text: string, currency: Currency): Amount | undefined {
  const match = /^(\d{1,13})(?:\.(\d*))?$/.exec(text.trim());
  if (!match) return undefined;
  const decimals = (match[2] ?? "").replace(/0+$/, "");
  if (decimals.length > currency.minorUnit) return undefined;
  const value = Number(`${match[1]}${decimals.padEnd(currency.minorUnit, "0")}`);
  return Number.isSafeInteger(value) ? value : undefined;
}
