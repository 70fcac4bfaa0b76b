import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { listStoredKeys, loadSecretKeys, type SecretKey } from "#platform/secret-keys.ts";
import { StartError } from "#platform/start-error.ts";

interface KeyRow {
  fingerprint: string;
  key: string | null;
  since: Date;
}

export interface KeyOptions {
  dataDir: string;
  /** SECRET_KEY; null: the database has the key. */
  configured: string | null;
  now: Date;
}

/**
 * Returns this host's secret keys, newest first. All hosts of a database sign with the same one: without SECRET_KEY it is the
 * database's, which is created once or taken over from the data folder; the folder keeps a copy, because backups have none.
 * With SECRET_KEY the database only remembers its fingerprint. @throws StartError if another host uses another key
 */
export async function loadSharedKeys(pool: pg.Pool, options: KeyOptions): Promise<SecretKey[]> {
  const { dataDir, configured, now } = options;
  const rows = await agree(pool, options);
  const newest = rows.at(-1);
  if (configured !== null && newest?.fingerprint !== fingerprintOf(configured))
    throw new StartError(
      "The other hosts of this database use another key: set SECRET_KEY to the same value everywhere. To change the key, set the new one and run `npm run shop -- rotate-secret` once.",
    );
  if (configured === null && newest?.key === null)
    throw new StartError("The other hosts of this database get their key from SECRET_KEY: set it here too.");
  const known = new Set(await listStoredKeys(dataDir));
  for (const { key, since } of rows) if (key !== null && !known.has(key)) await loadSecretKeys(dataDir, key, since);
  return loadSecretKeys(dataDir, configured ?? newest?.key ?? null, now);
}

/** Makes a new key the newest: SECRET_KEY, or without it a random one. @returns false if SECRET_KEY is the newest already */
export async function rotateSharedKey(pool: pg.Pool, options: KeyOptions): Promise<boolean> {
  const { dataDir, configured, now } = options;
  const rows = await agree(pool, options);
  if (configured !== null && rows.at(-1)?.fingerprint === fingerprintOf(configured)) return false;
  const key = configured ?? randomBytes(32).toString("base64url");
  // The newest even if this host's clock is behind the one that made the last key.
  const { rows: stored } = await pool.query<{ since: Date }>(
    `insert into secret_keys (fingerprint, key, since)
     values ($1, $2, greatest($3::timestamptz, (select max(since) + interval '1 millisecond' from secret_keys)))
     on conflict (fingerprint) do update set key = excluded.key, since = excluded.since
     returning since`,
    [fingerprintOf(key), configured === null ? key : null, now],
  );
  await loadSecretKeys(dataDir, key, stored[0]?.since ?? now);
  return true;
}

/** Returns the keys of the database, oldest first; the first host adds its own. */
async function agree(pool: pg.Pool, { dataDir, configured, now }: KeyOptions): Promise<KeyRow[]> {
  const read = async () => (await pool.query<KeyRow>("select * from secret_keys order by since")).rows;
  const found = await read();
  if (found.length > 0) return found;
  const [own] = await loadSecretKeys(dataDir, configured, now);
  const client = await pool.connect();
  try {
    // Of hosts that start together the first one's key is used by all.
    await client.query("begin; lock table secret_keys in share row exclusive mode");
    await client.query(
      `insert into secret_keys (fingerprint, key, since) select $1, $2, $3
       where not exists (select from secret_keys)`,
      [fingerprintOf(own?.value ?? ""), configured === null ? own?.value : null, now],
    );
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
  return read();
}

const fingerprintOf = (key: string) => createHash("sha256").update(key).digest("hex").slice(0, 32);
