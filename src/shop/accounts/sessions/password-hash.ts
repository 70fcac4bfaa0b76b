/**
 * argon2id with OWASP's second recommended parameters: 19 MiB, two passes, one lane; about 40 ms off the main thread.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Loaded when a password is first hashed or verified, not at the start. */
const argon = () => import("@node-rs/argon2");

/** A dummy hash to compare with if there is no account, so that the response takes as long. */
let dummy: Promise<string> | undefined;

function dummyHash(): Promise<string> {
  // Try again after a failure.
  dummy ??= hashOf("nobody's password").catch((error: unknown) => {
    dummy = undefined;
    throw error;
  });
  return dummy;
}

async function hashOf(text: string): Promise<string> {
  const { hash } = await argon();
  return hash(text, cost);
}

/** Hashes a password, in one Unicode form, so that different keyboards give the same hash. */
export function hashPassword(password: string): Promise<string> {
  return hashOf(password.normalize("NFC"));
}

/** Verifies a password; without a hash returns false after as much work. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const { verify } = await argon();
  const isSame = await verify(passwordHash ?? (await dummyHash()), password.normalize("NFC"));
  return isSame && passwordHash !== undefined;
}
