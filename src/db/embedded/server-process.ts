import type { ChildProcess } from "node:child_process";
import { closeSync, renameSync, rmSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "#platform/start-error.ts";
import { cannotRunHere, cannotRunStatuses, databaseRole, recoveringSuffix } from "./cluster.ts";
import { type DatabasePlaces, socketPort } from "./database-places.ts";
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
  writeLine,
} from "./holders-pipe.ts";
import { readOptional } from "./optional-file.ts";
import { postgresArguments, type ServerSettings } from "./postgres-settings.ts";
import { archivedMarker } from "./recovery/base-backup.ts";
import {
  prepareRecoveryFolder,
  type RecoveryFolder,
  readSystemIdentifier,
  recoveryFolder,
} from "./recovery/recovery-folder.ts";
import { recordTimeline } from "./recovery/timelines.ts";

/** How long (ms) a guardian may take to answer before we look again. */
const answerTime = 2_000;
/** How long (ms) PostgreSQL may take to replay its log after a crash, or days of it from the archive. */
const recoveryTime = ({ recoverTo }: ServerSettings) => (recoverTo === undefined ? 300_000 : 24 * 60 * 60_000);

/** The folders of one server, and how it is started. */
export interface ServerPlaces extends DatabasePlaces {
  cluster: string;
  settings: ServerSettings;
}

/**
 * Parses PostgreSQL's lock file: the first line is its process id, the eighth its state (starting, ready or stopping).
 */
export function readLockFile(cluster: string): { server: number; state: string } | undefined {
  const lines = readOptional(path.join(cluster, "postmaster.pid"))?.split("\n");
  return lines?.[0] ? { server: Number(lines[0]), state: lines[7]?.trim() ?? "" } : undefined;
}

/**
 * Joins the running server. @returns undefined if there is none, or it is about to stop. @throws StartError if it has
 * another cluster
 */
export async function joinServer(places: ServerPlaces): Promise<Hold | undefined> {
  const pipe = openForWriting(path.join(places.folder, holdersPipe));
  if (pipe === undefined) return undefined;
  let isJoined = false;
  try {
    const server = await askForServer(places.folder, pipe, answerTime);
    isJoined = server !== undefined && (await untilReady(places, { server, pipe }));
    return server !== undefined && isJoined ? { server, pipe } : undefined;
  } finally {
    if (!isJoined) closeSync(pipe);
  }
}

/** Waits until the server accepts connections. @returns false if its guardian has gone instead. */
async function untilReady(places: ServerPlaces, hold: Hold): Promise<boolean> {
  const limit = recoveryTime(places.settings);
  const begin = performance.now();
  for (let waited = 0; waited < limit; waited = performance.now() - begin) {
    const lock = readLockFile(places.cluster);
    const isOurs = lock?.server === hold.server;
    // While it starts, the socket's lock file may be that of a killed server with the same process id.
    if (!isOurs || lock.state === "ready") refuseOtherCluster(places, hold.server);
    if (isOurs && lock.state === "ready" && (await answers(places.socketFolder))) return true;
    if (!writeLine(hold.pipe, "")) return false;
    // A long recovery needs the processor itself.
    await delay(Math.min(Math.max(pollInterval, waited / 20), 100));
  }
  throw new StartError(
    `PostgreSQL in ${places.folder} did not become ready within ${limit / 1000} s: see ${logFile(places)}.`,
  );
}

export const shopIsRunning = "The shop is running: stop it, then try again.";

/** Parses the socket's lock file: the first line is the server's process id, the second its cluster. */
function refuseOtherCluster({ socketFolder, cluster }: ServerPlaces, server: number): void {
  const lock = readOptional(path.join(socketFolder, `.s.PGSQL.${socketPort}.lock`));
  const [pid, served = ""] = lock?.split("\n") ?? [];
  if (Number(pid) !== server || path.basename(served) === path.basename(cluster)) return;
  throw new StartError(
    served.includes(recoveringSuffix) ? "A recovery is running; start the shop when it has ended." : shopIsRunning,
  );
}

/**
 * Returns whether a server responds at the socket. The lock file of a killed server remains, and its guardian needs a
 * moment to notice; so we ask whether the server supports TLS, which needs no login and is answered with one byte.
 */
function answers(socketFolder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path.join(socketFolder, `.s.PGSQL.${socketPort}`));
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(answerTime, () => settle(false));
    socket.once("connect", () => socket.write(tlsRequest));
    socket.once("data", () => settle(true));
    socket.once("error", () => settle(false));
    socket.once("close", () => settle(false));
  });
}

