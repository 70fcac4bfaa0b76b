import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { EmbeddedPostgres } from "#db/embedded/embedded-postgres.ts";
import { killServersBelow } from "../faults/database-fixture.ts";
import type { Host } from "./hosts.ts";

/** What faults are done to. */
export interface Scene {
  hosts: readonly Host[];
  processes: number;
  server: EmbeddedPostgres;
  /** The folder above the database's. */
  dataDir: string;
  pool: pg.Pool;
}

export interface Fault {
  name: string;
  /** Whether it can happen there; default: yes. */
  fits?: (scene: Scene) => boolean;
  /** Does it and waits until all hosts are ready. @returns how long (ms) each killed or restarted host took to be ready */
  strike: (scene: Scene) => Promise<number[]>;
}

const anyOf = ({ hosts }: Scene): Host => {
  const host = hosts[Math.floor(Math.random() * hosts.length)];
  if (!host) throw new Error("There is no host");
  return host;
};

/** Returns the children of a process. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

const isServing = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("worker.js");

async function untilAllReady({ hosts }: Scene): Promise<void> {
  await Promise.all(hosts.map((host) => host.untilReady()));
}

async function killHost(host: Host): Promise<number> {
  await host.end("SIGKILL");
  return host.start();
}

const cutOthers = `select pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** The faults, in the order of a round. */
export const faults: readonly Fault[] = [
  { name: "kill -9 of one host", strike: async (scene) => [await killHost(anyOf(scene))] },
  {
    name: "kill -9 of all hosts",
    fits: ({ hosts }) => hosts.length > 1,
    strike: ({ hosts }) => Promise.all(hosts.map(killHost)),
  },
  {
    name: "kill -9 of a serving process",
    fits: ({ processes }) => processes > 1,
    async strike(scene) {
      const [victim] = childrenOf(anyOf(scene).pid).filter(isServing);
      if (victim !== undefined) process.kill(victim, "SIGKILL");
      await untilAllReady(scene);
      return [];
    },
  },
  {
    name: "all database connections cut",
    async strike(scene) {
      await scene.pool.query(cutOthers);
      await untilAllReady(scene);
      return [];
    },
  },
  {
    name: "kill -9 of PostgreSQL",
    async strike(scene) {
      killServersBelow(scene.dataDir);
      await scene.server.ensureRunning();
      await untilAllReady(scene);
      return [];
    },
  },
  {
    name: "host frozen for 5 s",
    async strike(scene) {
      const host = anyOf(scene);
      host.signal("SIGSTOP");
      await delay(5_000);
      host.signal("SIGCONT");
      await untilAllReady(scene);
      return [];
    },
  },
  {
    name: "database out of reach for 3 s",
    async strike(scene) {
      const client = await scene.pool.connect();
      try {
        // `alter database` refuses to do this to the database that it is sent to.
        const allow = (allowed: boolean) =>
          client.query("update pg_database set datallowconn = $1 where datname = current_database()", [allowed]);
        await allow(false);
        await client.query(cutOthers);
        await delay(3_000);
        await allow(true);
      } finally {
        client.release();
      }
      await untilAllReady(scene);
      return [];
    },
  },
  {
    name: "restart of one host after the other",
    async strike({ hosts }) {
      const times: number[] = [];
      for (const host of hosts) {
        await host.end("SIGTERM");
        times.push(await host.start());
      }
      return times;
    },
  },
];
