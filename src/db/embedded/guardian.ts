import { type ChildProcess, spawn } from "node:child_process";
import type { DatabasePlaces } from "./database-places.ts";
import { databaseEnvironment } from "./database-user.ts";

/**
 * Runs PostgreSQL while any process (a "holder") has the pipe on its standard input open for writing, then stops it.
 * However a holder dies, the kernel closes its end. A holder that needs to know whether the pipe is being read writes a
 * line with a token; the guardian answers by creating a file that contains PostgreSQL's process id. After end-of-file
 * there are no more answers, so a holder that got one knows that the server keeps running.
 *
 * Arguments: the database's folder, the PostgreSQL binary, the binary's arguments.
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
 * Starts the guardian in its own session, so that signals to the shop's terminal or process group do not reach it.
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
