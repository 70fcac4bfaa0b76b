import { createHmac, timingSafeEqual } from "node:crypto";
import type { SecretKey } from "./secret-keys.ts";

/** Signs values that the shop hands out and gets back. */
export interface Signatures {
  /** Returns 64 hexadecimal characters. Two purposes never share a signature. */
  sign(purpose: string, ...signed: readonly (string | number)[]): string;
  /** Whether the value is a signature of all this, or at least its first 32 characters. Never throws. */
  verify(value: string, purpose: string, ...signed: readonly (string | number)[]): boolean;
}

/** Opens signatures. The first key signs, all verify. @throws RangeError without a key */
export function openSignatures(keys: readonly SecretKey[]): Signatures {
  const [newest] = keys;
  if (!newest) throw new RangeError("Signatures need a key");
  const by = (key: SecretKey, signed: readonly unknown[]) =>
    createHmac("sha256", key.value).update(JSON.stringify(signed)).digest("hex");
  return {
    sign: (...signed) => by(newest, signed),
    verify: (value, ...signed) =>
      /^(?:[0-9a-f]{32}){1,2}$/.test(value) &&
      keys.some((key) => timingSafeEqual(Buffer.from(value), Buffer.from(by(key, signed).slice(0, value.length)))),
  };
}
