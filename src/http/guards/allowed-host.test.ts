import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { request } from "undici";
import { expect, test } from "vitest";
import { allowedHostHook, isSecureOrigin, openSite } from "./allowed-host.ts";

async function statusOf(siteUrl: string, host: string, url = "/", trustProxy = false, headers = {}) {
  const app = fastify({ trustProxy });
  const site = openSite(siteUrl);
  app.addHook("onRequest", allowedHostHook(site, new Set(["/healthz", "/readyz", "/metrics"])));
  app.get("/*", (request) => site.urlOf(request));
  const answer = await app.inject({ url, headers: { host, ...headers } });
  return answer.statusCode === 200 ? answer.body : answer.statusCode;
}

test.each([
  ["localhost:3000", "http://localhost:3000"],
  ["LOCALHOST", "http://localhost"],
  ["shop.localhost:80", "http://shop.localhost:80"],
  ["127.0.0.1:3000", "http://127.0.0.1:3000"],
  ["127.9.9.9", "http://127.9.9.9"],
  ["[::1]:3000", "http://[::1]:3000"],
  ["evil.example", 421],
  ["localhost.evil.example", 421],
  ["evil.example/localhost", 421],
  ['localhost:3000"><script>', 421],
  ["127.0.0.1.evil.example", 421],
])("without SITE_URL %s gets %s", async (host, expected) => {
  expect(await statusOf("", host)).toBe(expected);
});

test.each([
  ["shop.example", "https://shop.example"],
  ["SHOP.example:443", "https://shop.example"],
  ["shop.example:8080", 421],
  ["www.shop.example", 421],
  ["localhost", 421],
])("with SITE_URL %s gets %s", async (host, expected) => {
  expect(await statusOf("https://shop.example/", host)).toBe(expected);
});

test("health checks work under any host name", async () => {
  for (const path of ["/healthz", "/readyz?x=1", "/metrics"])
    expect(await statusOf("https://shop.example", "10.0.0.7:3000", path)).toBe("https://shop.example");
});

test("X-Forwarded-Host is used only from a trusted proxy", async () => {
  const forwarded = { "x-forwarded-host": "shop.example" };
  expect(await statusOf("https://shop.example", "inside:3000", "/", true, forwarded)).toBe("https://shop.example");
  expect(await statusOf("https://shop.example", "inside:3000", "/", false, forwarded)).toBe(421);
});

/** Returns for how many of these hosts pages are cached. */
async function countKept(siteUrl: string, hosts: readonly string[]) {
  const app = fastify();
  const site = openSite(siteUrl);
  app.addHook("onRequest", allowedHostHook(site, new Set()));
  app.get("/", (request) => String(site.cachesPages(request)));
  let kept = 0;
  for (const host of hosts) {
    const { statusCode, body } = await app.inject({ url: "/", headers: { host } });
    if (statusCode === 200 && body === "true") kept += 1;
  }
  return kept;
}

const madeUp = Array.from({ length: 500 }, (_, index) => [
  `shop${index}.localhost`,
  `localhost:${index + 1}`,
  `127.0.0.1:${index + 1}`,
  `127.0.${index % 250}.${index}`,
  `localhost.:${index + 1}`,
  `stranger${index}.example`,
]).flat();

test("of thousands of invented host names, two get their pages cached", async () => {
  expect(await countKept("", madeUp)).toBe(2);
});

test("with SITE_URL no pages are cached for invented host names", async () => {
  expect(await countKept("https://shop.example", [...madeUp, "shop.example."])).toBe(0);
  expect(await countKept("https://shop.example", ["shop.example", "SHOP.example"])).toBe(2);
});

test("pages are cached for the loopback names with the shop's own port", async () => {
  const app = fastify();
  const site = openSite("");
  app.get("/", (request) => site.cachesPages(request));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const keeps = async (host: string) => {
    const { body } = await request(`http://127.0.0.1:${port}/`, { headers: { host } });
    return body.json();
  };
  for (const host of ["a.localhost", "b.localhost"]) expect(await keeps(host)).toBe(true);
  for (const name of ["localhost", "127.0.0.1", "LOCALHOST", "[::1]"])
    expect(await keeps(`${name}:${port}`)).toBe(true);
  expect(await keeps(`c.localhost:${port}`)).toBe(false);
  expect(await keeps("localhost:1")).toBe(false);
  await app.close();
});

test("an address is safe for passwords by https, or on this machine", () => {
  for (const safe of [
    "https://shop.example",
    "http://localhost:3000",
    "http://a.localhost",
    "http://127.0.0.1",
    "http://[::1]:1",
  ])
    expect([safe, isSecureOrigin(safe)]).toEqual([safe, true]);
  for (const open of ["http://shop.example", "http://localhost.example", "http://127.0.0.1.example"])
    expect([open, isSecureOrigin(open)]).toEqual([open, false]);
});
