import { createHash, randomBytes } from "node:crypto";
import { chmod, link, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "#platform/error-code.ts";
import { canReach } from "#platform/folders.ts";
import { StartError } from "#platform/start-error.ts";
import { readOptional } from "./optional-file.ts";

/** Where root keeps databases (and copied binaries) that cannot be in a DATA_DIR. Others can pass, not list. */
export const rootFolder = "/var/lib/chowk";

/** A short name for a text, the same each time. */
export const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Ties a DATA_DIR to a database elsewhere. Random, so that a DATA_DIR made anew never meets the one of the old. */
interface DatabaseId {
  id: string;
  /** The DATA_DIR that the id was made for. */
  dataDir: string;
}

const idFile = (dataDir: string) => path.join(dataDir, "postgres.id");
const readmeFile = (dataDir: string) => path.join(dataDir, "README.txt");
const folderOf = (id: DatabaseId) => path.join(rootFolder, digest(`${id.id}\0${id.dataDir}`));

/** Whether the DATA_DIR's database is, or will be, outside it. */
export function hasDatabaseOutside(dataDir: string): boolean {
  return readId(dataDir) !== undefined;
}

/**
 * The folder outside the DATA_DIR for its database, decided for good at the first call.
 * @throws StartError when the DATA_DIR was moved away from its database, or the database is gone.
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
      `The database of ${dataDir} was in ${folder} and is gone: put it back, or delete ${readmeFile(dataDir)} to begin with an empty database.`,
    );
  }
  await makeRootFolder();
  return folder;
}

/** Makes the folder that holds the databases outside; whatever the umask, the database's user can pass it. */
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
    // Unlike a write, a link is there at once or not at all, and only for the first of two.
    await link(temporary, idFile(dataDir));
    return made;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    return readId(dataDir) ?? made;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Tells the reader of the DATA_DIR where its database is, once there is one. */
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
