import { chown, lstat, mkdir, realpath } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "#platform/error-code.ts";
import { makeFolder, unusableDataDir } from "#platform/folders.ts";
import { StartError } from "#platform/start-error.ts";
import { type DatabaseUser, databaseUserOf, findDatabaseUser, isRoot, runAsDatabaseUser } from "./database-user.ts";
import { digest, findOutsideFolder, hasDatabaseOutside } from "./outside-data-dir.ts";

/** The number in the socket's name; no TCP port is opened. */
export const socketPort = 5432;
/** The longest socket path that every supported system accepts, in bytes. */
const maxSocketPathBytes = 103;

export interface DatabasePlaces {
  /** The DATA_DIR with symbolic links resolved. */
  dataDir: string;
  /** The database's folder, mode 700: contains the cluster, the log and the holders' pipe. */
  folder: string;
  /** The folder of the Unix socket. */
  socketFolder: string;
  outsideDataDir: boolean;
  /** The system user that runs PostgreSQL, if it is not the user of this process. */
  user: DatabaseUser | undefined;
}

/**
 * Finds the database's folder for a DATA_DIR; creates both (empty) if missing. @throws StartError if a folder cannot be
 * written or belongs to someone else, or the DATA_DIR was moved away from its database.
 */
export async function findDatabasePlaces(dataDir: string): Promise<DatabasePlaces> {
  const absolute = path.resolve(dataDir);
  try {
    await makeFolder(absolute);
    const real = await realpath(absolute);
    const inside = path.join(real, "postgres");
    if (!isRoot() && hasDatabaseOutside(real)) {
      throw new StartError(
        `The database of ${real} was created by root outside of it: start the shop as root, or set another DATA_DIR.`,
      );
    }
    if (!isRoot()) return await placesOf(real, inside, undefined);
    if (await ownerOf(inside)) return await placesOf(real, inside, await userFor(inside));
    const user = findDatabaseUser();
    if (!hasDatabaseOutside(real) && (await canEnter(user, real))) return await placesOf(real, inside, user);
    const outside = await findOutsideFolder(real);
    return await placesOf(real, outside, await userFor(outside));
  } catch (cause) {
    throw unusableDataDir(absolute, cause);
  }
}

async function placesOf(dataDir: string, folder: string, user: DatabaseUser | undefined): Promise<DatabasePlaces> {
  const uid = user?.uid ?? process.getuid?.() ?? 0;
  await makePrivateFolder(folder, user);
  const short = `/tmp/chowk-${uid}-${digest(folder)}`;
  const fits = Buffer.byteLength(`${folder}/.s.PGSQL.${socketPort}`) <= maxSocketPathBytes;
  const outsideDataDir = path.dirname(folder) !== dataDir;
  return { dataDir, folder, socketFolder: fits ? folder : short, outsideDataDir, user };
}

/**
 * Creates the folder if missing and checks that it is a real folder, belongs to the database's user and is closed to
 * others. @throws StartError if it belongs to someone else or others can enter it.
 */
export async function makePrivateFolder(folder: string, user: DatabaseUser | undefined): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const found = await lstat(folder);
  // Created by us just now, or by a root process that was killed before the chown.
  if (user && found.isDirectory() && found.uid === 0) await chown(folder, user.uid, user.gid);
  const uid = user?.uid ?? process.getuid?.();
  const { mode, uid: actual } = await lstat(folder);
  if (!found.isDirectory() || actual !== uid) {
    const owner = found.isDirectory()
      ? `belongs to user ${databaseUserOf({ uid: actual, gid: 0 }).name}`
      : "is not a folder";
    throw new StartError(`${folder} ${owner}: start the shop as that user, or choose another DATA_DIR.`);
  }
  if ((mode & 0o077) !== 0) {
    throw new StartError(`Other users of this machine can enter ${folder}: run "chmod 700 ${folder}" and start again.`);
  }
}

/** Returns the owner of a database folder, or the user for a new one if it is missing or still owned by root. */
async function userFor(folder: string): Promise<DatabaseUser> {
  const owner = await ownerOf(folder);
  return owner && owner.uid !== 0 ? databaseUserOf(owner) : findDatabaseUser();
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
