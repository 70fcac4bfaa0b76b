import type { Signatures } from "#platform/signatures.ts";

/** Name of the hidden field that proves that a form is shown again because it was refused. Contact forms ignore names with "_". */
export const refusedField = "_chowk_refused";

/** How long (s) a refused form may take to be corrected. */
const maxAge = 60 * 60;

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** Returns the value of `refusedField` for a form that is shown again. @param kind see `SentForm` */
export function proofOfRefusal(signatures: Signatures, kind: string, now: Date): string {
  const at = secondsOf(now);
  return `${at}.${signatures.sign("refused form", kind, at).slice(0, 32)}`;
}

/** Whether the posted value of `refusedField` proves that the form was refused not long ago. */
export function isCorrection(signatures: Signatures, kind: string, value: string, now: Date): boolean {
  const [, at = "", proof = ""] = /^(\d{1,11})\.([0-9a-f]{32})$/.exec(value) ?? [];
  const age = secondsOf(now) - Number(at);
  return at !== "" && age >= 0 && age < maxAge && signatures.verify(proof, "refused form", kind, Number(at));
}
