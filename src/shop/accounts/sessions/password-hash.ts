import { hash, verify } from "@node-rs/argon2";

/**
 * argon2id with OWASP's second recommended parameters: 19 MiB, two passes, one lane; about 40 ms off the main thread.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A dummy hash to compare with if there is no account, so that the response takes as long. */
let dummy: Promise<string> | undefined;

function dummyHash(): Promise<string> {
  // Try again after a failure.
  dummy ??= hash("nobody's password", cost).catch((error: unknown) => {
    dummy = undefined;
    throw error;
  });
  return dummy;
}

/** Hashes a password, in one Unicode form, so that different keyboards give the same hash. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), cost);
}

/** Verifies a password; without a hash returns false after as much work. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isSame = await verify(passwordHash ?? (await dummyHash()), password.normalize("NFC"));
  return isSame && passwordHash !== undefined;
}
