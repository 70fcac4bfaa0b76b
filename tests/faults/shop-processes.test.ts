import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { routes } from "#routes";
import { databaseUrl } from "../support/database-url.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { ensureBuilt } from "../torture/hosts.ts";

const project = fileURLToPath(new URL("../../", import.meta.url));
const script = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));
const token = "a-token-of-some-length";
const polling = { timeout: 30_000, interval: 50 };

let database: TestDatabase;
let dataDir: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureBuilt();
}, 240_000);
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "chowk-processes-"));
});
afterEach(async () => {
  for (const child of running) {
    // Kill the process group to include forked processes.
    process.kill(-(child.pid ?? 0), "SIGKILL");
  }
  running.clear();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the shop in its own process group. */
function startShop(settings: Record<string, string> = {}) {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, PORT: "0", DATA_DIR: dataDir, DEMO: "no", METRICS_TOKEN: token };
  const child = spawn(process.execPath, [script], {
    cwd: project,
    env: { ...env, DATABASE_URL: databaseUrl(database.connection), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  running.add(child);
  const printed = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed.err += chunk.toString()));
  const ended = once(child, "close").then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | string;
  });
  const originOnceOpen = async () => {
    const origin = () => /open at (\S+)/.exec(printed.out)?.[1];
    await expect.poll(origin, { ...polling, message: "the shop opens" }).toBeDefined();
    return origin() ?? "";
  };
  return { child, printed, ended, originOnceOpen };
}

/** Returns the direct children of a process. */
function childrenOf({ pid }: ChildProcess): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}

/** Uses a new connection each time, so that the processes take turns. */
const ask = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { connection: "close", ...headers } });

/** Requests a page over the agent's connections. @returns its status */
function askOver(agent: Agent, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = get(url, { agent }, (response) => {
      response.once("error", reject).resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    call.once("error", reject);
  });
}

test.skipIf(process.platform !== "linux")(
  "several processes act as one shop",
  async () => {
    const shop = startShop({ PROCESSES: "2" });
    const origin = await shop.originOnceOpen();
    await expect.poll(async () => (await ask(origin + routes.ready())).status, polling).toBe(200);
    for (let count = 0; count < 6; count++) await (await ask(origin + routes.health())).text();

    // Any process reports the metrics of both.
    const authorization = { authorization: `Bearer ${token}` };
    const figures = async () => (await ask(origin + routes.metrics(), authorization)).text();
    await expect.poll(figures, polling).toMatch(/chowk_request_seconds_count\{call="\/healthz".*\} 6\n/);
    expect(await figures()).toMatch(/chowk_jobs\{state="failed"\} 0\n/);

    // The shop survives losing all its database connections.
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await expect.poll(async () => (await ask(origin + routes.ready())).status, polling).toBe(200);
    expect(shop.printed.err).toBe("");

    // A killed process is replaced.
    const [victim = 0] = childrenOf(shop.child);
    process.kill(victim, "SIGKILL");
    await expect
      .poll(() => shop.printed.err, polling)
      .toBe("A serving process ended (SIGKILL); starting another one.\n");
    await expect.poll(() => childrenOf(shop.child).length, polling).toBe(2);

    // Ctrl+C signals all processes at once.
    process.kill(-(shop.child.pid ?? 0), "SIGINT");
    expect(await shop.ended).toBe(0);
    expect(shop.printed.err.split("\n")).toHaveLength(2);
    expect(shop.printed.out.match(/The shop is open/g)).toHaveLength(1);
  },
  120_000,
);

test.skipIf(process.platform !== "linux")(
  "the catalogue index is saved, with the version of its code, after the process that saves it was replaced",
  async () => {
    const shop = startShop({ PROCESSES: "2", LOG_LEVEL: "info" });
    const origin = await shop.originOnceOpen();
    const [saver = 0, other = 0] = childrenOf(shop.child).sort((a, b) => a - b);
    // The answer to a listing waits for the process's index.
    const untilListing = async (pid: number) => {
      const isLogged = async () => {
        await (await ask(origin + routes.shop())).text();
        return shop.printed.out.includes(`"pid":${pid},`);
      };
      await expect.poll(isLogged, polling).toBe(true);
    };
    await untilListing(other);
    process.kill(saver, "SIGKILL");
    const replacement = () => childrenOf(shop.child).find((pid) => pid !== saver && pid !== other);
    // Connections given to a killed process that its parent has not noticed yet are never answered.
    await expect.poll(replacement, polling).toBeDefined();
    await untilListing(replacement() ?? 0);
    process.kill(-(shop.child.pid ?? 0), "SIGINT");
    expect(await shop.ended).toBe(0);
    const saved = readFileSync(join(dataDir, "catalogue-index.snapshot"));
    expect(saved.toString("latin1", 0, 100)).toMatch(/"version":"[0-9a-f]{16}"/);
  },
  120_000,
);