/** Length 8 and the code 1234 5679, from PostgreSQL's "Message Formats: SSLRequest". */
const tlsRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

const prepareScript = `umask 077
mkfifo "$1" || exit
user=$(id -un) || user=$(id -u)
printf '${databaseRole} root ${databaseRole}\\n${databaseRole} "%s" ${databaseRole}\\n' "$user" >"$2.$3" && mv -f "$2.$3" "$2"`;

/** Prepares a start: creates a pipe, and the file that lists the system users that may connect. */
async function prepareStart(places: ServerPlaces): Promise<string> {
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
 * Starts a server. @param onWaiting called once there is only waiting left to do. @returns undefined if another server
 * has, or had until now, the data. @throws StartError if PostgreSQL cannot run.
 */
export async function startServer(
  places: ServerPlaces,
  binary: string,
  onWaiting: () => void,
): Promise<Hold | undefined> {
  const recovery = await prepareRecovery(places);
  const pipe = await prepareStart(places);
  const logStart = readOptional(logFile(places))?.length ?? 0;
  const { read, write } = openBothEnds(pipe);
  const settings = postgresArguments({ ...places, port: socketPort, recovery }, places.settings);
  const command = [binary, ...settings, "-c", `ident_file=${identFile(places)}`];
  const guardian = startGuardian(places, read, command);
  closeSync(read);
  const end = endOf(guardian, places);
  onWaiting();
  const hold = await winLock(places, pipe, write).catch((error: unknown) => {
    closeSync(write);
    throw error;
  });
  if (hold) {
    guardian.unref();
    return hold;
  }
  // Without a holder the guardian ends, if it has not already.
  closeSync(write);
  rmSync(pipe, { force: true });
  return explainEnd(places, await end, logStart);
}

/** @returns where the log is archived; null if it is not @throws StartError if that folder cannot be used */
async function prepareRecovery(places: ServerPlaces): Promise<RecoveryFolder | null> {
  const { recoveryDir } = places.settings;
  const systemIdentifier = await readSystemIdentifier(places.cluster);
  if (recoveryDir === null || systemIdentifier === undefined) {
    rmSync(archivedMarker(places.folder), { force: true });
    return null;
  }
  const recovery = recoveryFolder(recoveryDir, systemIdentifier);
  await prepareRecoveryFolder(recoveryDir, recovery, places.user);
  await recordTimeline(recovery, places.cluster);
  return recovery;
}

/** Resolves with the guardian's exit status; rejects if it could not be started. */
function endOf(guardian: ChildProcess, places: DatabasePlaces): Promise<number> {
  const end = new Promise<number>((resolve, reject) => {
    guardian.once("exit", (code) => resolve(code ?? 128));
    guardian.once("error", (cause) => reject(cannotSwitchTo(places.user, cause)));
  });
  // After a successful start, the end of the server is not awaited here.
  end.catch(() => undefined);
  return end;
}

/** PostgreSQL's lock file decides between two concurrent starts; only the winner's pipe can be joined. */
async function winLock(places: ServerPlaces, pipe: string, write: number): Promise<Hold | undefined> {
  const server = await askForServer(places.folder, write, answerTime * 5);
  if (server === undefined) return undefined;
  while (readLockFile(places.cluster)?.server !== server) {
    if (!writeLine(write, "")) return undefined;
    await delay(pollInterval);
  }
  renameSync(pipe, path.join(places.folder, holdersPipe));
  const hold = { server, pipe: write };
  return (await untilReady(places, hold)) ? hold : undefined;
}

function explainEnd(places: ServerPlaces, status: number, logStart: number): undefined {
  const text = readOptional(logFile(places))?.slice(logStart) ?? "";
  const isTaken = /lock file .* already exists|shared memory block .* is still in use|is being used by/.test(text);
  if (status === 0 || isTaken) return undefined;
  if (cannotRunStatuses.includes(status)) throw cannotRunHere(text);
  const fatal = text.match(/(?:FATAL|PANIC): +(.*)/)?.[1] ?? `status ${status}`;
  throw new StartError(
    `PostgreSQL in ${places.folder} does not start (${fatal}): fix that, or set DATABASE_URL; details in ${logFile(places)}. If the data are damaged, move that folder away and run "npm run shop -- restore FILE".`,
  );
}
