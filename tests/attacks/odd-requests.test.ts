import { mkdtemp, rm, stat } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openStorage } from "#platform/storage/open-storage.ts";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { signIn } from "#shop/accounts/sessions/sign-in.ts";
import { addUser } from "#shop/accounts/users.ts";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { openWholeShop } from "../../src/wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let app: FastifyInstance;
let tea: number;

beforeAll(async () => {
  database = await createTestDatabase();
  tea = await addProduct(database.db, { slug: "tea" });
  ({ app } = await openWholeShop(database, () => noon));
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

const host = "shop.example";

/** Sends raw text on a connection and returns the status of the first response. */
async function statusOf(text: string): Promise<number> {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  socket.write(text);
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 \d{3}/);
  socket.destroy();
  return Number(answer.slice(9, 12));
}

test("a second Host header is refused, also for a cached page", async () => {
  const ask = (...hosts: string[]) =>
    statusOf(`GET /product/tea/ HTTP/1.1\r\n${hosts.map((name) => `Host: ${name}\r\n`).join("")}\r\n`);
  expect(await ask(host)).toBe(200);
  expect(await ask(host)).toBe(200);
  for (const other of [host, "evil.example"]) {
    expect(await ask(host, other)).toBe(400);
    expect(await ask(other, host)).toBe(400);
  }
  expect(await ask()).toBe(400);
});

test("a form with more than 1,000 fields or values is refused, and nothing changes", async () => {
  const post = async (fields: readonly string[]) => {
    const { statusCode } = await app.inject({
      method: "POST",
      url: routes.shopCall("add_to_cart"),
      headers: { host, "content-type": "application/x-www-form-urlencoded" },
      payload: [`product_id=${tea}`, ...fields].join("&"),
    });
    const { rows } = await database.pool.query("select count(*)::int as sessions from sessions");
    return [statusCode, rows[0].sessions];
  };
  const names = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=1`);
  expect(await post(names(1000))).toEqual([413, 0]);
  expect(await post(Array.from({ length: 1000 }, () => "a=1"))).toEqual([413, 0]);
  expect(await post(names(999))).toEqual([200, 1]);
});

test("files that buyers download can be read by the shop's user only", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "chowk-downloads-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const { downloads } = await openStorage({ dataDir, storage: null, secrets: { storage: null } });
  await downloads.put("guides/plan.pdf", Buffer.from("pdf"));
  const file = join(dataDir, "downloads/guides/plan.pdf");
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  expect(await modeOf(file)).toBe(0o600);
  for (const folder of [dirname(file), join(dataDir, "downloads")]) expect(await modeOf(folder)).toBe(0o700);
});

test("a sign-in by phone takes as much work for a number of one account as for one of three", async () => {
  const passwordHash = await hashPassword("correct horse");
  const add = (phone: string, email: string) =>
    addUser(database.db, { firstName: "A", lastName: "", phone, passwordHash, email, role: "customer" }, noon);
  await add("+923001234567", "one@shop.example");
  for (const name of ["a", "b", "c"]) await add("+923007654321", `${name}@shop.example`);
  let networks = 0;
  const workOf = async (login: string) => {
    const before = process.cpuUsage();
    // From a network of its own each time, so that no attempt needs a proof of work.
    networks += 1;
    const given = { login, password: "wrong", address: `203.0.${networks}.1`, device: null, proof: null };
    await expect(signIn(database.db, given, noon)).rejects.toThrow("credentials_wrong");
    return process.cpuUsage(before).user;
  };
  await workOf("+923000000000");
  const [none, one, three] = [
    await workOf("+923000000000"),
    await workOf("+923001234567"),
    await workOf("+923007654321"),
  ];
  expect(Math.min(none, one, three) / Math.max(none, one, three)).toBeGreaterThan(0.5);
});

test("security.txt exists while its contact and expiry are set and valid", async () => {
  const ask = () => app.inject({ url: routes.securityText(), headers: { host } });
  expect((await ask()).statusCode).toBe(404);
  await setSetting(database.db, "security_contact", "security@shop.example");
  expect((await ask()).statusCode).toBe(404);
  await setSetting(database.db, "security_expires", "2027-03-01");
  await expect.poll(async () => (await ask()).statusCode).toBe(200);
  const { body, headers } = await ask();
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(body).toBe(
    [
      "Contact: mailto:security@shop.example",
      "Expires: 2027-03-01T23:59:59.000Z",
      "Preferred-Languages: en",
      "Canonical: https://shop.example/.well-known/security.txt",
      "",
    ].join("\n"),
  );
  await setSetting(database.db, "security_expires", "2026-01-01");
  await expect.poll(async () => (await ask()).statusCode).toBe(404);
  await expect(setSetting(database.db, "security_contact", "javascript:alert(1)")).rejects.toThrow("setting_invalid");
});