/** Returns whether any process of a shop is left. */
function isLeft({ pid = 0 }: ChildProcess): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/** Starts a shop with two processes, which wait for a database that is not migrated before `release`, or the test's end. */
async function startHeldShop() {
  const client = await database.pool.connect();
  await client.query("select pg_advisory_lock($1)", [0x63_68_6f_77_6b]);
  let isHeld = true;
  const release = () => {
    if (isHeld) client.release(true);
    isHeld = false;
  };
  onTestFinished(release);
  const shop = startShop({ PROCESSES: "2" });
  await expect.poll(() => childrenOf(shop.child).length, polling).toBe(2);
  return { shop, release };
}

test.skipIf(process.platform !== "linux")(
  "serving processes that have started wait until the database is migrated",
  async () => {
    const { shop, release } = await startHeldShop();
    const waiting =
      "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount, polling).toBe(1);
    // A process that does not wait is replaced, and uses the database.
    await delay(3000);
    const connections = "select from pg_stat_activity where application_name = 'chowk' and pid <> pg_backend_pid()";
    const inDatabase = `${connections} and datname = current_database() and query not like '%advisory%'`;
    expect((await database.pool.query(inDatabase)).rowCount).toBe(0);
    expect(shop.printed).toEqual({ out: "", err: "" });
    release();
    const origin = await shop.originOnceOpen();
    expect((await ask(origin + routes.ready())).status).toBe(200);
    shop.child.kill("SIGTERM");
    expect(await shop.ended).toBe(0);
    expect(isLeft(shop.child)).toBe(false);
  },
  120_000,
);

test.skipIf(process.platform !== "linux")(
  "a signal ends a shop whose serving processes wait for the database",
  async () => {
    const { shop, release } = await startHeldShop();
    shop.child.kill("SIGTERM");
    release();
    expect(await shop.ended).toBe(0);
    expect(shop.printed).toEqual({ out: "", err: "" });
    expect(isLeft(shop.child)).toBe(false);
  },
  120_000,
);

test("a shop that cannot use its database says so in one line and leaves no process", async () => {
  const shop = startShop({ PROCESSES: "2", DATABASE_URL: "postgres://chowk@127.0.0.1:1/chowk" });
  expect(await shop.ended).toBe(1);
  expect(shop.printed.out).toBe("");
  expect(shop.printed.err).toMatch(/^The database at .*127\.0\.0\.1:1.* cannot be reached .*\n$/);
  expect(isLeft(shop.child)).toBe(false);
}, 120_000);

/** ROLLING_REQUESTS=10000 is the promise in full. */
const rollingRequests = Number(process.env.ROLLING_REQUESTS ?? 90);

test("no request fails while two shops on one database restart one after the other", async () => {
  const open = async (port: string, folder: string) => {
    const shop = startShop({ PORT: port, DATA_DIR: join(dataDir, folder) });
    return { shop, origin: await shop.originOnceOpen(), folder };
  };
  const shops = [await open("0", "one"), await open("0", "two")];
  const origins = shops.map(({ origin }) => origin);
  const failures: unknown[] = [];
  let [answers, isOver] = [0, false];
  // Like a proxy: over connections that stay open, and to the other shop if one cannot be connected to.
  const keepAsking = async (agent: Agent, first: number) => {
    for (let turn = first; !isOver; turn++) {
      try {
        const status = await askOver(agent, origins[turn % 2] + routes.checkout());
        if (status < 500) answers += 1;
        else failures.push(status);
      } catch (error) {
        // A connection that is reset in the queue of a listener that closes fails like a refused one: nothing was sent.
        if ((error as NodeJS.ErrnoException).syscall !== "connect") failures.push(error);
      }
    }
  };
  const agent = new Agent({ keepAlive: true });
  const clients = [0, 1, 2, 3, 4, 5].map((client) => keepAsking(agent, client));
  const untilAnswered = async () => {
    const enough = answers + rollingRequests / 3;
    await expect.poll(() => answers, { ...polling, timeout: 240_000 }).toBeGreaterThan(enough);
  };
  for (const [index, { shop, origin, folder }] of shops.entries()) {
    await untilAnswered();
    shop.child.kill("SIGTERM");
    expect(await shop.ended).toBe(0);
    shops[index] = await open(new URL(origin).port, folder);
  }
  await untilAnswered();
  isOver = true;
  await Promise.all(clients);
  agent.destroy();
  expect(failures).toEqual([]);
}, 900_000);

test("a second signal ends a shop that is still stopping", async () => {
  const shop = startShop({ METRICS_TOKEN: "" });
  const origin = await shop.originOnceOpen();
  expect((await ask(origin + routes.metrics())).status).toBe(404);
  // An unfinished request delays the stop.
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write("POST /?wc-ajax=none HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 10\r\n\r\n");
  socket.on("error", () => {});
  await expect.poll(async () => (await ask(origin + routes.health())).status, polling).toBe(200);
  shop.child.kill("SIGTERM");
  const isClosed = () =>
    ask(origin + routes.health()).then(
      () => false,
      () => true,
    );
  await expect.poll(isClosed, polling).toBe(true);
  shop.child.kill("SIGTERM");
  expect(await shop.ended).toBe(1);
});
