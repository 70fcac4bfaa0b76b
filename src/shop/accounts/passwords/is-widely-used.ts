import { createHash } from "node:crypto";
import { commonPasswords } from "./common-passwords.ts";

const sorted = Buffer.from(commonPasswords, "base64");

/** Digits and marks around a common password that do not make it a good one (characters). */
const mostAround = 6;

/** Returns whether a password is a common one, in any case, also with a few digits or marks around it, or a repetition. */
export function isWidelyUsed(password: string): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  const withoutMarks = text.replace(/[^\p{L}\p{N}]+$/u, "");
  const letters = text.replace(/^\P{L}+|\P{L}+$/gu, "");
  const isNearly = text.length - letters.length <= mostAround;
  return isRepetition(text) || isListed(text) || isListed(withoutMarks) || (isNearly && isListed(letters));
}

/** Returns whether a text repeats one to three characters or counts: "aaaaaaaa", "abcabcabc", "23456789". */
function isRepetition(text: string): boolean {
  const points = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, index) => point - (points[index] ?? 0)));
  const [step = 0] = steps;
  return (steps.size === 1 && Math.abs(step) === 1) || /^(.{1,3}?)\1+.{0,2}$/su.test(text);
}

function isListed(text: string): boolean {
  if (text.length < 5) return false;
  const wanted = createHash("sha256").update(text).digest().readUInt32BE(0);
  let [low, high] = [0, sorted.length / 4];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted.readUInt32BE(middle * 4) < wanted) low = middle + 1;
    else high = middle;
  }
  return low * 4 < sorted.length && sorted.readUInt32BE(low * 4) === wanted;
}
