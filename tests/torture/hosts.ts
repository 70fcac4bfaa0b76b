import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { routes } from "#routes";

const project = fileURLToPath(new URL("../../", import.meta.url));

/** Builds the shop as `npm start` does, if it is not built yet. */
export async function ensureBuilt(): Promise<void> {
  const code = 'const { ensureBuilt } = await import("./scripts/project.mjs"); await ensureBuilt();';
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], { cwd: project });
}

/** How long (ms) a host may take to become ready before the round fails. */
const readyLimitMs = 120_000;

export interface HostOptions {
  dataDir: string;
  processes: number;
  /** null: the embedded database of `dataDir`. */
  databaseUrl: string | null;
}

/** A shop of the production build in a process group of its own, always on the same port. */
export class Host {
  readonly origin: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  /** The end of what it wrote to stderr. */
  errorOutput = "";

  private constructor(port: number, { dataDir, processes, databaseUrl }: HostOptions) {
    const { PATH, HOME, TMPDIR } = process.env;
    this.origin = `http://127.0.0.1:${port}`;
    this.#env = {
      PATH,
      HOME,
      TMPDIR,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: "no",
      PROCESSES: String(processes),
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    };
  }

  static async open(options: HostOptions): Promise<Host> {
    await mkdir(options.dataDir, { recursive: true });
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    server.close();
    const host = new Host(typeof address === "object" ? (address?.port ?? 0) : 0, options);
    await host.start();
    return host;
  }

  /** Starts it. @returns the ms until it was ready */
  async start(): Promise<number> {
    const began = performance.now();
    const child = spawn(process.execPath, ["scripts/start.mjs"], {
      cwd: project,
      env: this.#env,
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    });
    child.stderr.on("data", (chunk: Buffer) => {
      this.errorOutput = (this.errorOutput + chunk.toString()).slice(-2_000);
    });
    this.#child = child;
    return (await this.untilReady()) - began;
  }

  /** @returns when it was ready @throws Error after two minutes */
  async untilReady(): Promise<number> {
    const deadline = performance.now() + readyLimitMs;
    while (performance.now() < deadline) {
      const signal = AbortSignal.timeout(2_000);
      const isReady = await fetch(this.origin + routes.ready(), { signal }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return performance.now();
      await delay(10);
    }
    throw new Error(`${this.origin} did not become ready. It wrote:\n${this.errorOutput}`);
  }

  /** Sends a signal to all of its processes. */
  signal(name: NodeJS.Signals): void {
    if (this.#child?.pid && this.#child.exitCode === null && this.#child.signalCode === null)
      process.kill(-this.#child.pid, name);
  }

  /** The process that started the others, or the only one. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async end(name: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    // A stop is asked of the first process, which stops the others.
    if (name === "SIGTERM") child.kill(name);
    else this.signal(name);
    await ended;
  }
}
