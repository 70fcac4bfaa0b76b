import { closeSync, readlinkSync, rmSync } from "node:fs";
import path from "node:path";
import { holdersPipe, openForWriting } from "./holders-pipe.ts";
import { readLockFile, type ServerPlaces } from "./server-process.ts";

/** For how long nobody must have read the holders' pipe before a server is stopped, in milliseconds. */
const stopAfter = 3_000;
/** The same, before a lock file is removed whose process number has gone to another program. */
const removeAfter = 10_000;

/**
 * Deals with a lock file whose owner no guardian watches, as when somebody killed the guardian: stops that server, or
 * removes the file when its process number now belongs to another program, as after a restart of a container.
 * Only where /proc tells (Linux). The server of a process that is just starting is not touched: its pipe is in place a
 * few milliseconds after its lock file.
 * @returns a function to call after each attempt to join or start that has failed.
 */
export function watchUnguarded(places: ServerPlaces): () => void {
  let seen: { server: number; since: number } | undefined;
  return () => {
    const server = hasReader(places) ? undefined : readLockFile(places.cluster)?.server;
    if (server === undefined) seen = undefined;
    else if (seen?.server !== server) seen = { server, since: Date.now() };
    if (seen) clear(places.cluster, seen.server, Date.now() - seen.since);
  };
}

function hasReader(places: ServerPlaces): boolean {
  const pipe = openForWriting(path.join(places.folder, holdersPipe));
  if (pipe === undefined) return false;
  closeSync(pipe);
  return true;
}

function clear(cluster: string, server: number, milliseconds: number): void {
  let folder: string;
  try {
    folder = readlinkSync(`/proc/${server}/cwd`);
  } catch {
    // No such process (PostgreSQL sees that itself), one of another user, or no /proc.
    return;
  }
  if (folder === cluster && milliseconds > stopAfter) process.kill(server, "SIGINT");
  if (folder !== cluster && milliseconds > removeAfter) rmSync(path.join(cluster, "postmaster.pid"), { force: true });
}
