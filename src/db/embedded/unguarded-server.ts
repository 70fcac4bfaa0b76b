import { closeSync, readlinkSync, rmSync } from "node:fs";
import path from "node:path";
import { holdersPipe, openForWriting } from "./holders-pipe.ts";
import { readLockFile, type ServerPlaces } from "./server-process.ts";

/** How long (ms) the holders' pipe must be without a reader before a server is stopped. */
const stopAfter = 3_000;
/** The same (ms) before removing a lock file whose process id belongs to another program. */
const removeAfter = 10_000;

/**
 * Handles a lock file whose server has no guardian, for example because the guardian was killed: stops that server, or
 * removes the file if its process id now belongs to another program, as after a container restart. Works only with
 * /proc (Linux). A server that is just starting is not touched: its pipe is in place a few milliseconds after its lock
 * file. @returns a function to call after each failed attempt to join or start.
 */
export function watchUnguarded(places: ServerPlaces): () => void {
  let seen: { server: number; since: number } | undefined;
  return () => {
    const server = hasReader(places) ? undefined : readLockFile(places.cluster)?.server;
    if (server === undefined) seen = undefined;
    else if (seen?.server !== server) seen = { server, since: performance.now() };
    if (seen) clear(places.cluster, seen.server, performance.now() - seen.since);
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
    // No such process (which PostgreSQL detects itself), a process of another user, or no /proc.
    return;
  }
  if (folder === cluster && milliseconds > stopAfter) process.kill(server, "SIGINT");
  if (folder !== cluster && milliseconds > removeAfter) rmSync(path.join(cluster, "postmaster.pid"), { force: true });
}
