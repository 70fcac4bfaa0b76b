import { type ChildProcess, spawn } from "node:child_process";
import type { DatabasePlaces } from "./database-places.ts";
import { databaseEnvironment } from "./database-user.ts";

/**
 * Runs PostgreSQL for as long as somebody holds the pipe on its standard input open for writing, then stops it.
 * A holder may die in any way: the kernel closes its end. Each line on the pipe is a token of a holder that wants to
 * know whether somebody reads: the answer is a file with PostgreSQL's process number. After end-of-file nobody answers
 * any more, so a holder that has its answer knows that the server stays.
 *
 * Arguments: the database's folder, the binary of PostgreSQL, the binary's arguments.
 */
const guardianScript = `umask 077
trap '' HUP INT TERM
exec 3<&0 </dev/null
folder=$1
shift
"$@" 3<&- >>"$folder/server.log" 2>&1 &
server=$!
(
  while IFS= read -r token; do
    case $token in
      "" | *[!0-9a-f]*) ;;
      *) echo "$server" >"$folder/joined.$token" ;;
    esac
  done
  kill -INT "$server"
) <&3 3<&- &
reader=$!
exec 3<&-
wait "$server"
status=$?
kill -KILL "$reader"
wait "$reader"
exit "$status"`;

/**
 * Starts the guardian, in a session of its own so that no signal for the shop's terminal or process group reaches it.
 * @param pipe a descriptor of the holders' pipe, open for reading; the caller closes its own copy.
 */
export function startGuardian(places: DatabasePlaces, pipe: number, command: string[]): ChildProcess {
  return spawn("/bin/sh", ["-c", guardianScript, "chowk-database", places.folder, ...command], {
    ...(places.user && { uid: places.user.uid, gid: places.user.gid }),
    cwd: "/",
    env: databaseEnvironment,
    detached: true,
    stdio: [pipe, "ignore", "ignore"],
  });
}
