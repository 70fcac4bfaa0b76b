import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { errorCode } from "#platform/error-code.ts";

const script = fileURLToPath(new URL("database-holder.ts", import.meta.url));
const project = fileURLToPath(new URL("../..", import.meta.url));

export interface Holder {
  process: ChildProcess;
  /** All lines written so far. */
  lines: Record<string, unknown>[];
  /** Resolves to the first line: connected, or an error. */
  ready: Promise<Record<string, unknown>>;
  /** Sends a signal and waits for the process to exit. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

const holders = new Set<Holder>();
const folders = new Set<string>();
let template = "";

/** Starts a process that holds the database of a DATA_DIR, optionally as another user. */
export function hold(dataDir: string, options: { task?: "write"; packageDir?: string; uid?: number } = {}): Holder {
  const args = [dataDir, options.task ?? "hold", ...(options.packageDir ? [options.packageDir] : [])];
  const child = spawn(process.execPath, [path.join(template, "database-holder.js"), ...args], {
    cwd: project,
    stdio: ["ignore", "pipe", "inherit"],
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
  });
  const lines: Record<string, unknown>[] = [];
  const ready = new Promise<Record<string, unknown>>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(JSON.parse(line));
      resolve(lines[0] ?? {});
    });
    child.once("close", () => resolve({ error: "ended" }));
  });
  const holder: Holder = {
    process: child,
    lines,
    ready,
    async end(signal) {
      holders.delete(holder);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, "close");
    },
  };
  holders.add(holder);
  return holder;
}

/** Creates a folder below /tmp that other users can enter. */
export function makeFolder(): string {
  const folder = mkdtempSync("/tmp/chowk-test-");
  chmodSync(folder, 0o755);
  folders.add(folder);
  return folder;
}

/**
 * Builds the script that `hold` starts and the database that `makeDatabase` copies; for `beforeAll`. The script is bundled
 * into one file, because loading it from source takes half a second of CPU time per start.
 */
export async function makeTemplate(): Promise<void> {
  template = mkdtempSync("/tmp/chowk-test-");
  chmodSync(template, 0o755);
  // Imported here, because other users of this file do not need it.
  const { build } = await import("vite");
  await build({
    root: project,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    ssr: { noExternal: true, external: [], target: "node" },
    build: {
      ssr: script,
      outDir: template,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { external: [/^pg-native$/], output: { entryFileNames: "database-holder.js" } },
    },
  });
  writeFileSync(path.join(template, "package.json"), '{ "type": "module" }');
  // The script looks for PostgreSQL here.
  symlinkSync(path.join(project, "node_modules"), path.join(template, "node_modules"));
  const holder = hold(template);
  await holder.ready;
  await holder.end("SIGTERM");
}

/** Removes the template; for `afterAll`. */
export function removeTemplate(): void {
  rmSync(template, { recursive: true, force: true });
}

/** Creates a DATA_DIR with an empty database, copied because creating one takes half a second of CPU time. */
export function makeDatabase(): string {
  const dataDir = makeFolder();
  execFileSync("cp", ["-a", path.join(template, "postgres"), dataDir]);
  return dataDir;
}

/** Removes a folder at the end of the test. */
export function removeLater(folder: string): void {
  folders.add(folder);
}

/** Kills the processes that a test started and removes its folders. */
export async function cleanUp(): Promise<void> {
  await Promise.all([...holders].map((holder) => holder.end("SIGKILL")));
  for (const folder of folders) {
    await until(() => serversBelow(folder).length === 0, 5_000);
    rmSync(folder, { recursive: true, force: true });
  }
  folders.clear();
}

/** Returns the ids of PostgreSQL processes whose data are below a folder. */
export function serversBelow(folder: string): number[] {
  return processesIn(folder, "postgres");
}

/** Kills the PostgreSQL processes whose data are below a folder. */
export function killServersBelow(folder: string): void {
  for (const pid of serversBelow(folder)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // It exited meanwhile.
      if (errorCode(error) !== "ESRCH") throw error;
    }
  }
}

/** Returns the ids of processes that work in or below a folder and whose command contains a word. */
export function processesIn(folder: string, word: string): number[] {
  const below = (pid: string) => {
    try {
      return `${readlinkSync(`/proc/${pid}/cwd`)}${path.sep}`.startsWith(`${folder}${path.sep}`);
    } catch {
      // It exited meanwhile, or is a zombie.
      return false;
    }
  };
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && below(name));
  return pids.filter((pid) => commandOf(pid).includes(word)).map(Number);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // It exited meanwhile.
    return "";
  }
}

/** Checks a condition every 10 ms. @returns false when it does not hold within the given milliseconds */
export async function until(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    if (condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return condition();
}
