/**
 * Returns whether `text` can be a phone number: 6 to 15 digits after an optional "+" or "00", ignoring brackets etc.
 */
export function isPhone(text: string): boolean {
  return /^\+?\d{6,15}$/.test(normalPhone(text));
}

/** Returns the number without separators, with Arabic and Urdu digits as Latin ones. Source: the specification. */
export function normalPhone(text: string): string {
  return text
    .replace(/[#*].*$/s, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replace(/[()/.\s-]/g, "")
    .replace(/^00/, "+");
}

/** Returns whether `number` is in the form in which accounts store it. */
export function isInternationalPhone(number: string): boolean {
  return /^\+[1-9][0-9]{5,14}$/.test(number);
}

/**
 * Returns a number in the form in which accounts store it: "+923001234567" for 0300 1234567. From numbers that are
 * neither Pakistani nor international only the separators are removed.
 */
export function internationalPhone(text: string): string {
  const number = normalPhone(text.trim());
  if (/^0[1-9]\d{7,10}$/.test(number)) return `+92${number.slice(1)}`;
  return /^92\d{9,11}$/.test(number) ? `+${number}` : number;
}

/** Returns what a user signs in with: an email unchanged, anything else as a phone number. */
export function signInName(text: string): string {
  return text.includes("@") ? text.trim() : internationalPhone(text);
}
