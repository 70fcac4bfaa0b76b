import { createReadStream } from "node:fs";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract as extractTar } from "tar-stream";
import { errorCode } from "#platform/error-code.ts";
import { StartError } from "#platform/start-error.ts";
import { type BackupManifest, longestManifest, manifestEntry } from "./backup-format.ts";
import type { ArchiveEntry } from "./restored-files.ts";

/** What the archive says of itself does not hold. */
export class DamagedBackup extends Error {}

const notABackup = (file: string) =>
  new StartError(`${file} is no backup of this shop: name a file that "backup" wrote.`);

/**
 * Takes the manifest and the entries after it. An entry whose file breaks off before it is read says nothing any more: the
 * signal does, and ends what would wait for it.
 */
type BackupWork = (
  manifest: BackupManifest,
  entries: AsyncIterator<ArchiveEntry>,
  signal: AbortSignal,
) => Promise<void>;

/**
 * Reads a file to its end, checksum included, while `work` takes what is in it.
 * @throws DamagedBackup, or a StartError when the file is something else.
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
    // What a wrong byte leads to is found before the checksum, but explains nothing.
    await refuseDamage(file);
    throw error;
  }
}

/** Reads the whole file against its checksum. @throws DamagedBackup */
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
  if (entry?.header.name !== manifestEntry || (entry.header.size ?? 0) > longestManifest) throw notABackup(file);
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
    // No JSON, so no manifest; the caller says so.
    return undefined;
  }
}
