import { randomBytes } from "node:crypto";
import { link, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "./error-code.ts";
import { draftSuffix, syncFolder } from "./folders.ts";
import { StartError } from "./start-error.ts";

interface StoredKey {
  key: string;
  /** ISO time at which it became the newest. */
  since: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** A key, and when a newer one replaced it; the newest has no such time. */
export interface SecretKey {
  value: string;
  retiredAt?: Date;
}

/**
 * Returns the keys that sign nonces and cookies: the configured one, or one that is generated once and stored in the
 * data folder (file mode 600). If the configured key changes, the previous one stays valid for a day. Processes that
 * start at the same time get the same keys.
 * @returns the keys that are valid at `now`, newest first: the first signs, all verify.
 * @throws StartError if the file is damaged.
 */
export async function loadSecretKeys(dataDir: string, configured: string | null, now: Date): Promise<SecretKey[]> {
  const file = join(dataDir, "secret-keys.json");
  const stored = await readStored(file);
  const [newest] = stored ?? [];
  const wanted = configured ?? newest?.key ?? randomBytes(32).toString("base64url");
  if (stored && newest?.key === wanted) return validAt(stored, now);
  const others = (stored ?? []).filter((one) => one.key !== wanted);
  const next = [{ key: wanted, since: now.toISOString() }, ...others].slice(0, 10);
  const isOurs = await writeStored(file, next, stored === undefined);
  return isOurs ? validAt(next, now) : loadSecretKeys(dataDir, configured, now);
}

/** Returns the stored keys that are valid no more at `now`, newest first. They still open what was encrypted with them. */
export async function loadRetiredKeys(dataDir: string, now: Date): Promise<SecretKey[]> {
  const stored = (await readStored(join(dataDir, "secret-keys.json"))) ?? [];
  const valid = new Set(validAt(stored, now).map(({ value }) => value));
  return stored.flatMap(({ key }) => (valid.has(key) ? [] : [{ value: key }]));
}

/** Returns all stored keys, newest first. */
export async function listStoredKeys(dataDir: string): Promise<string[]> {
  return ((await readStored(join(dataDir, "secret-keys.json"))) ?? []).map(({ key }) => key);
}

function validAt(stored: readonly StoredKey[], now: Date): SecretKey[] {
  return stored
    .map(({ key }, index): SecretKey => {
      const successor = stored[index - 1];
      return successor ? { value: key, retiredAt: new Date(successor.since) } : { value: key };
    })
    .filter(({ retiredAt }) => !retiredAt || now.getTime() - retiredAt.getTime() < dayMs);
}

/** Returns undefined if there is no file yet. */
async function readStored(file: string): Promise<StoredKey[] | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as StoredKey[];
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    if (!(error instanceof SyntaxError)) throw error;
    throw new StartError(`${file} is damaged: restore it from a backup, or delete it to generate a new key.`);
  }
}

/**
 * Writes the file atomically and syncs it before anything is signed with a key. @returns false if `first` is set and
 * another process created the file before.
 */
async function writeStored(file: string, stored: readonly StoredKey[], first: boolean): Promise<boolean> {
  const part = `${file}.${randomBytes(6).toString("hex")}${draftSuffix}`;
  try {
    const handle = await open(part, "wx", 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(stored, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Unlike a rename, a link does not replace an existing file.
    await (first ? link(part, file) : rename(part, file));
    await syncFolder(dirname(file));
    return true;
  } catch (error) {
    if (first && errorCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}
