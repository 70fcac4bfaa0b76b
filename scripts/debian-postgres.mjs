// Starts a PostgreSQL server for one test run, from the binaries of Debian's packages.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

const installations = "/usr/lib/postgresql";
/** Unsafe but fast settings; the data are thrown away after the run. */
const settings = ["fsync=off", "full_page_writes=off", "max_connections=200"];

/** Whether a server could be started. */
export const isInstalled = existsSync(installations);

/**
 * Starts the newest installed server (15 or newer) in the run's folder, on a loopback port, protected by a password.
 * @returns its URL, its data folder, and functions that stop it, start it again and make a standby
 * @throws Error with a one-line message when no server is installed or it does not start
 */
export async function startPostgres(runDir) {
  const bin = newestBinaries();
  const owner = unprivilegedUser();
  const folder = join(runDir, "postgres");
  mkdirSync(folder);
  const password = randomBytes(12).toString("hex");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password);
  if (owner.uid !== undefined) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const dataDir = join(folder, "data");
  initialize(bin, dataDir, passwordFile, owner);
  return startServer({ bin, owner, dataDir, password, port: await freePort() });
}

async function startServer(place) {
  const { bin, owner, dataDir, password, port } = place;
  const server = serve(bin, dataDir, port, owner);
  await untilReady(bin, port, server);
  const url = `postgres://chowk:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    port,
    dataDir,
    stop: () => stop(server.child),
    startAgain: () => startServer(place),
    /** Starts a copy of the running server, in a folder next to its own, that follows it. */
    startStandby: async () => {
      const standby = { ...place, dataDir: `${dataDir}-standby`, port: await freePort() };
      runOrThrow(owner, join(bin, "pg_basebackup"), [
        "-d",
        url,
        "-D",
        standby.dataDir,
        "-R",
        "-X",
        "stream",
        "-c",
        "fast",
      ]);
      return startServer(standby);
    },
    promote: () => runOrThrow(owner, join(bin, "pg_ctl"), ["promote", "-w", "-D", dataDir]),
  };
}

function runOrThrow(owner, command, args) {
  const { status, stderr, error } = spawnSync(command, args, { ...owner, cwd: "/", encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr.trim()}`);
}

function newestBinaries() {
  const versions = existsSync(installations) ? readdirSync(installations).map(Number) : [];
  const version = Math.max(
    0,
    ...versions.filter((one) => existsSync(join(installations, String(one), "bin/postgres"))),
  );
  if (version < 15)
    throw new Error(
      `No PostgreSQL 15 or newer found in ${installations}. Install Debian's package "postgresql", or set TEST_DATABASE_URL.`,
    );
  return join(installations, String(version), "bin");
}

/** PostgreSQL refuses to run as root: root runs it as "postgres" or "nobody". */
function unprivilegedUser() {
  if (process.getuid() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user = ["postgres", "nobody"].map((name) => users.find(([one]) => one === name)).find(Boolean);
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function initialize(bin, dataDir, passwordFile, owner) {
  const args = [
    "-D",
    dataDir,
    "-U",
    "chowk",
    "-A",
    "scram-sha-256",
    "--pwfile",
    passwordFile,
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "-N",
  ];
  runOrThrow(owner, join(bin, "initdb"), args);
}

function serve(bin, dataDir, port, owner) {
  const all = [...settings, "listen_addresses=127.0.0.1", "unix_socket_directories="];
  const args = ["-D", dataDir, "-p", String(port), ...all.flatMap((setting) => ["-c", setting])];
  const child = spawn(join(bin, "postgres"), args, {
    ...owner,
    cwd: "/",
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const printed = [];
  child.stderr.on("data", (chunk) => {
    printed.push(chunk.toString());
    if (printed.length > 50) printed.shift();
  });
  return { child, printed };
}

async function untilReady(bin, port, { child, printed }) {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (child.exitCode !== null) break;
    if (spawnSync(join(bin, "pg_isready"), ["-q", "-h", "127.0.0.1", "-p", String(port)]).status === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop(child);
  throw new Error(`PostgreSQL did not start: ${printed.join("").trim()}`);
}

async function freePort() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** SIGINT is PostgreSQL's "fast" shutdown: it closes the connections and exits. */
async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGINT");
  await ended;
}
