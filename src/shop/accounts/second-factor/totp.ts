// One-time passwords of authenticator apps: RFC 6238 with SHA-1, 30 seconds and six digits, which all apps support.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Milliseconds of a time step. */
const stepLength = 30_000;
const digits = 6;

/** Returns a new secret of 160 bits, as RFC 4226 recommends, in base 32. */
export function newSecret(): string {
  return toBase32(randomBytes(20));
}

/** Returns the code of a time step. @param secret base 32 */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = (hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits;
  return String(number).padStart(digits, "0");
}

/** Returns the time step that a code belongs to: the current one or a neighbour, for clocks that differ; undefined if none. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = Math.floor(now.getTime() / stepLength);
  const typed = Buffer.from(code);
  return [current - 1, current, current + 1].filter((step) =>
    timingSafeEqual(typed, Buffer.from(codeOf(secret, step))),
  )[0];
}

/** Returns the link that authenticator apps open or scan. */
export function otpauthLink(secret: string, shopName: string, email: string): string {
  const [issuer, account] = [shopName, email].map(encodeURIComponent);
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns bytes in base 32 (RFC 4648) without padding. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
