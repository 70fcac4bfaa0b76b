import { hash, verify } from "@node-rs/argon2";

/** argon2id at OWASP's second recommendation: 19 MiB, two passes, one lane; some 40 ms off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash of a password that nobody has, to be compared with when there is no account: the answer takes as long. */
let nobodys: Promise<string> | undefined;

function nobodysHash(): Promise<string> {
  // One that failed is made anew.
  nobodys ??= hash("nobody's password", cost).catch((error: unknown) => {
    nobodys = undefined;
    throw error;
  });
  return nobodys;
}

/** A password as it is kept. The text is compared in one Unicode form, so that two keyboards type the same. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), cost);
}

/** Whether it is this password; false, after as much work, when there is no hash to compare with. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const isSame = await verify(passwordHash ?? (await nobodysHash()), password.normalize("NFC"));
  return isSame && passwordHash !== undefined;
}
