import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openPool } from "#db/database.ts";
import { connectionTo } from "#db/several-hosts.ts";
// @ts-expect-error plain JavaScript without declarations
import { isInstalled, startPostgres } from "../../scripts/debian-postgres.mjs";
import { openTcpGate } from "../support/tcp-gate.ts";
import { Buyers } from "../torture/buyers.ts";
import { ensureBuilt, Host } from "../torture/hosts.ts";
import { countBroken } from "../torture/invariants.ts";
import { fillShop } from "../torture/run.ts";
import { killServersBelow } from "./database-fixture.ts";

const polling = { timeout: 60_000, interval: 50 };

interface Server {
  url: string;
  port: number;
  dataDir: string;
  stop(): Promise<void>;
  startAgain(): Promise<Server>;
  startStandby(): Promise<Server>;
  promote(): void;
}

test.skipIf(!isInstalled)(
  "a shop moves to a promoted standby with every confirmed order, and does not return to the old server",
  async () => {
    await ensureBuilt();
    const folder = await mkdtemp(join(tmpdir(), "chowk-standby-"));
    // PostgreSQL may run as another user.
    await chmod(folder, 0o755);
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const stopLater = (server: Server) => {
      onTestFinished(() => server.stop());
      return server;
    };
    const poolOf = ({ url }: Server) => {
      const pool = openPool({ connectionString: url }, 2);
      onTestFinished(() => pool.end());
      return pool;
    };
    const primary = stopLater(await startPostgres(folder));
    const primaryPool = poolOf(primary);
    const stock = await fillShop(primaryPool);
    const standby = stopLater(await primary.startStandby());
    await primaryPool.query("alter system set synchronous_standby_names = '*'");
    await primaryPool.query("select pg_reload_conf()");
    const isSynchronous = async () => (await primaryPool.query("select sync_state from pg_stat_replication")).rows;
    await expect.poll(isSynchronous, polling).toEqual([{ sync_state: "sync" }]);

    // The old server is named first.
    const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
    const databaseUrl = primary.url.replace(`127.0.0.1:${primary.port}`, hosts);
    const host = await Host.open({ dataDir: join(folder, "shop"), processes: 1, databaseUrl });
    onTestFinished(() => host.end("SIGKILL"));
    const buyers = new Buyers(() => [host.origin], [...stock.keys()]);
    const buying = buyers.run(6);
    const untilMoreAreConfirmed = async () => {
      const before = buyers.outcome.confirmed.size;
      await expect.poll(() => buyers.outcome.confirmed.size - before, polling).toBeGreaterThan(10);
    };
    await untilMoreAreConfirmed();
    killServersBelow(primary.dataDir);
    standby.promote();
    await untilMoreAreConfirmed();

    // It does not know that it was replaced, and accepts writes.
    stopLater(await primary.startAgain());
    const lines: string[] = [];
    const connection = connectionTo(databaseUrl, (line) => lines.push(line));
    const connectedPort = async (connection: pg.PoolConfig) => {
      const client = new pg.Client(connection);
      await client.connect();
      const { rows } = await client.query("show port");
      await client.end();
      return Number(rows[0].port);
    };
    const reported = async () => {
      await connectedPort(connection);
      return lines;
    };
    await expect
      .poll(reported, polling)
      .toEqual([
        `Several database hosts accept writes: 127.0.0.1:${primary.port} (timeline 1), 127.0.0.1:${standby.port} (timeline 2). 127.0.0.1:${standby.port} (timeline 2) is used: stop the others, or make them standbys.`,
      ]);
    expect(await connectedPort(connection)).toBe(standby.port);

    // A pool that could reach the old server only.
    const gate = await openTcpGate({ connectionString: standby.url });
    gate.freeze();
    const late = connectionTo(databaseUrl.replace(String(standby.port), String(gate.connection.port)));
    const latePool = openPool(late, 2);
    onTestFinished(() => latePool.end());
    const old = await latePool.connect();
    old.on("error", () => undefined);
    expect((await old.query("show port")).rows).toEqual([{ port: String(primary.port) }]);
    gate.thaw();
    await expect.poll(() => connectedPort(late), polling).toBe(standby.port);
    await expect(old.query("show port")).rejects.toThrow(/connection|not queryable/i);
    old.release(true);

    await untilMoreAreConfirmed();
    buyers.stop();
    await buying;
    expect(await countBroken(poolOf(standby), buyers.outcome, stock)).toEqual({ lost: 0, doubled: 0, oversold: 0 });

    await standby.stop();
    const refusal = () => connectedPort(connection).catch((error: Error) => error.message);
    await expect
      .poll(refusal, polling)
      .toMatch(`only hosts with older data answer: 127.0.0.1:${primary.port} (timeline 1); timeline 2 was in use`);
  },
  600_000,
);
