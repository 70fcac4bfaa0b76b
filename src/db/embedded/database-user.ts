import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { StartError } from "#platform/start-error.ts";

/** The system user that runs PostgreSQL when the shop runs as root, because PostgreSQL refuses to run as root. */
export interface DatabaseUser {
  uid: number;
  gid: number;
  name: string;
}

/** The environment of the database's processes: none of the shop's own variables, which contain secrets. */
export const databaseEnvironment: Readonly<Record<string, string>> = {
  PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin",
  LC_ALL: "C",
};

/** Returns whether this process runs as root and must run PostgreSQL as another user. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function passwdEntries(): DatabaseUser[] {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** Returns the user for a new database: `postgres` if it exists, else `nobody`. */
export function findDatabaseUser(): DatabaseUser {
  const entries = passwdEntries();
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const found = entries.find((entry) => entry.name === name && entry.uid !== 0);
    if (found) return found;
  }
  throw new StartError(
    "PostgreSQL refuses to run as root, and this machine has no user postgres or nobody: start the shop as an ordinary user, or set DATABASE_URL.",
  );
}

/** Returns the user that owns an existing database folder. */
export function databaseUserOf(owner: { uid: number; gid: number }): DatabaseUser {
  const name = passwdEntries().find((entry) => entry.uid === owner.uid)?.name ?? String(owner.uid);
  return { uid: owner.uid, gid: owner.gid, name };
}

/**
 * Runs a POSIX shell script as the database's user (as this process's user if `user` is undefined) and waits for it to
 * end. `status` is the exit status, 128 or more after a signal; `output` is stdout and stderr.
 */
export function runAsDatabaseUser(
  user: DatabaseUser | undefined,
  script: string,
  args: string[],
): Promise<{ status: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", script, "chowk", ...args], {
      ...(user && { uid: user.uid, gid: user.gid }),
      cwd: "/",
      env: databaseEnvironment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", (cause) => reject(cannotSwitchTo(user, cause)));
    child.on("close", (code) => resolve({ status: code ?? 128, output }));
  });
}

/** Returns the error for a machine that does not allow starting a process as the database's user. */
export function cannotSwitchTo(user: DatabaseUser | undefined, cause: Error): StartError {
  return new StartError(
    `Cannot start PostgreSQL as user ${user?.name ?? "of this process"} (${cause.message}): start the shop as an ordinary user, or set DATABASE_URL.`,
    { cause },
  );
}
