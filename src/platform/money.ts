/**
 * Money is an integer number of a currency's minor units; only this file creates, adds and formats it. The number of
 * decimals of a minor unit is a setting (PKR has none by default).
 */
export interface Currency {
  /** ISO 4217 code, for example "PKR". */
  code: string;
  /** The text before the number, for example "Rs". */
  symbol: string;
  /** Decimals of the minor unit; 0 formats 2999 as 2,999. */
  minorUnit: number;
}

/** An amount in minor units. A safe integer, never a fraction. */
export type Amount = number;

/** Checks a computed amount. @throws RangeError if it is not a safe, non-negative integer. */
function amount(value: number): Amount {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not an amount of money: ${value}`);
  return value;
}

/** Returns the price of `quantity` pieces. @throws RangeError if it exceeds the safe integers. */
export function times(unitPrice: Amount, quantity: number): Amount {
  return amount(unitPrice * quantity);
}

/** Returns the sum of amounts. @throws RangeError if it exceeds the safe integers. */
export function sum(amounts: Iterable<Amount>): Amount {
  let total = 0;
  for (const one of amounts) total += one;
  return amount(total);
}

/** Returns `whole` minus `part`. @throws RangeError if `part` is greater. */
export function minus(whole: Amount, part: Amount): Amount {
  return amount(whole - part);
}

/**
 * Returns value * numerator / denominator, rounded to the nearest minor unit, halves up; exact for any product. @throws
 * RangeError if an operand or the result is not a non-negative safe integer.
 */
export function fractionOf(value: Amount, numerator: number, denominator: number): Amount {
  const product = amount(value) * amount(numerator);
  if (product <= (Number.MAX_SAFE_INTEGER - denominator) / 2)
    return amount(Math.floor((2 * product + denominator) / (2 * denominator)));
  const exact = 2n * BigInt(value) * BigInt(numerator) + BigInt(denominator);
  return amount(Number(exact / (2n * BigInt(denominator))));
}

/**
 * Splits an amount in proportion to weights so that the shares add up to it: rounded down first, then one unit each to
 * the largest remainders, the earlier first. If the amount is at most the sum of the weights, no share exceeds its
 * weight. @throws RangeError if there is something to split and all weights are 0.
 */
export function apportion(value: Amount, weights: readonly Amount[]): Amount[] {
  const whole = sum(weights);
  if (value === 0) return weights.map(() => 0);
  if (whole === 0) throw new RangeError("Cannot split an amount when all weights are 0");
  const remainders: number[] = [];
  let left = value;
  const shares = weights.map((weight) => {
    const [share, remainder] = quotient(value, weight, whole);
    remainders.push(remainder);
    left -= share;
    return share;
  });
  if (left === 0) return shares;
  const places = [...shares.keys()];
  places.sort((one, other) => (remainders[other] ?? 0) - (remainders[one] ?? 0) || one - other);
  for (const place of places.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1;
  return shares;
}

/** A fraction of an amount. */
export interface AmountFraction {
  value: Amount;
  numerator: number;
  denominator: number;
}

/**
 * Rounds fractions of amounts, each up or down by less than a unit, so that they add up to their exact sum rounded
 * once, halves up: rounded down first, then one unit each to the largest remainders, the earlier first. @throws
 * RangeError if an operand is not a non-negative safe integer, or the sum exceeds them.
 */
export function fractionsOf(fractions: readonly AmountFraction[]): Amount[] {
  const common = [...new Set(fractions.map(({ denominator }) => denominator))].reduce(
    (product, denominator) => product * BigInt(amount(denominator)),
    1n,
  );
  const exact = fractions.map(
    ({ value, numerator, denominator }) =>
      BigInt(amount(value)) * BigInt(amount(numerator)) * (common / BigInt(denominator)),
  );
  const whole = (2n * exact.reduce((all, one) => all + one, 0n) + common) / (2n * common);
  const shares = exact.map((one) => Number(one / common));
  const left = amount(Number(whole)) - sum(shares);
  const places = [...shares.keys()].sort((one, other) => {
    const difference = ((exact[other] ?? 0n) % common) - ((exact[one] ?? 0n) % common);
    return difference > 0n ? 1 : difference < 0n ? -1 : one - other;
  });
  for (const place of places.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1;
  return shares;
}

/** Returns value * weight / whole as an integer and its remainder, exactly. */
function quotient(value: Amount, weight: Amount, whole: Amount): readonly [share: Amount, remainder: number] {
  const product = value * weight;
  if (Number.isSafeInteger(product)) return [Math.floor(product / whole), product % whole];
  const exact = BigInt(value) * BigInt(weight);
  return [Number(exact / BigInt(whole)), Number(exact % BigInt(whole))];
}

/** Formats the number of a price with thousands separators, for example "2,999" or "29.99". */
export function formatNumber(value: Amount, currency: Currency): string {
  const digits = String(value).padStart(currency.minorUnit + 1, "0");
  const whole = digits.slice(0, digits.length - currency.minorUnit).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return currency.minorUnit === 0 ? whole : `${whole}.${digits.slice(-currency.minorUnit)}`;
}

/** Formats a price, symbol first with a no-break space: "Rs 2,999". */
export function formatMoney(value: Amount, currency: Currency): string {
  return `${currency.symbol}\u00a0${formatNumber(value, currency)}`;
}

/** Formats an amount as a plain decimal number ("2999", "29.99"), for feeds and exports. */
export function toDecimal(value: Amount, currency: Currency): string {
  if (currency.minorUnit === 0) return String(value);
  const digits = String(value).padStart(currency.minorUnit + 1, "0");
  return `${digits.slice(0, -currency.minorUnit)}.${digits.slice(-currency.minorUnit)}`;
}

/**
 * Parses a decimal number ("2999", "2999.00", "29.9") as an amount. @returns undefined if it is not a plain
 * non-negative number or has more significant decimals than the currency.
 */
export function parseDecimal(text: string, currency: Currency): Amount | undefined {
  const match = /^(\d{1,13})(?:\.(\d*))?$/.exec(text.trim());
  if (!match) return undefined;
  const decimals = (match[2] ?? "").replace(/0+$/, "");
  if (decimals.length > currency.minorUnit) return undefined;
  const value = Number(`${match[1]}${decimals.padEnd(currency.minorUnit, "0")}`);
  return Number.isSafeInteger(value) ? value : undefined;
}
