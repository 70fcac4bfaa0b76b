import fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChangeFollower, followChanges } from "#db/change-follower.ts";
import { changesChannel } from "#db/changes.ts";
import { getSettings, setSetting } from "#shop/settings/settings.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { Freshness } from "../freshness.ts";
import { PageCache } from "./page-cache.ts";
import { answerCachedPages } from "./page-cache-hook.ts";
import { sendPublicPage } from "./page-response.ts";

let database: TestDatabase;
let follower: ChangeFollower;
let app: FastifyInstance;
let isAway = false;
let timesRestored = 0;
const freshness = new Freshness();
const cache = new PageCache(freshness);

beforeAll(async () => {
  database = await createTestDatabase();
  const connect = async () => {
    if (isAway) throw new Error("away");
    const client = new pg.Client({ ...database.connection, application_name: "follower" });
    await client.connect();
    return client;
  };
  follower = await followChanges(
    { connect },
    {
      onChange: (changed) => freshness.apply(changed),
      onLost: () => freshness.markUnreadable(Date.now()),
      onRestored() {
        timesRestored += 1;
        freshness.markReadable();
      },
    },
  );
  app = fastify();
  answerCachedPages(app, cache, { floods: () => false, admit: () => true });
  app.get("/", (request, reply) =>
    sendPublicPage(cache, request, reply, {
      siteUrl: "http://localhost",
      parameters: [],
      isCacheable: true,
      render: async () => ({ body: (await getSettings(database.db)).shop_name, headers: [], tags: ["settings"] }),
    }),
  );
});
afterAll(async () => {
  await app.close();
  await follower.close();
});

async function ask() {
  const { body, headers } = await app.inject("/");
  return [body, headers["x-cache"]];
}

test("after a change has returned, nobody gets the old page", async () => {
  for (let version = 0; version < 30; version += 1) {
    const readers = Array.from({ length: 4 }, ask);
    await setSetting(database.db, "shop_name", `Version ${version}`);
    expect((await ask())[0]).toBe(`Version ${version}`);
    await Promise.all(readers);
    expect((await ask())[0]).toBe(`Version ${version}`);
  }
});

test("another process's change takes effect within a moment", async () => {
  await eventually(async () => expect((await ask())[1]).toBe("hit"));
  await database.pool.query(`update settings set value = '"Elsewhere"' where key = 'shop_name'`);
  await database.pool.query("insert into changes (tags) values ('{settings}')");
  await database.pool.query("select pg_notify($1, '')", [changesChannel]);
  await eventually(async () => expect(await ask()).toEqual(["Elsewhere", "hit"]));
});

test("while the change log cannot be read, pages are marked stale; afterwards changed ones are rendered again", async () => {
  await eventually(async () => expect((await ask())[1]).toBe("hit"));
  isAway = true;
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'follower'",
  );
  await eventually(async () => expect(await ask()).toEqual(["Elsewhere", "stale"]));
  await database.pool.query(`update settings set value = '"Meanwhile"' where key = 'shop_name'`);
  await database.pool.query("insert into changes (tags) values ('{settings}')");
  isAway = false;
  await eventually(async () => expect(await ask()).toEqual(["Meanwhile", "hit"]), 5000);
});

test("a brief loss of the connection drops no unchanged page", async () => {
  await eventually(async () => expect((await ask())[1]).toBe("hit"));
  const { misses } = cache.counts;
  const before = timesRestored;
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'follower'",
  );
  await eventually(() => expect(timesRestored).toBe(before + 1));
  expect((await ask())[1]).toBe("hit");
  expect(cache.counts.misses).toBe(misses);
});
