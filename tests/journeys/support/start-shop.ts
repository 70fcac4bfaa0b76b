import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { inject } from "vitest";
import { routes } from "#routes";
import { makeMemoryFolder } from "../../support/memory-folder.ts";

const projectDir = fileURLToPath(new URL("../../../", import.meta.url));
const secondsToOpen = 90;

export interface RunningShop {
  /** Origin without a trailing slash. */
  origin: string;
  /** Contains the mails. */
  dataDir: string;
  stop: () => Promise<void>;
  /** Kills the shop like a power cut. The data folder stays. */
  kill: () => Promise<void>;
}

export interface ShopOptions {
  databaseUrl?: string | undefined;
  /** Mail server; default: mails are written to the data folder. */
  smtpUrl?: string;
  /** Data folder, which outlives the shop. */
  dataDir: string;
  /** Default: any free port. */
  port?: number;
  /** Number of serving processes; default: one. */
  processes?: number;
  /** Omits the demo. */
  isBare?: boolean;
}

/** Copies a data folder that no shop is using; default: the run's demo shop. */
export async function newDataDir(from = inject("demoDataDir")): Promise<string> {
  const dataDir = await emptyDataDir();
  // Preserve the owner of the database files.
  await promisify(execFile)("cp", ["-pR", `${from}/.`, dataDir]);
  return dataDir;
}

/** Creates a data folder that the database's system user can also enter. */
export async function emptyDataDir(): Promise<string> {
  const dataDir = await makeMemoryFolder();
  await chmod(dataDir, 0o755);
  return dataDir;
}

/**
 * Starts the production build, by default with the demo, and waits until it is ready.
 * @throws Error with the shop's output when it does not open
 */
export async function startShop(options: ShopOptions): Promise<RunningShop> {
  const { dataDir, databaseUrl } = options;
  const child = spawn(process.execPath, [join(projectDir, "scripts/start.mjs")], {
    cwd: projectDir,
    env: {
      ...inherited(),
      PORT: String(options.port ?? 0),
      PROCESSES: String(options.processes ?? 1),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SMTP_URL: options.smtpUrl,
      DEMO: options.isBare ? "no" : "yes",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () => end(child);
  const kill = async () => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  try {
    const origin = await announcedOrigin(child);
    await untilReady(origin);
    return { origin, dataDir, stop, kill };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Omits the shell's settings of the shop. */
function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG };
}

/** Reads the shop's output up to the line with its URL. */
async function announcedOrigin(child: ChildProcess): Promise<string> {
  const printed: string[] = [];
  return new Promise((resolve, reject) => {
    const giveUp = (why: string) => reject(new Error(`The shop ${why}. Output:\n${printed.join("")}`));
    const timer = setTimeout(giveUp, secondsToOpen * 1000, `did not open within ${secondsToOpen} s`);
    const read = (chunk: Buffer) => {
      printed.push(chunk.toString());
      const origin = /open at (http:\/\/\S+)/.exec(printed.join(""))?.[1];
      if (origin === undefined) return;
      clearTimeout(timer);
      resolve(origin.replace(/\/$/, ""));
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      giveUp(`ended with ${signal ?? `status ${code}`}`);
    });
  });
}

async function untilReady(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await fetch(origin + routes.ready());
    await response.arrayBuffer();
    if (response.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${routes.ready()} did not answer 200 within 30 s`);
}

/** Sends SIGTERM, and SIGKILL after ten seconds. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const killTimer = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(killTimer);
}
