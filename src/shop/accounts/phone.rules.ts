import { normalPhone } from "../orders/checkout.rules.ts";

/** A number as accounts keep and compare it: "+923001234567" for 0300 1234567. What is no number stays as it is. */
export function internationalPhone(text: string): string {
  const number = normalPhone(text.trim());
  if (/^0[1-9]\d{7,10}$/.test(number)) return `+92${number.slice(1)}`;
  return /^92\d{9,11}$/.test(number) ? `+${number}` : number;
}

/** What somebody signs in with: an address as it is, anything else as a number. */
export function signInName(text: string): string {
  return text.includes("@") ? text.trim() : internationalPhone(text);
}
