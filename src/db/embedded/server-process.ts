import type { ChildProcess } from "node:child_process";
import { closeSync, readlinkSync, renameSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "#platform/start-error.ts";
import { cannotRunHere, cannotRunStatuses, databaseRole } from "./cluster.ts";
import { type DatabasePlaces, errorCode, socketPort } from "./database-places.ts";
import { cannotSwitchTo, runAsDatabaseUser } from "./database-user.ts";
import { startGuardian } from "./guardian.ts";
import {
  askForServer,
  type Hold,
  holdersPipe,
  makeToken,
  openBothEnds,
  openForWriting,
  pollInterval,
  readOptional,
  writeLine,
} from "./holders-pipe.ts";
import { postgresArguments } from "./postgres-settings.ts";

/** How long a guardian may take for its answer before we look again, in milliseconds. */
const answerTime = 2_000;
/** How long PostgreSQL may take to replay its log after a crash, in milliseconds. */
const recoveryTime = 300_000;

/** The folders of one server. */
export interface ServerPlaces extends DatabasePlaces {
  cluster: string;
}

/** The first line of PostgreSQL's lock file is its process number, the eighth its state. */
export function readLockFile(cluster: string): { server: number; ready: boolean } | undefined {
  const lines = readOptional(path.join(cluster, "postmaster.pid"))?.split("\n");
  return lines?.[0] ? { server: Number(lines[0]), ready: lines[7]?.trim() === "ready" } : undefined;
}

/** Joins the server that runs. @returns undefined when none does, or it is about to stop. */
export async function joinServer(places: ServerPlaces): Promise<Hold | undefined> {
  const pipe = openForWriting(path.join(places.folder, holdersPipe));
  if (pipe === undefined) return undefined;
  const server = await askForServer(places.folder, pipe, answerTime);
  if (server !== undefined && (await untilReady(places, { server, pipe }))) return { server, pipe };
  closeSync(pipe);
  return undefined;
}

/** Waits until the server takes connections; false when its guardian has gone instead. */
async function untilReady(places: ServerPlaces, hold: Hold): Promise<boolean> {
  const deadline = Date.now() + recoveryTime;
  while (Date.now() < deadline) {
    const lock = readLockFile(places.cluster);
    if (lock?.server === hold.server && lock.ready) return true;
    if (!writeLine(hold.pipe, "")) return false;
    await delay(pollInterval);
  }
  throw new StartError(
    `PostgreSQL in ${places.folder} did not become ready within ${recoveryTime / 1000} s: see ${logFile(places)}.`,
  );
}

const prepareScript = `umask 077
mkfifo "$1" || exit
user=$(id -un) || user=$(id -u)
printf '${databaseRole} root ${databaseRole}\\n${databaseRole} "%s" ${databaseRole}\\n' "$user" >"$2.$3" && mv -f "$2.$3" "$2"`;

/** Makes what a start needs: a pipe of its own, and the file that says which system users may connect. */
export async function prepareStart(places: ServerPlaces): Promise<string> {
  const token = makeToken();
  const pipe = path.join(places.folder, `${holdersPipe}.${token}`);
  const { status, output } = await runAsDatabaseUser(places.user, prepareScript, [pipe, identFile(places), token]);
  if (status === 0) return pipe;
  throw new StartError(
    `Cannot start PostgreSQL in ${places.folder} (${output.trim()}): make it writable, set DATA_DIR to a folder on a local disk, or set DATABASE_URL.`,
  );
}

const identFile = (places: DatabasePlaces) => path.join(places.folder, "pg_ident.conf");
const logFile = (places: DatabasePlaces) => path.join(places.folder, "server.log");

/**
 * Starts a server.
 * @param pipe what `prepareStart` made.
 * @returns undefined when another server has, or had until now, the data.
 * @throws StartError when PostgreSQL cannot run.
 */
export async function startServer(places: ServerPlaces, binary: string, pipe: string): Promise<Hold | undefined> {
  const logStart = sizeOf(logFile(places));
  const { read, write } = openBothEnds(pipe);
  const settings = postgresArguments(places.cluster, places.socketFolder, socketPort);
  const command = [binary, ...settings, "-c", `ident_file=${identFile(places)}`];
  const guardian = startGuardian(places, read, command);
  closeSync(read);
  const end = endOf(guardian, places);
  try {
    const won = await Promise.race([winLock(places, pipe, write), end]);
    if (typeof won === "object") return won;
    closeSync(write);
    return await explainEnd(places, won, logStart);
  } catch (error) {
    closeSync(write);
    throw error;
  } finally {
    rmSync(pipe, { force: true });
  }
}

/** Resolves with the guardian's exit status; rejects when it could not be started. */
function endOf(guardian: ChildProcess, places: DatabasePlaces): Promise<number> {
  const end = new Promise<number>((resolve, reject) => {
    guardian.once("exit", (code) => resolve(code ?? 128));
    guardian.once("error", (cause) => reject(cannotSwitchTo(places.user, cause)));
  });
  // It also ends long after anybody waits for it.
  end.catch(() => undefined);
  return end;
}

/** PostgreSQL's lock file is what decides between two that start at once; only the winner's pipe can be joined. */
async function winLock(places: ServerPlaces, pipe: string, write: number): Promise<Hold | number> {
  const server = await askForServer(places.folder, write, answerTime * 5);
  while (server !== undefined && readLockFile(places.cluster)?.server !== server) {
    if (!writeLine(write, "")) return await new Promise(() => undefined);
    await delay(pollInterval);
  }
  if (server === undefined) return await new Promise(() => undefined);
  renameSync(pipe, path.join(places.folder, holdersPipe));
  if (await untilReady(places, { server, pipe: write })) return { server, pipe: write };
  return await new Promise(() => undefined);
}

async function explainEnd(places: ServerPlaces, status: number, logStart: number): Promise<undefined> {
  const text = await readFrom(logFile(places), logStart);
  const isTaken = /lock file .* already exists|shared memory block .* is still in use|is being used by/.test(text);
  if (status === 0 || isTaken) return undefined;
  if (cannotRunStatuses.includes(status)) throw cannotRunHere(text);
  const fatal = text.match(/(?:FATAL|PANIC): +(.*)/)?.[1] ?? `status ${status}`;
  throw new StartError(
    `PostgreSQL in ${places.folder} does not start (${fatal}): remedy that, or set DATABASE_URL; details in ${logFile(places)}.`,
  );
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

async function readFrom(file: string, start: number): Promise<string> {
  try {
    const handle = await open(file);
    const { buffer, bytesRead } = await handle
      .read(Buffer.alloc(20_000), 0, 20_000, start)
      .finally(() => handle.close());
    return buffer.toString("utf8", 0, bytesRead);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}

/**
 * Deals with a lock file whose owner no guardian watches (somebody killed the guardian): stops that server, or removes
 * the file when the process number in it has since gone to another program. Only where /proc tells (Linux).
 * @param milliseconds for how long nobody has been reading the holders' pipe.
 */
export function clearUnguarded(cluster: string, server: number, milliseconds: number): void {
  let folder: string;
  try {
    folder = readlinkSync(`/proc/${server}/cwd`);
  } catch {
    // No such process (PostgreSQL sees that itself), one of another user, or no /proc.
    return;
  }
  if (folder === cluster && milliseconds > 2_000) process.kill(server, "SIGINT");
  if (folder !== cluster && milliseconds > 5_000) rmSync(path.join(cluster, "postmaster.pid"), { force: true });
}
