import { createHash, randomBytes } from "node:crypto";
import { chown, link, lstat, mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "#platform/start-error.ts";
import { type DatabaseUser, databaseUserOf, findDatabaseUser, isRoot, runAsDatabaseUser } from "./database-user.ts";

/** Where root keeps databases (and copied binaries) that cannot be in a DATA_DIR. Only its own folders can be entered. */
export const rootFolder = "/var/lib/chowk";
/** The number in the socket's name; no TCP port is ever opened. */
export const socketPort = 5432;
/** The longest socket path that every supported system takes, in bytes. */
const longestSocketPath = 103;

export interface DatabasePlaces {
  /** The DATA_DIR without symbolic links. */
  dataDir: string;
  /** The database's folder, mode 700: the cluster, the log, the holders' pipe. */
  folder: string;
  /** The folder of the Unix socket. */
  socketFolder: string;
  outsideDataDir: boolean;
  /** Who runs PostgreSQL, when that is not the user of this process. */
  user: DatabaseUser | undefined;
}

/**
 * Finds the database's folder of a DATA_DIR, and makes the DATA_DIR and that folder (empty) where they are missing.
 * @throws StartError when a folder cannot be written, belongs to someone else, or the DATA_DIR was moved away from its database.
 */
export async function findDatabasePlaces(dataDir: string): Promise<DatabasePlaces> {
  const absolute = path.resolve(dataDir);
  try {
    await mkdir(absolute, { recursive: true });
    const real = await realpath(absolute);
    const inside = path.join(real, "postgres");
    const ownerInside = await ownerOf(inside);
    if (!isRoot()) return await placesOf(real, inside, undefined);
    const user = ownerInside && ownerInside.uid !== 0 ? databaseUserOf(ownerInside) : findDatabaseUser();
    if (ownerInside || ((await readId(real)) === undefined && (await canEnter(user, real)))) {
      return await placesOf(real, inside, user);
    }
    return await placesOutside(real, user);
  } catch (cause) {
    throw asStartError(absolute, cause);
  }
}

async function placesOutside(dataDir: string, fallback: DatabaseUser): Promise<DatabasePlaces> {
  const id = (await readId(dataDir)) ?? (await makeId(dataDir));
  if (id.dataDir !== dataDir) {
    throw new StartError(
      `${dataDir} was moved or copied from ${id.dataDir}, but its database stayed in ${outsideFolder(id)}: move it back, or delete ${idFile(dataDir)} to begin with an empty database.`,
    );
  }
  const folder = outsideFolder(id);
  await mkdir(rootFolder, { recursive: true, mode: 0o711 });
  const owner = await ownerOf(folder);
  if (!owner && (await readReadme(dataDir))?.includes(folder)) {
    throw new StartError(
      `The database of ${dataDir} was in ${folder} and is gone: put it back, or delete ${readmeFile(dataDir)} to begin with an empty database.`,
    );
  }
  return await placesOf(dataDir, folder, owner && owner.uid !== 0 ? databaseUserOf(owner) : fallback);
}

async function placesOf(dataDir: string, folder: string, user: DatabaseUser | undefined): Promise<DatabasePlaces> {
  const uid = user?.uid ?? process.getuid?.() ?? 0;
  await makePrivateFolder(folder, user);
  const short = `/tmp/chowk-${uid}-${digest(folder)}`;
  const fits = Buffer.byteLength(`${folder}/.s.PGSQL.${socketPort}`) <= longestSocketPath;
  const outsideDataDir = path.dirname(folder) !== dataDir;
  return { dataDir, folder, socketFolder: fits ? folder : short, outsideDataDir, user };
}

/**
 * Makes sure that a folder is there, is a real folder, belongs to the database's user and that nobody else can enter it.
 * @throws StartError when it belongs to someone else or others can enter it.
 */
export async function makePrivateFolder(folder: string, user: DatabaseUser | undefined): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const found = await lstat(folder);
  // Made by us a moment ago, or by a root process that was killed before it could give the folder away.
  if (user && found.isDirectory() && found.uid === 0) await chown(folder, user.uid, user.gid);
  const uid = user?.uid ?? process.getuid?.();
  const { mode, uid: actual } = await lstat(folder);
  if (!found.isDirectory() || actual !== uid) {
    const owner = found.isDirectory()
      ? `belongs to user ${databaseUserOf({ uid: actual, gid: 0 }).name}`
      : "is no folder";
    throw new StartError(`${folder} ${owner}: start the shop as that user, or choose another DATA_DIR.`);
  }
  if ((mode & 0o077) !== 0) {
    throw new StartError(`Other users of this machine can enter ${folder}: run "chmod 700 ${folder}" and start again.`);
  }
}

async function canEnter(user: DatabaseUser, folder: string): Promise<boolean> {
  return (await runAsDatabaseUser(user, 'cd -- "$1"', [folder])).status === 0;
}

async function ownerOf(folder: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    return await lstat(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

interface DatabaseId {
  id: string;
  /** The DATA_DIR that the id was made for. */
  dataDir: string;
}

const idFile = (dataDir: string) => path.join(dataDir, "postgres.id");
const readmeFile = (dataDir: string) => path.join(dataDir, "README.txt");
const outsideFolder = (id: DatabaseId) => path.join(rootFolder, digest(`${id.id}\0${id.dataDir}`));
const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

async function readOptional(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function readId(dataDir: string): Promise<DatabaseId | undefined> {
  const [id, madeFor] = (await readOptional(idFile(dataDir)))?.split("\n") ?? [];
  return id && madeFor ? { id, dataDir: madeFor } : undefined;
}

/** A random id, so that a DATA_DIR deleted and made anew never meets the database of the old one. */
async function makeId(dataDir: string): Promise<DatabaseId> {
  const made = { id: randomBytes(8).toString("hex"), dataDir };
  const temporary = `${idFile(dataDir)}.${made.id}`;
  await writeFile(temporary, `${made.id}\n${dataDir}\n`, { mode: 0o600 });
  try {
    await link(temporary, idFile(dataDir));
    return made;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    return (await readId(dataDir)) ?? made;
  } finally {
    await rm(temporary, { force: true });
  }
}

const readReadme = (dataDir: string) => readOptional(readmeFile(dataDir));

/** Tells the reader of the DATA_DIR where its database is, once there is one outside it. */
export async function writeReadme(places: DatabasePlaces): Promise<void> {
  if (!places.outsideDataDir || (await readReadme(places.dataDir))?.includes(places.folder)) return;
  const text = `The database of this folder is in

  ${places.folder}

because PostgreSQL refuses to run as root, and the user who runs it instead (${places.user?.name}) cannot enter this folder.
The two belong together: do not move or copy this folder by itself. "npm run shop -- backup FILE" writes the database
and the pictures into one file, "npm run shop -- restore FILE" reads it, and "npm run shop -- where" prints this place.
`;
  await writeFile(readmeFile(places.dataDir), text);
}

/** The code of a system error ("ENOENT"), or undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function asStartError(dataDir: string, cause: unknown): unknown {
  const code = errorCode(cause);
  if (cause instanceof StartError || !code) return cause;
  return new StartError(
    `Cannot write the data folder ${dataDir} (${code}): make it writable for this user, or set DATA_DIR to a folder that is.`,
    { cause },
  );
}
