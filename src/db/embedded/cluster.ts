import { randomBytes } from "node:crypto";
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "#platform/error-code.ts";
import { syncFolder } from "#platform/folders.ts";
import { StartError } from "#platform/start-error.ts";
import type { DatabasePlaces } from "./database-places.ts";
import { runAsDatabaseUser } from "./database-user.ts";
import { type PostgresBinaries, setDatabaseUrl } from "./postgres-binaries.ts";

/** The role that owns everything, and the database it uses. */
export const databaseRole = "chowk";
export const databaseName = "postgres";

/** The statuses with which a shell reports that a program could not be run at all. */
export const cannotRunStatuses: readonly number[] = [126, 127];

/**
 * Makes a new cluster; the last step syncs it to the disk (in one call where there is one: 0.04 s against 3 s on a busy
 * disk). Only the folder's owner and root get in, as the kernel sees them ("peer"); pg_ident.conf, which names the two,
 * is written at each start.
 */
const makeScript = `umask 077
"$1/bin/initdb" -D "$2" -U ${databaseRole} --auth=peer --encoding=UTF8 --locale=C --locale-provider=builtin \\
  --builtin-locale=C.UTF-8 --no-sync --no-instructions >/dev/null || exit
echo "local all all peer map=chowk" >"$2/pg_hba.conf" || exit
exec "$1/bin/initdb" -D "$2" --sync-only --sync-method=${process.platform === "linux" ? "syncfs" : "fsync"} >/dev/null`;

/** Where the data of one major version of PostgreSQL are. */
export function clusterFolder(places: DatabasePlaces, binaries: PostgresBinaries): string {
  return path.join(places.folder, binaries.major);
}

/**
 * Makes the cluster if there is none. It is made beside its place and renamed, so a kill leaves no half of one and two
 * processes at once end with the same one. Takes about half a second.
 * @throws StartError when the data are of another PostgreSQL, the disk is full or the binaries do not run here.
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
      `${places.folder} holds data of PostgreSQL ${other}, this version brings ${binaries.major}: run "npm run shop -- backup FILE" with the version that made them, move the folder away, start, and "npm run shop -- restore FILE".`,
    );
  }
  log(`Making a database in ${places.folder}.`);
  const unfinished = `${cluster}.new-${randomBytes(6).toString("hex")}`;
  const { status, output } = await runAsDatabaseUser(places.user, makeScript, [binaries.folder, unfinished]);
  try {
    if (status === 0) {
      await rename(unfinished, cluster);
      await syncFolder(places.folder);
    }
  } catch (error) {
    // Another process was faster; its cluster is as good as ours.
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
    `Cannot make the database in ${places.folder} (${reason}): remedy that, set DATA_DIR to another folder, or set DATABASE_URL.`,
  );
}

/** The error for binaries that this machine's C library or processor does not take, as with musl. */
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
