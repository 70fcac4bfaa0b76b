import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { SecretKey } from "./secret-keys.ts";

/** Encrypts values that are stored, or that a browser keeps for the shop without being able to read or change them. */
export interface Seals {
  /** Encrypts a text. Only the same purpose opens it. */
  seal(purpose: string, text: string): string;
  /** Returns the text, or undefined if the value was not sealed for this purpose with a known key. Never throws. */
  open(purpose: string, sealed: string): string | undefined;
}

const algorithm = "aes-256-gcm";
/** Bytes. */
const [ivLength, tagLength] = [12, 16];

/** Opens seals (AES-256-GCM, a random IV each). The first key seals, all open. @throws RangeError without a key */
export function openSeals(keys: readonly SecretKey[]): Seals {
  const derived = keys.map(({ value }) => Buffer.from(hkdfSync("sha256", value, "", "chowk seals", 32)));
  const [newest] = derived;
  if (!newest) throw new RangeError("Seals need a key");
  return {
    seal(purpose, text) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv(algorithm, newest, iv).setAAD(Buffer.from(purpose));
      const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < ivLength + tagLength) return undefined;
      for (const key of derived) {
        const text = decrypt(key, purpose, bytes);
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}

function decrypt(key: Buffer, purpose: string, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  const start = decipher.update(bytes.subarray(ivLength + tagLength));
  try {
    return Buffer.concat([start, decipher.final()]).toString("utf8");
  } catch {
    // The only way to learn that the tag does not match: another key or purpose, or a changed value.
    return undefined;
  }
}
