import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type Pack, pack as packTar } from "tar-stream";
import { errorCode } from "#platform/error-code.ts";
import { draftSuffix, syncFolder } from "#platform/folders.ts";
import { StartError } from "#platform/start-error.ts";
import { type FileStorage, StorageError } from "#platform/storage/storage.ts";
import { allowLongStatements } from "../silence.ts";
import { copySettings, listMigrations, listSequences, listTables, quotedWithColumns } from "./backup-catalogue.ts";
import {
  type BackupFiles,
  type BackupManifest,
  type BackupTable,
  manifestEntry,
  tableEntry,
  unpackingPrefix,
} from "./backup-format.ts";

/**
 * Writes the whole shop into one file: all rows as of one moment, and the stored files. The file appears under its name
 * only once it is complete and synced. Memory use is bounded; the tables' text is spooled to disk next to the file. The
 * shop may keep running: drafts, and files deleted during the backup, are left out.
 * @param progress called with a line for each table.
 * @returns the manifest and the number of files.
 * @throws StartError if the file cannot be written, or a stored file cannot be read.
 */
export async function backUp(
  pool: pg.Pool,
  storages: BackupFiles,
  file: string,
  progress: (line: string) => void,
): Promise<{ manifest: BackupManifest; files: number }> {
  const target = path.resolve(file);
  const spool = await writing(file, makeSpool(target));
  try {
    const manifest = await spoolTables(pool, spool, file, progress);
    const files = await writeArchive(spool, manifest, storages, file);
    await writing(file, rename(path.join(spool, archiveName), target));
    await syncFolder(path.dirname(target));
    return { manifest, files };
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}

async function spoolTables(
  pool: pg.Pool,
  spool: string,
  file: string,
  progress: (line: string) => void,
): Promise<BackupManifest> {
  const client = await pool.connect();
  try {
    await allowLongStatements(client);
    await client.query("begin isolation level repeatable read, read only");
    await client.query(copySettings);
    const tables: BackupTable[] = [];
    const shapes = await listTables(client);
    if (shapes.length === 0) throw new StartError("The database contains no shop yet: there is nothing to back up.");
    for (const shape of shapes) {
      const rows = client.query(copyTo(`copy ${quotedWithColumns(shape)} to stdout`));
      const text = createWriteStream(path.join(spool, spoolName(tables.length)), { mode: 0o600 });
      await writing(file, pipeline(rows, text));
      tables.push({ ...shape, rows: rows.rowCount });
      progress(`${shape.schema}.${shape.name}: ${rows.rowCount} rows`);
    }
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
    return {
      format: "chowk-backup",
      version: 1,
      createdAt: new Date().toISOString(),
      serverVersion: rows[0]?.version ?? "",
      migrations: await listMigrations(client),
      tables,
      sequences: await listSequences(client),
    };
  } finally {
    // Closing the connection ends the transaction and any COPY in progress.
    client.release(true);
  }
}

const spoolName = (index: number) => `${index}.copy`;
const archiveName = "archive";

async function writeArchive(
  spool: string,
  manifest: BackupManifest,
  storages: BackupFiles,
  file: string,
): Promise<number> {
  const archive = packTar();
  const add = async () => {
    archive.entry({ name: manifestEntry, mode: 0o600 }, `${JSON.stringify(manifest, null, 2)}\n`);
    for (const [index, table] of manifest.tables.entries()) {
      const file = path.join(spool, spoolName(index));
      const { size, mtime } = await stat(file);
      await addEntry(archive, { name: tableEntry(table), size, mtime }, createReadStream(file));
    }
    let files = 0;
    for (const [name, storage] of Object.entries(storages)) files += await addStored(archive, name, storage);
    archive.finalize();
    return files;
  };
  const target = createWriteStream(path.join(spool, archiveName), { mode: 0o600, flush: true });
  const written = writing(file, pipeline(archive, createGzip(), target));
  const added = add();
  // An error while adding a file destroys the archive, which makes `written` reject.
  added.catch((error: Error) => archive.destroy(error));
  await written;
  return added;
}

/** Adds the files of a storage, except those deleted in the meantime. @returns how many */
async function addStored(archive: Pack, folder: string, storage: FileStorage): Promise<number> {
  let count = 0;
  for await (const { key } of storage.list()) {
    if (key.startsWith(unpackingPrefix)) continue;
    try {
      const file = await storage.get(key);
      if (!file) continue;
      const entry = { name: `${folder}/${key}`, size: file.length, mtime: file.modifiedAt };
      await addEntry(archive, entry, file.stream);
    } catch (cause) {
      if (cause instanceof StorageError) throw new StartError(`${cause.message}.`, { cause });
      if (!isFileProblem(cause)) throw cause;
      const place = `${storage.place}/${key}`;
      throw new StartError(`Cannot read ${place} (${errorCode(cause)}): make it readable for this user.`, { cause });
    }
    count += 1;
  }
  return count;
}

async function addEntry(
  archive: Pack,
  entry: { name: string; size: number; mtime: Date },
  content: Readable,
): Promise<void> {
  await pipeline(content, archive.entry({ ...entry, mode: 0o600 }));
}

/** Creates a folder for temporary files next to the backup; removes those of killed backups. */
async function makeSpool(target: string): Promise<string> {
  const prefix = `${path.basename(target)}${draftSuffix}-`;
  for (const name of await readdir(path.dirname(target))) {
    const [, writer] = name.startsWith(prefix) ? (/^(\d+)-/.exec(name.slice(prefix.length)) ?? []) : [];
    if (writer && !isAlive(Number(writer))) await rm(path.join(path.dirname(target), name), { recursive: true });
  }
  return mkdtemp(path.join(path.dirname(target), `${prefix}${process.pid}-`));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process is running as another user.
    return errorCode(error) !== "ESRCH";
  }
}

async function writing<T>(file: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!isFileProblem(cause)) throw cause;
    const code = errorCode(cause);
    throw new StartError(`Cannot write the backup ${file} (${code}): choose a file on a disk with enough free space.`, {
      cause,
    });
  }
}

const fileProblems = "EACCES EDQUOT EFBIG EIO EISDIR ENAMETOOLONG ENOENT ENOSPC ENOTDIR EPERM EROFS".split(" ");

/** Returns whether an error comes from the file system rather than, for example, the database. */
function isFileProblem(error: unknown): boolean {
  return fileProblems.includes(errorCode(error) ?? "");
}
