import cookies from "@fastify/cookie";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withStatementCount } from "#db/statement-count.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { CartProducts } from "../cached-reads/cart-products.ts";
import { OwnWishlistsCache } from "../cached-reads/own-wishlists.ts";
import { StoreFactsCache } from "../cached-reads/store-facts.ts";
import { Freshness } from "../freshness.ts";
import { openSite } from "../guards/allowed-host.ts";
import { openNonces } from "../guards/nonce.ts";
import { accountForms } from "../guards/nonce-actions.ts";
import { NewSessions } from "./new-sessions.ts";
import { openVisits } from "./visit.ts";

const form = accountForms.login;
const notice = { kind: "info", messageKey: "notices.cartUpdated", values: {} } as const;
const day = 24 * 60 * 60 * 1000;
const start = Date.UTC(2026, 10, 21);
const newSessions = new NewSessions();
let now = start;
let database: TestDatabase;
let app: FastifyInstance;
let jar: Map<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const clock = { now: () => new Date(now) };
  const site = openSite("https://shop.example");
  app = fastify();
  openVisits(app, {
    db,
    clock,
    site,
    withoutSecret: (url) => url,
    newSessions,
    nonces: openNonces([{ value: "a secret of thirty-two characters" }], clock),
    facts: new StoreFactsCache(db, new Freshness()),
    cartProducts: new CartProducts(db, new Freshness()),
    ownWishlists: new OwnWishlistsCache(db, new Freshness()),
  });
  await app.register(cookies);
  app.addHook("preHandler", async ({ visit, query }) => {
    if ("refused" in (query as object)) visit.refuseForm({ name: "login", typed: { username: "sana" }, errors: [] });
  });
  app.get("/add", async ({ visit, query }) => {
    const session = await visit.session.keep();
    if ("gone" in (query as object)) await database.pool.query("delete from sessions where id = $1", [session.id]);
    await visit.addNotice(notice);
    return { id: (await visit.session.find())?.id, before: session.id };
  });
  app.route({ method: ["GET", "HEAD"], url: "/take", handler: ({ visit }) => visit.takeNotices() });
  app.get("/reads", async ({ visit }) => {
    const { statements } = await withStatementCount(() =>
      Promise.all([visit.session.find(), visit.nonce("any"), visit.session.keep(), visit.session.findLines()]),
    );
    return { statements };
  });
  app.get("/lines", async ({ visit }) => {
    const { result, statements } = await withStatementCount(async () => {
      const lines = await visit.session.findLines();
      return { lines, isFound: (await visit.session.find()) !== undefined };
    });
    return { ...result, statements };
  });
  app.get("/nonce", async ({ visit }) => visit.nonce(form.action));
  app.get("/check", async ({ visit, query }) => ({
    valid: await visit.hasValidNonce(form, query as Record<string, unknown>),
    validOrExpired: await visit.hasValidOrExpiredNonce(form, query as Record<string, unknown>),
  }));
  app.get("/form", async ({ visit }) => [visit.findRefusedForm("login"), visit.findRefusedForm("register")]);
});
afterAll(() => app.close());
beforeEach(() => {
  now = start;
  jar = new Map();
});

async function ask(url: string, { method = "GET", headers = {} }: { method?: "GET" | "HEAD"; headers?: object } = {}) {
  const answer = await app.inject({ method, url, headers: { ...headers }, cookies: Object.fromEntries(jar) });
  for (const { name, value, maxAge, expires } of answer.cookies) {
    if (maxAge === 0 || expires?.getTime() === 0) jar.delete(name);
    else jar.set(name, value);
  }
  return answer;
}

test("the session is read once per request, and not at all without a cookie", async () => {
  expect((await ask("/lines")).json()).toEqual({ isFound: false, statements: 0 });
  await ask("/add");
  expect((await ask("/reads")).json()).toEqual({ statements: 1 });
});

test("session and cart lines are read in one statement", async () => {
  await ask("/add");
  expect((await ask("/lines")).json()).toEqual({ lines: [], isFound: true, statements: 1 });
});

test("a notice is shown once", async () => {
  await ask("/add");
  expect(jar.get("chowk_notice")).toBe("1");
  expect((await ask("/take")).json()).toEqual([notice]);
  expect(jar.has("chowk_notice")).toBe(false);
  expect((await ask("/take")).json()).toEqual([]);
});

test.each([
  ["a HEAD request", { method: "HEAD" }],
  ["a prefetch", { headers: { "sec-purpose": "prefetch" } }],
  ["an image", { headers: { "sec-fetch-dest": "image" } }],
] as const)("%s uses up no notice", async (_, request) => {
  await ask("/add");
  await ask("/take", request);
  expect(jar.get("chowk_notice")).toBe("1");
  expect((await ask("/take")).json()).toEqual([notice]);
});

test("a notice for a session deleted in the meantime starts another session", async () => {
  const { id, before } = (await ask("/add?gone")).json();
  expect(id).not.toBe(before);
  expect((await ask("/take")).json()).toEqual([notice]);
});

test("an expired nonce is accepted only from our own page and for the same visitor", async () => {
  await ask("/add");
  const check = `/check?${form.field}=${(await ask("/nonce")).body}`;
  expect((await ask(check)).json()).toEqual({ valid: true, validOrExpired: true });
  await newSessions.write(database.db, new Date(now));
  now = start + 2 * day;
  expect((await ask(check)).json()).toEqual({ valid: false, validOrExpired: false });
  const headers = { "sec-fetch-site": "same-origin" };
  expect((await ask(check, { headers })).json()).toEqual({ valid: false, validOrExpired: true });
  jar = new Map();
  expect((await ask(check, { headers })).json()).toEqual({ valid: false, validOrExpired: false });
  expect((await ask("/check", { headers })).json()).toEqual({ valid: false, validOrExpired: false });
});

test("a rejected form is available to its own request, under its name", async () => {
  expect((await ask("/form?refused")).json()).toEqual([
    { name: "login", typed: { username: "sana" }, errors: [] },
    null,
  ]);
  expect((await ask("/form")).json()).toEqual([null, null]);
});
