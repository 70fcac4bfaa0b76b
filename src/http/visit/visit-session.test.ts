import { createHash } from "node:crypto";
import fastifyCookie from "@fastify/cookie";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withStatementCount } from "#db/statement-count.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { openSite } from "../guards/allowed-host.ts";
import { NewSessions } from "./new-sessions.ts";
import { VisitCookies } from "./visit-cookies.ts";
import { sessionCookieName, VisitSession } from "./visit-session.ts";

const name = `wp_woocommerce_session_${createHash("md5").update("https://shop.example").digest("hex")}`;
const start = Date.UTC(2026, 10, 21);
const hour = 3_600_000;
let now = start;
let app: FastifyInstance;
let database: TestDatabase;
const newSessions = new NewSessions();

beforeAll(async () => {
  database = await createTestDatabase();
  app = fastify();
  await app.register(fastifyCookie);
  const site = openSite("https://shop.example");
  const services = { db: database.db, clock: { now: () => new Date(now) }, site, newSessions };
  const sessionOf = (request: FastifyRequest, reply: FastifyReply) =>
    new VisitSession(services, request, new VisitCookies(request, reply, site));
  app.get("/find", async (request, reply) => {
    const session = sessionOf(request, reply);
    const { result, statements } = await withStatementCount(async () => {
      await session.find();
      return session.find();
    });
    return { id: result?.id, statements };
  });
  app.get("/keep", async (request, reply) => {
    const session = sessionOf(request, reply);
    const [one, two] = await Promise.all([session.keep(), session.keep()]);
    return { id: one.id, same: one === two, holder: await session.nonceHolder() };
  });
});
afterAll(() => app.close());

const ask = (url: string, cookies: Record<string, string> = {}) => app.inject({ url, cookies });

async function newVisitor() {
  const answer = await ask("/keep");
  const cookie = answer.cookies.find((cookie) => cookie.name === name);
  if (!cookie) throw new Error("no cookie");
  return { cookie, answer, id: answer.json().id as number };
}

test("a visitor without a cookie costs no statement and gets no cookie", async () => {
  const answer = await ask("/find");
  expect(answer.json()).toEqual({ statements: 0 });
  expect(answer.cookies).toEqual([]);
});

test("the session cookie has WooCommerce's name, format and protection", async () => {
  const { cookie, answer } = await newVisitor();
  expect(cookie).toMatchObject({ path: "/", httpOnly: true, sameSite: "Lax", secure: true, maxAge: 2_592_000 });
  const seconds = start / 1000;
  expect(cookie.value).toMatch(
    new RegExp(`^t_[0-9a-f]{30}\\|${seconds + 2_592_000}\\|${seconds + 86_400}\\|[A-Za-z0-9_-]{43}$`),
  );
  const sign = answer.cookies.find((cookie) => cookie.name === "chowk_visitor");
  expect(sign).toMatchObject({ value: "1", maxAge: 2_592_000 });
  expect(sign?.httpOnly).toBeUndefined();
  expect(answer.json()).toMatchObject({ same: true, holder: { sessionKey: cookie.value.split("|")[0] } });
});

test("the visitor is recognized by the token alone, in one statement", async () => {
  const { cookie, id } = await newVisitor();
  const token = cookie.value.split("|")[3];
  const forged = `t_${"0".repeat(30)}|1|1|${token}`;
  for (const value of [cookie.value, forged])
    expect((await ask("/find", { [name]: value })).json()).toEqual({ id, statements: 1 });
  expect((await ask("/keep", { [name]: cookie.value })).json().id).toBe(id);
});

test("only the token's hash is stored", async () => {
  const { cookie, id } = await newVisitor();
  const token = cookie.value.split("|")[3] ?? "";
  const { rows } = await database.pool.query(
    "select to_json(s)::text as row, token_hash from sessions s where id = $1",
    [id],
  );
  expect(rows[0].row).not.toContain(token);
  expect(rows[0].token_hash.equals(createHash("sha256").update(token).digest())).toBe(true);
});

test.each([
  "",
  "x",
  `t_${"a".repeat(30)}|1|1|short`,
  `t_${"a".repeat(30)}|1|1|${"!".repeat(43)}`,
  `42|1|1|${"a".repeat(43)}`,
  `t_${"a".repeat(30)}|1|1|${"a".repeat(43)}|more`,
])("a malformed cookie (%j) is ignored and costs no statement", async (value) => {
  expect((await ask("/find", { [name]: value })).json()).toEqual({ statements: 0 });
});

test("a guest's session and cart are renewed after a day and end after thirty days without a visit", async () => {
  const { cookie, id } = await newVisitor();
  now = start + 23 * hour;
  expect((await ask("/find", { [name]: cookie.value })).cookies).toEqual([]);
  await newSessions.write(database.db, new Date(now));
  now = start + 25 * hour;
  const renewed = (await ask("/find", { [name]: cookie.value })).cookies.find((cookie) => cookie.name === name);
  expect(renewed?.value.split("|")[1]).toBe(String((start + (25 + 720) * hour) / 1000));
  expect(renewed?.value.split("|")[3]).toBe(cookie.value.split("|")[3]);
  now = start + (24 + 720) * hour;
  expect((await ask("/find", { [name]: cookie.value })).json().id).toBe(id);
  now = start + (25 + 2 * 720) * hour;
  expect((await ask("/find", { [name]: cookie.value })).json().id).toBeUndefined();
  now = start;
});

test("a guest's session of a single request ends after two days", async () => {
  const once = await newVisitor();
  const twice = await newVisitor();
  await ask("/find", { [name]: twice.cookie.value });
  await newSessions.write(database.db, new Date(now));
  now = start + 49 * hour;
  expect((await ask("/find", { [name]: once.cookie.value })).json().id).toBeUndefined();
  expect((await ask("/find", { [name]: twice.cookie.value })).json().id).toBe(twice.id);
  now = start;
});

test("the cookie's name is derived from the site's address", () => {
  expect(sessionCookieName("https://shop.example")).toBe(name);
  expect(sessionCookieName("http://localhost:3000")).not.toBe(name);
});
