/** Whether `text` can be a phone number: 6 to 15 digits with a "+" or "00" before them, brackets and the like aside. */
export function isPhone(text: string): boolean {
  return /^\+?\d{6,15}$/.test(normalPhone(text));
}

/** The number without what people put between digits; Arabic and Urdu digits as Latin ones. Source: the specification. */
export function normalPhone(text: string): string {
  return text
    .replace(/[#*].*$/s, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replace(/[()/.\s-]/g, "")
    .replace(/^00/, "+");
}

/** Whether `number` is in the form in which accounts keep it. */
export function isInternationalPhone(number: string): boolean {
  return /^\+[1-9][0-9]{5,14}$/.test(number);
}

/**
 * A number as accounts keep and compare it: "+923001234567" for 0300 1234567. What is no number of here or with its country
 * only loses what people put between digits.
 */
export function internationalPhone(text: string): string {
  const number = normalPhone(text.trim());
  if (/^0[1-9]\d{7,10}$/.test(number)) return `+92${number.slice(1)}`;
  return /^92\d{9,11}$/.test(number) ? `+${number}` : number;
}

/** What somebody signs in with: an address as it is, anything else as a number. */
export function signInName(text: string): string {
  return text.includes("@") ? text.trim() : internationalPhone(text);
}
