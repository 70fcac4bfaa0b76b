import { StartError } from "#platform/start-error.ts";

/** Connections left for commands, backups and administration. */
const reserve = 10;
/** Connections of the primary process: migrations, jobs and their locks. */
const forJobs = 8;
/** Each serving process follows the change log on a connection outside its pool. */
const forChanges = 1;
/** Larger pools are no faster, and each connection costs PostgreSQL 3 to 8 MB. */
const max = 10;
/** With one connection, a request that needs a second while holding the first would wait forever. */
const forRequests = 2;
/** In a shop with one process, jobs hold two connections of its pool for good (their lock and LISTEN) and work with a third. */
const withJobs = forRequests + 3;

export interface ConnectionShare {
  /** Connections available to the shop's user. */
  limit: number;
  /** How many of them this host may use, without those for commands; null: all, as the only host. */
  ofHost: number | null;
}

/**
 * Returns the size of a process's pool, so that all processes of a host together stay within its share. @throws StartError if
 * that is too little for this many processes.
 */
export function poolSize(share: ConnectionShare, processes: number, role: "primary" | "serving"): number {
  const limit = Math.min(share.limit, share.ofHost ?? share.limit);
  const spare = share.ofHost === null ? reserve : 0;
  const raise =
    share.ofHost === null ? "raise the server's max_connections or the user's limit" : "raise DATABASE_CONNECTIONS";
  if (processes === 1) {
    const needed = withJobs + forChanges;
    if (limit < needed)
      throw new StartError(`The database allows ${limit} connections, and the shop needs ${needed}: ${raise}.`);
    return Math.max(withJobs, Math.min(max, limit - spare - forChanges));
  }
  const size = Math.floor((limit - spare - forJobs) / processes) - forChanges;
  if (size < forRequests)
    throw new StartError(
      `The database allows ${limit} connections, too few for ${processes} processes: set PROCESSES to ${Math.max(1, Math.floor((limit - spare - forJobs) / (forRequests + forChanges)))} or less, or ${raise}.`,
    );
  return role === "primary" ? forJobs : Math.min(max, size);
}
