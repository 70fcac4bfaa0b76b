import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { Arrays } from "../sets/slot-lists.ts";

const magic = "CHOWKIDX";
const prefixLength = 16;
const maxHeaderBytes = 64 * 1024 * 1024;
/** Bytes written, or checked, at a time. */
const pieceLength = 4 * 1024 * 1024;

const kinds = { Uint8Array, Uint16Array, Uint32Array, Float64Array } as const;
type Kind = keyof typeof kinds;

interface Section {
  name: string;
  kind: Kind;
  length: number;
  crc: number;
}

interface Header {
  version: string;
  sections: Section[];
  meta: unknown;
}

export interface Snapshot {
  /** Anything that JSON can hold. */
  meta: unknown;
  arrays: Arrays;
}

/** Why a file is no snapshot that can be used. */
export class UnusableSnapshot extends Error {
  override name = "UnusableSnapshot";
}

/**
 * Writes a snapshot, so that at any moment the file is the previous one or this one. The arrays must not change meanwhile:
 * abort the writing before you change them. Does nothing if another process starts to write before it is done.
 * @param version names the code that knows what the arrays mean
 * @throws the signal's reason when it is aborted; the previous file stays
 */
export async function writeSnapshot(
  file: string,
  version: string,
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<void> {
  const temporary = `${file}.tmp`;
  // A killed process may have left it.
  await rm(temporary, { force: true });
  const handle = await open(temporary, "wx");
  try {
    await writeTo(handle, version, snapshot, signal);
    if (await isAt(temporary, handle)) await rename(temporary, file);
  } catch (error) {
    if (await isAt(temporary, handle)) await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function writeTo(
  handle: FileHandle,
  version: string,
  { meta, arrays }: Snapshot,
  signal: AbortSignal,
): Promise<void> {
  const sections = Object.entries(arrays).map(([name, array]): Section => {
    return { name, kind: array.constructor.name as Kind, length: array.length, crc: 0 };
  });
  for (const section of sections)
    for (const piece of piecesOf(arrays[section.name])) {
      signal.throwIfAborted();
      section.crc = crc32(piece, section.crc);
      await nextPiece();
    }
  const header = Buffer.from(JSON.stringify({ version, sections, meta } satisfies Header));
  await handle.writev([prefixOf(header), header]);
  for (const { name } of sections)
    for (const piece of piecesOf(arrays[name])) {
      signal.throwIfAborted();
      await handle.write(piece);
    }
  await handle.sync();
  signal.throwIfAborted();
}

/** Returns whether the path is still that of the open file: another process replaces it when it starts to write. */
async function isAt(path: string, handle: FileHandle): Promise<boolean> {
  const own = await handle.stat({ bigint: true });
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found?.ino === own.ino;
}

/** Reads a snapshot. @throws UnusableSnapshot when it is missing, damaged, cut off or of another version */
export async function readSnapshot(file: string, version: string): Promise<Snapshot> {
  const handle = await openExisting(file);
  try {
    const prefix = await readBytes(handle, Buffer.alloc(prefixLength), 0);
    if (prefix.toString("latin1", 0, 8) !== `${magic}`) throw new UnusableSnapshot("not a snapshot");
    const [length, crc] = [prefix.readUInt32LE(8), prefix.readUInt32LE(12)];
    if (length > maxHeaderBytes) throw new UnusableSnapshot("damaged header");
    const bytes = await readBytes(handle, Buffer.alloc(length), prefixLength);
    if (crc32(bytes) !== crc) throw new UnusableSnapshot("damaged header");
    const { version: found, sections, meta } = JSON.parse(bytes.toString()) as Header;
    if (found !== version) throw new UnusableSnapshot("another version of the shop");
    let position = prefixLength + length;
    const reading = sections.map(async (section) => {
      const array = roomy(kinds[section.kind], section.length);
      const from = position;
      position += array.byteLength;
      await readBytes(handle, bytesOf(array), from);
      return [section, array] as const;
    });
    const arrays: Arrays = {};
    for (const [{ name, crc }, array] of await Promise.all(reading)) {
      let found = 0;
      for (const piece of piecesOf(array)) {
        found = crc32(piece, found);
        await nextPiece();
      }
      if (found !== crc) throw new UnusableSnapshot(`damaged section ${name}`);
      arrays[name] = array;
    }
    return { meta, arrays };
  } finally {
    await handle.close();
  }
}

/** An array with room in its buffer to grow by a twentieth. */
function roomy(kind: (typeof kinds)[Kind], length: number): Arrays[string] {
  const room = Math.ceil(length * 1.05) + 1_024;
  return new kind(new ArrayBuffer(room * kind.BYTES_PER_ELEMENT), 0, length);
}

function prefixOf(header: Buffer): Buffer {
  const prefix = Buffer.alloc(prefixLength);
  prefix.write(magic, "latin1");
  prefix.writeUInt32LE(header.length, 8);
  prefix.writeUInt32LE(crc32(header), 12);
  return prefix;
}

async function openExisting(file: string): Promise<FileHandle> {
  try {
    return await open(file, "r");
  } catch (error) {
    throw new UnusableSnapshot("no file", { cause: error });
  }
}

/** Fills the buffer. @throws UnusableSnapshot when the file ends before */
async function readBytes(handle: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  for (let done = 0; done < buffer.length; ) {
    const { bytesRead } = await handle.read(buffer, done, buffer.length - done, position + done);
    if (bytesRead === 0) throw new UnusableSnapshot("cut off");
    done += bytesRead;
  }
  return buffer;
}

function bytesOf(array: Arrays[string]): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

function* piecesOf(array: Arrays[string] | undefined): Iterable<Buffer> {
  if (!array) return;
  const bytes = bytesOf(array);
  for (let from = 0; from < bytes.length; from += pieceLength) yield bytes.subarray(from, from + pieceLength);
}

/** Lets requests have their turn between two pieces. */
function nextPiece(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
