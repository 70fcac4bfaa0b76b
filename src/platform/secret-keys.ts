import { randomBytes } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";

interface KeptKey {
  key: string;
  /** ISO time at which it became the newest. */
  since: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** A key and when a newer one took its place; the newest has no such time. */
export interface SecretKey {
  value: string;
  retiredAt?: Date;
}

/**
 * The keys that sign nonces and cookies: the configured one, or one that is made once and kept in the data folder (file
 * mode 600). When the configured key changes, the one before it stays valid for a day.
 * @returns the keys that are valid at `now`, newest first: the first signs, all verify.
 */
export async function loadSecretKeys(dataDir: string, configured: string | null, now: Date): Promise<SecretKey[]> {
  const file = join(dataDir, "secret-keys.json");
  const kept = await readKept(file);
  const wanted = configured ?? kept[0]?.key ?? randomBytes(32).toString("base64url");
  if (kept[0]?.key === wanted) return validAt(kept, now);
  const next = [{ key: wanted, since: now.toISOString() }, ...kept.filter((one) => one.key !== wanted)].slice(0, 10);
  await writeKept(file, next);
  return validAt(next, now);
}

/** Replaces the kept key by a new one. The old one stays valid for a day. */
export async function rotateSecretKey(dataDir: string, now: Date): Promise<SecretKey[]> {
  return loadSecretKeys(dataDir, randomBytes(32).toString("base64url"), now);
}

function validAt(kept: readonly KeptKey[], now: Date): SecretKey[] {
  return kept
    .map(({ key }, index): SecretKey => {
      const successor = kept[index - 1];
      return successor ? { value: key, retiredAt: new Date(successor.since) } : { value: key };
    })
    .filter(({ retiredAt }) => !retiredAt || now.getTime() - retiredAt.getTime() < dayMs);
}

async function readKept(file: string): Promise<KeptKey[]> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as KeptKey[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Whole or not at all, and on the disk before anything is signed with it. */
async function writeKept(file: string, kept: readonly KeptKey[]): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  const handle = await open(part, "w", 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(kept, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
}
