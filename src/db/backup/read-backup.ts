import { createReadStream } from "node:fs";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract as extractTar } from "tar-stream";
import { errorCode } from "#platform/error-code.ts";
import { StartError } from "#platform/start-error.ts";
import { type BackupManifest, manifestEntry, maxManifestBytes } from "./backup-format.ts";
import type { ArchiveEntry } from "./restored-files.ts";

/** The archive's content contradicts its manifest or checksum. */
export class DamagedBackup extends Error {}

const notABackup = (file: string) =>
  new StartError(`${file} is not a backup of this shop: name a file written by "backup".`);

/**
 * Receives the manifest and the entries after it. If the file is truncated, an unread entry emits nothing; the signal
 * aborts instead.
 */
type BackupWork = (
  manifest: BackupManifest,
  entries: AsyncIterator<ArchiveEntry>,
  signal: AbortSignal,
) => Promise<void>;

/**
 * Reads a file to its end, including the checksum, while `work` processes its content. @throws DamagedBackup, or
 * StartError if the file is not a backup.
 */
export async function readBackup(file: string, work: BackupWork): Promise<BackupManifest> {
  const failing = new AbortController();
  const archive = extractTar();
  const read = pipeline(createReadStream(file), createGunzip(), archive);
  const done = (async () => {
    const entries = archive[Symbol.asyncIterator]();
    const first = await entries.next();
    const manifest = await readManifest(first.done ? undefined : first.value, file);
    await work(manifest, entries, failing.signal);
    return manifest;
  })();
  try {
    const [manifest] = await Promise.all([done, read]);
    return manifest;
  } catch (error) {
    archive.destroy();
    failing.abort();
    await Promise.allSettled([done, read]);
    // A wrong byte often causes another error first; the checksum gives the real reason.
    await refuseDamage(file);
    throw error;
  }
}

/** Verifies the whole file's checksum. @throws DamagedBackup */
async function refuseDamage(file: string): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await pipeline(createReadStream(file), createGunzip(), nowhere);
  } catch (cause) {
    if (errorCode(cause)?.startsWith("Z_"))
      throw new DamagedBackup(cause instanceof Error ? cause.message : "", { cause });
    throw cause;
  }
}

async function readManifest(entry: ArchiveEntry | undefined, file: string): Promise<BackupManifest> {
  if (entry?.header.name !== manifestEntry || (entry.header.size ?? 0) > maxManifestBytes) throw notABackup(file);
  const chunks: Buffer[] = [];
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
  const manifest = parseManifest(Buffer.concat(chunks).toString("utf8"));
  if (manifest?.format !== "chowk-backup") throw notABackup(file);
  if (manifest.version !== 1) {
    throw new StartError(`${file} was made by a newer version of the shop: restore it with that version.`);
  }
  return manifest;
}

function parseManifest(text: string): BackupManifest | undefined {
  try {
    return JSON.parse(text) as BackupManifest;
  } catch {
    // Not JSON, so not a manifest; the caller reports it.
    return undefined;
  }
}
