import type { FastifyInstance } from "fastify";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { readConfig } from "#config";
import { routes } from "#routes";
import { noon } from "#shop/cart/cart.fixtures.ts";
import { countUses } from "#shop/rate-limits.ts";
import { openWholeShop, origin } from "../../src/wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

const proxy = "192.0.2.1";
const victim = "203.0.113.9";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  // The victim's address has used up its searches: a request that counts as the victim's gets 429.
  await countUses(database.db, [{ use: { limit: "wishlistSearchByAddress", address: victim }, times: 10_000 }], noon);
});

async function openBehind(trusted: string, header?: string): Promise<FastifyInstance> {
  const env = { TRUST_PROXY: trusted, ...(header && { TRUST_PROXY_HEADER: header }) };
  const { app } = await openWholeShop(database, () => noon, env);
  onTestFinished(() => app.close());
  return app;
}

/** Returns whether a request counts as the victim's. */
async function countsAsVictim(app: FastifyInstance, peer: string, headers: Record<string, string>): Promise<boolean> {
  const { statusCode } = await app.inject({
    url: routes.searchWishlists("rose"),
    remoteAddress: peer,
    headers: { host: new URL(origin).host, ...headers },
  });
  expect([200, 429]).toContain(statusCode);
  return statusCode === 429;
}

test.each(["1", proxy, "192.0.2.0/24", `${proxy}, 2001:db8::/32`])(
  "behind TRUST_PROXY=%s only the address that the proxy wrote counts",
  async (trusted) => {
    const app = await openBehind(trusted);
    const sees = (forwarded: string) => countsAsVictim(app, proxy, { "x-forwarded-for": forwarded });
    expect(await sees(victim)).toBe(true);
    expect(await sees(`198.51.100.7, ${victim}`)).toBe(true);
    expect(await sees(`${victim}:4711`)).toBe(true);
    expect(await sees(`::ffff:${victim}`)).toBe(true);
    // What the sender wrote before it.
    expect(await sees(`${victim}, 198.51.100.7`)).toBe(false);
    expect(await sees(`${victim}, 198.51.100.7, `)).toBe(false);
    expect(await sees(`${victim}, unknown`)).toBe(false);
    expect(await sees(`${victim}, 999.1.1.1`)).toBe(false);
    expect(await sees(`${victim}, fe80::1%eth0`)).toBe(false);
    // The header of proxies that write the other one.
    expect(await countsAsVictim(app, proxy, { forwarded: `for=${victim}` })).toBe(false);
  },
);

test("with two proxies the last but one address counts", async () => {
  const app = await openBehind("2");
  const sees = (forwarded: string) => countsAsVictim(app, proxy, { "x-forwarded-for": forwarded });
  expect(await sees(`198.51.100.7, ${victim}, 192.0.2.2`)).toBe(true);
  expect(await sees(`${victim}, 198.51.100.7, 192.0.2.2`)).toBe(false);
  expect(await sees(`198.51.100.7, ${victim}`)).toBe(false);
});

test("a stranger who reaches the port directly is not believed", async () => {
  const app = await openBehind("10.0.0.0/8, loopback");
  for (const name of ["x-forwarded-for", "forwarded"])
    expect(await countsAsVictim(app, "198.51.100.7", { [name]: victim })).toBe(false);
  expect(await countsAsVictim(app, "10.1.2.3", { "x-forwarded-for": victim })).toBe(true);
  expect(await countsAsVictim(app, "::1", { "x-forwarded-for": victim })).toBe(true);
});

test("Forwarded is read if the proxy writes it, and X-Forwarded-For is then ignored", async () => {
  const app = await openBehind("1", "forwarded");
  const sees = (forwarded: string) => countsAsVictim(app, proxy, { forwarded });
  expect(await sees(`for=${victim}`)).toBe(true);
  expect(await sees(`by=_secret;For="${victim}:80";host=shop.example;proto=https`)).toBe(true);
  expect(await sees(`for=198.51.100.7, for=${victim}`)).toBe(true);
  expect(await sees(`for=${victim}, for=198.51.100.7`)).toBe(false);
  expect(await sees(`for=${victim}, for=unknown`)).toBe(false);
  expect(await sees(`for=${victim}, for=_hidden`)).toBe(false);
  // Quotes that would swallow the proxy's part.
  expect(await sees(`for=${victim}, for="1, for=198.51.100.7`)).toBe(false);
  expect(await sees(`for=${victim}, for="1, for="[2001:db8::1]"`)).toBe(false);
  expect(await countsAsVictim(app, proxy, { "x-forwarded-for": victim })).toBe(false);
  expect(await countsAsVictim(app, proxy, { "x-forwarded-for": victim, forwarded: "for=198.51.100.7" })).toBe(false);
});

test("a long run of spaces in Forwarded is read in no time", async () => {
  const app = await openBehind("1", "forwarded");
  const began = performance.now();
  for (let time = 0; time < 20; time++)
    expect(await countsAsVictim(app, proxy, { forwarded: `for=${victim},${" ".repeat(16_000)}!` })).toBe(false);
  expect(performance.now() - began).toBeLessThan(2000);
});

test("only a trusted proxy names the host and the request's id", async () => {
  const app = await openBehind("10.0.0.0/8");
  const ask = (remoteAddress: string) =>
    app.inject({ url: "/", remoteAddress, headers: { host: "inside:3000", "x-forwarded-host": "shop.example" } });
  expect((await ask("10.0.0.1")).statusCode).toBe(200);
  expect((await ask("198.51.100.7")).statusCode).toBe(421);
});

test.each(["true", "0", "-1", "10", "10.0.0.0/33", "2001:db8::/129", "proxy.internal", "10.0.0.1,", "1.2.3"])(
  "TRUST_PROXY=%s stops the start",
  (value) => {
    expect(() => readConfig({ SITE_URL: origin, TRUST_PROXY: value })).toThrow(/- TRUST_PROXY must be the number of/);
  },
);

test("the message for TRUST_PROXY=true says what to write instead, and why", () => {
  expect(() => readConfig({ SITE_URL: origin, TRUST_PROXY: "true" })).toThrow(
    /such as 1.*networks.*anyone could invent/,
  );
});
