import { randomBytes } from "node:crypto";
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "#platform/error-code.ts";
import { syncFolder } from "#platform/folders.ts";
import { StartError } from "#platform/start-error.ts";
import type { DatabasePlaces } from "./database-places.ts";
import { runAsDatabaseUser } from "./database-user.ts";
import { type PostgresBinaries, setDatabaseUrl } from "./postgres-binaries.ts";

/** The role that owns everything, and the name of its database. */
export const databaseRole = "chowk";
export const databaseName = "postgres";

/** Suffix of the folder of a cluster that `restore-to` replaced. */
export const replacedSuffix = ".before-";
/** Suffix of the folder in which `restore-to` recovers a cluster. */
export const recoveringSuffix = ".recovering-";

/** Exit statuses with which a shell reports that a program could not be run. */
export const cannotRunStatuses: readonly number[] = [126, 127];

/**
 * Creates a cluster. The last step syncs it to disk (with syncfs on Linux: 0.04 s instead of 3 s on a busy disk). Only
 * the folder's owner and root can connect ("peer" authentication); pg_ident.conf, which lists the two, is written at
 * each start.
 */
const makeScript = `umask 077
"$1/bin/initdb" -D "$2" -U ${databaseRole} --auth=peer --encoding=UTF8 --locale=C --locale-provider=builtin \\
  --builtin-locale=C.UTF-8 --no-sync --no-instructions >/dev/null || exit
echo "local all all peer map=chowk" >"$2/pg_hba.conf" || exit
exec "$1/bin/initdb" -D "$2" --sync-only --sync-method=${process.platform === "linux" ? "syncfs" : "fsync"} >/dev/null`;

/** Returns the data folder for a major version of PostgreSQL. */
export function clusterFolder(places: DatabasePlaces, binaries: PostgresBinaries): string {
  return path.join(places.folder, binaries.major);
}

/**
 * Creates the cluster if there is none, in about half a second. It is created under a temporary name and renamed, so a
 * kill leaves no partial cluster and two concurrent processes end up with the same one. @throws StartError if the data
 * belong to another version of PostgreSQL, the disk is full or the binaries do not run here.
 */
export async function ensureCluster(
  places: DatabasePlaces,
  binaries: PostgresBinaries,
  log: (message: string) => void,
): Promise<void> {
  const cluster = clusterFolder(places, binaries);
  const names = await readdir(places.folder);
  if (names.includes(binaries.major)) {
    await removeUnfinished(places.folder, names);
    return;
  }
  const other = names.find((name) => /^\d+$/.test(name));
  if (other) {
    throw new StartError(
      `${places.folder} contains data of PostgreSQL ${other}, but this version uses ${binaries.major}: run "npm run shop -- backup FILE" with the version that created them, move the folder away, start, and run "npm run shop -- restore FILE".`,
    );
  }
  const replaced = names.find((name) => name.startsWith(binaries.major + replacedSuffix));
  if (replaced) {
    throw new StartError(
      `${places.folder} has no database but ${replaced}, which "restore-to" put aside before it ended: rename it to ${binaries.major}, or move it away to begin with an empty database.`,
    );
  }
  log(`Creating a database in ${places.folder}.`);
  const unfinished = `${cluster}.new-${randomBytes(6).toString("hex")}`;
  const { status, output } = await runAsDatabaseUser(places.user, makeScript, [binaries.folder, unfinished]);
  try {
    if (status === 0) {
      await rename(unfinished, cluster);
      await syncFolder(places.folder);
    }
  } catch (error) {
    // Another process was faster; its cluster is equivalent.
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(errorCode(error) ?? "")) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  if (!(await readdir(places.folder)).includes(binaries.major)) throw cannotMake(places, status, output);
}

function cannotMake(places: DatabasePlaces, status: number, output: string): StartError {
  if (cannotRunStatuses.includes(status)) return cannotRunHere(output);
  const reason = output.split("\n").find((line) => /error|fatal|could not/i.test(line)) ?? `status ${status}`;
  return new StartError(
    `Cannot create the database in ${places.folder} (${reason}): fix that, set DATA_DIR to another folder, or set DATABASE_URL.`,
  );
}

/** Returns the error for binaries that are incompatible with this machine's C library (such as musl) or processor. */
export function cannotRunHere(output: string): StartError {
  const reason = output.trim().split("\n").at(-1) ?? "";
  return new StartError(
    `The PostgreSQL of the npm package does not run on this machine (${reason}): ${setDatabaseUrl}.`,
  );
}

async function removeUnfinished(folder: string, names: string[]): Promise<void> {
  const unfinished = names.filter((name) => /^\d+\.new-/.test(name));
  await Promise.all(unfinished.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}
