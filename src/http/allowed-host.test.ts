import fastify from "fastify";
import { expect, test } from "vitest";
import { allowedHostHook, openSite } from "./allowed-host.ts";

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

test("health is answered under any name", async () => {
  for (const path of ["/healthz", "/readyz?x=1", "/metrics"])
    expect(await statusOf("https://shop.example", "10.0.0.7:3000", path)).toBe("https://shop.example");
});

test("a forwarded host counts only from a trusted proxy", async () => {
  const forwarded = { "x-forwarded-host": "shop.example" };
  expect(await statusOf("https://shop.example", "inside:3000", "/", true, forwarded)).toBe("https://shop.example");
  expect(await statusOf("https://shop.example", "inside:3000", "/", false, forwarded)).toBe(421);
});
