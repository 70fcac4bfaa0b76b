import { createHash, randomBytes } from "node:crypto";
import { chmod, link, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "#platform/error-code.ts";
import { canReach } from "#platform/folders.ts";
import { StartError } from "#platform/start-error.ts";
import { readOptional } from "./optional-file.ts";

/**
 * Folder for root's databases (and copied binaries) that cannot be in a DATA_DIR. Others may enter it, but not list it.
 */
export const rootFolder = "/var/lib/chowk";

/** Returns a short, stable identifier for a text. */
export const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/**
 * Links a DATA_DIR to a database elsewhere. The id is random, so that a recreated DATA_DIR never finds the old
 * database.
 */
interface DatabaseId {
  id: string;
  /** The DATA_DIR for which the id was created. */
  dataDir: string;
}

const idFile = (dataDir: string) => path.join(dataDir, "postgres.id");
const readmeFile = (dataDir: string) => path.join(dataDir, "README.txt");
const folderOf = (id: DatabaseId) => path.join(rootFolder, digest(`${id.id}\0${id.dataDir}`));

/** Returns whether the DATA_DIR's database is, or will be, outside of it. */
export function hasDatabaseOutside(dataDir: string): boolean {
  return readId(dataDir) !== undefined;
}

/**
 * Returns the folder outside the DATA_DIR for its database, fixed at the first call. @throws StartError if the DATA_DIR
 * was moved away from its database, or the database is gone.
 */
export async function findOutsideFolder(dataDir: string): Promise<string> {
  const id = readId(dataDir) ?? (await makeId(dataDir));
  const folder = folderOf(id);
  if (id.dataDir !== dataDir) {
    throw new StartError(
      `${dataDir} was moved or copied from ${id.dataDir}, but its database stayed in ${folder}: move it back, or delete ${idFile(dataDir)} to begin with an empty database.`,
    );
  }
  if (readOptional(readmeFile(dataDir))?.includes(folder) && !(await canReach(folder))) {
    throw new StartError(
      `The database of ${dataDir} was in ${folder} and is gone: put it back, or delete ${readmeFile(dataDir)} to start with an empty database.`,
    );
  }
  await makeRootFolder();
  return folder;
}

/** Creates the parent folder of these databases, which the database's user can enter whatever the umask. */
export async function makeRootFolder(): Promise<void> {
  const made = await mkdir(rootFolder, { recursive: true });
  if (made) await chmod(rootFolder, 0o711);
}

function readId(dataDir: string): DatabaseId | undefined {
  const [id, madeFor] = readOptional(idFile(dataDir))?.split("\n") ?? [];
  return id && madeFor ? { id, dataDir: madeFor } : undefined;
}

async function makeId(dataDir: string): Promise<DatabaseId> {
  const made = { id: randomBytes(8).toString("hex"), dataDir };
  const temporary = `${idFile(dataDir)}.${made.id}`;
  await writeFile(temporary, `${made.id}\n${dataDir}\n`);
  try {
    // Unlike a write, a link is atomic and succeeds only for the first of two processes.
    await link(temporary, idFile(dataDir));
    return made;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    return readId(dataDir) ?? made;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Writes a README into the DATA_DIR that says where its database is. */
export async function writeReadme(dataDir: string, folder: string, user: string): Promise<void> {
  if (readOptional(readmeFile(dataDir))?.includes(folder)) return;
  const text = `The database of this folder is in

  ${folder}

because PostgreSQL refuses to run as root, and the user who runs it instead (${user}) cannot enter this folder.
The two belong together: do not move or copy this folder by itself. "npm run shop -- backup FILE" writes the database
and the pictures into one file, "npm run shop -- restore FILE" reads it, and "npm run shop -- where" prints this place.
`;
  await writeFile(readmeFile(dataDir), text);
}
