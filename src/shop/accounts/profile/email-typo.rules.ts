/** Domains that are offered instead of a misspelled one. */
const offered = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "live.com",
  "msn.com",
  "aol.com",
  "proton.me",
  "protonmail.com",
  "googlemail.com",
  "hotmail.co.uk",
  "yahoo.co.uk",
];

/** Domains that exist although they look like a misspelled one. */
const others: ReadonlySet<string> = new Set(["mail.com", "email.com", "ymail.com", "gmx.com", "me.com", "mac.com"]);

/** Shorter names would match too much with two slips. */
const minLengthForTwoSlips = 10;

/** Returns the common domain that an email address probably means; undefined if its own may be right. */
export function suggestedDomain(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || !domain.includes(".") || offered.includes(domain) || others.has(domain)) return undefined;
  const slips = (most: number) => offered.find((name) => slipsBetween(domain, name) === most);
  return slips(1) ?? (domain.length >= minLengthForTwoSlips ? slips(2) : undefined);
}

/** Counts inserted, missing, wrong and swapped letters (optimal string alignment). */
function slipsBetween(typed: string, meant: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= meant.length; column += 1) {
      const isSame = typed[row - 1] === meant[column - 1];
      const isSwapped = typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, meant.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
