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

/**
 * Returns the size of a process's pool, so that all processes together stay within the server's limit. @param limit
 * connections available to the shop's user. @throws StartError if there are too few for this many processes.
 */
export function poolSize(limit: number, processes: number, role: "primary" | "serving"): number {
  if (processes === 1) {
    const needed = withJobs + forChanges;
    if (limit < needed)
      throw new StartError(
        `The database allows ${limit} connections, and the shop needs ${needed}: raise the server's max_connections or the user's limit.`,
      );
    return Math.max(withJobs, Math.min(max, limit - reserve - forChanges));
  }
  const share = Math.floor((limit - reserve - forJobs) / processes) - forChanges;
  if (share < forRequests)
    throw new StartError(
      `The database allows ${limit} connections, too few for ${processes} processes: set PROCESSES to ${Math.max(1, Math.floor((limit - reserve - forJobs) / (forRequests + forChanges)))} or less, or raise the server's max_connections.`,
    );
  return role === "primary" ? forJobs : Math.min(max, share);
}
