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
  /** The origin that it answers at, without a trailing slash. */
  origin: string;
  /** Its data folder, where mails are written. */
  dataDir: string;
  stop: () => Promise<void>;
  /** Ends it as a power cut would: no warning, nothing tidied up. The data folder stays. */
  kill: () => Promise<void>;
}

export interface ShopOptions {
  databaseUrl?: string | undefined;
  /** Where mails go; default: into its data folder. */
  smtpUrl?: string;
  /** A folder that outlives the shop. */
  dataDir: string;
  /** Default: any free one. */
  port?: number;
  /** How many processes serve; default: one. */
  processes?: number;
  /** Whether its data are the test's own: no demo comes in. */
  isBare?: boolean;
}

/** A data folder with the demo shop in it. `from` is one that no shop is using; default: the one that the run has made. */
export async function newDataDir(from = inject("demoDataDir")): Promise<string> {
  const dataDir = await emptyDataDir();
  // The database's files keep their owner.
  await promisify(execFile)("cp", ["-pR", `${from}/.`, dataDir]);
  return dataDir;
}

/** A data folder that the database's own user can enter, too. */
export async function emptyDataDir(): Promise<string> {
  const dataDir = await makeMemoryFolder();
  await chmod(dataDir, 0o755);
  return dataDir;
}

/**
 * The production build with the demo shop, unless told otherwise, on a free port and in the data folder, ready to answer.
 * @throws with what the shop printed when it does not open.
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

/** The shop's settings come from here alone, not from the shell that started the tests. */
function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG };
}

/** Reads the shop's output up to the line that says where it is open. */
async function announcedOrigin(child: ChildProcess): Promise<string> {
  const printed: string[] = [];
  return new Promise((resolve, reject) => {
    const giveUp = (why: string) => reject(new Error(`The shop ${why}. It printed:\n${printed.join("")}`));
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

/** Asks it to stop, and insists after ten seconds. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const insist = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(insist);
}
