import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type Pack, pack as packTar } from "tar-stream";
import { StartError } from "#platform/start-error.ts";
import { copySettings, listMigrations, listSequences, listTables, quotedWithColumns } from "./backup-catalogue.ts";
import {
  type BackupFolders,
  type BackupManifest,
  type BackupTable,
  manifestEntry,
  tableEntry,
  unpackingPrefix,
} from "./backup-format.ts";

/**
 * Writes the whole shop into one file: all rows as of one moment, and the folders' files. The file appears under its
 * name only when it is complete and on the disk; memory stays bounded, and the tables' text lies beside it meanwhile.
 * The shop may go on working.
 * @param progress takes a line for each step.
 * @returns the manifest and the number of files.
 * @throws StartError when the file cannot be written.
 */
export async function backUp(
  pool: pg.Pool,
  folders: BackupFolders,
  file: string,
  progress: (line: string) => void,
): Promise<{ manifest: BackupManifest; files: number }> {
  const part = `${path.resolve(file)}.part`;
  let spool: string | undefined;
  try {
    spool = await mkdtemp(`${part}-`);
    const manifest = await spoolTables(pool, spool, progress);
    const files = await writeArchive(part, spool, manifest, folders);
    await rename(part, file);
    await syncFolder(path.dirname(part));
    progress(`${files} files`);
    return { manifest, files };
  } catch (cause) {
    await rm(part, { force: true });
    throw asStartError(file, cause);
  } finally {
    if (spool) await rm(spool, { recursive: true, force: true });
  }
}

async function spoolTables(pool: pg.Pool, spool: string, progress: (line: string) => void): Promise<BackupManifest> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read, read only");
    await client.query(copySettings);
    const tables: BackupTable[] = [];
    const shapes = await listTables(client);
    if (shapes.length === 0) throw new StartError("The database holds no shop yet: there is nothing to back up.");
    for (const shape of shapes) {
      const rows = client.query(copyTo(`copy ${quotedWithColumns(shape)} to stdout`));
      await pipeline(rows, createWriteStream(path.join(spool, spoolName(tables.length)), { mode: 0o600 }));
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
    // Ends the transaction and the copy under way, whatever happened.
    client.release(true);
  }
}

const spoolName = (index: number) => `${index}.copy`;

async function writeArchive(
  part: string,
  spool: string,
  manifest: BackupManifest,
  folders: BackupFolders,
): Promise<number> {
  const archive = packTar();
  const add = async () => {
    archive.entry({ name: manifestEntry, mode: 0o600 }, `${JSON.stringify(manifest, null, 2)}\n`);
    for (const [index, table] of manifest.tables.entries()) {
      await addFile(archive, tableEntry(table), path.join(spool, spoolName(index)));
    }
    let files = 0;
    for (const [name, folder] of Object.entries(folders)) files += await addFolder(archive, name, folder);
    archive.finalize();
    return files;
  };
  const written = pipeline(archive, createGzip(), createWriteStream(part, { mode: 0o600, flush: true }));
  const [files] = await Promise.all([add(), written]);
  return files;
}

async function addFolder(archive: Pack, name: string, folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    // A shop without uploads has no such folder.
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((relative) => !relative.startsWith(unpackingPrefix))
    .sort();
  for (const relative of files) {
    await addFile(archive, [name, ...relative.split(path.sep)].join("/"), path.join(folder, relative));
  }
  return files.length;
}

/** Adds a file as long as it is now, so that one that grows meanwhile does no harm. */
async function addFile(archive: Pack, name: string, file: string): Promise<void> {
  const { size, mtime } = await stat(file);
  if (size === 0) archive.entry({ name, mtime, mode: 0o600 }, "");
  else await pipeline(createReadStream(file, { end: size - 1 }), archive.entry({ name, size, mtime, mode: 0o600 }));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function asStartError(file: string, cause: unknown): unknown {
  if (!(cause instanceof Error && "syscall" in cause && "code" in cause)) return cause;
  return new StartError(`Cannot write the backup ${file} (${String(cause.code)}): choose a file on a disk with room.`, {
    cause,
  });
}
