import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { openWholeShop, origin } from "../page-requests/whole-shop.fixtures.ts";

let app: FastifyInstance;
const { host } = new URL(origin);
const now = () => new Date("2026-11-21T12:00:00Z");
const noRoute = { code: "rest_no_route", message: expect.any(String), data: { status: 404 } };
const badNonce = { code: "rest_cookie_invalid_nonce", message: "Cookie check failed", data: { status: 403 } };
type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

beforeAll(async () => {
  ({ app } = await openWholeShop(await createTestDatabase(), now));
});
afterAll(() => app.close());

const ask = (url: string, { headers = {}, ...request }: { method?: Method; headers?: object; payload?: string } = {}) =>
  app.inject({ url, ...request, headers: { host, ...headers } });
const unknown = `${routes.restRoot()}wc/store/v1/none`;
const freshNonce = async () => (await ask(`${routes.siteCall()}?action=rest-nonce`)).body;

test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const)(
  "%s of an unknown REST route is answered with rest_no_route as JSON",
  async (method) => {
    const answer = await ask(unknown, { method });
    expect([answer.statusCode, answer.json()]).toEqual([404, noRoute]);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=UTF-8",
      "cache-control": "no-store",
    });
  },
);

test("HEAD, a page number and a known route by another method are unknown REST routes too", async () => {
  expect((await ask(unknown, { method: "HEAD" })).statusCode).toBe(404);
  expect((await ask(`${unknown}/page/02/`)).json()).toEqual(noRoute);
  expect((await ask(routes.restUser(1), { method: "DELETE" })).json()).toEqual(noRoute);
});

test("an unknown REST route is 404 for bodies of every type; a broken JSON body is a JSON error", async () => {
  for (const type of ["application/xml", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"]) {
    const answer = await ask(unknown, { method: "POST", headers: { "content-type": type }, payload: "a=1" });
    expect([answer.statusCode, answer.json()]).toEqual([404, noRoute]);
  }
  const json = { method: "POST", headers: { "content-type": "application/json" } } as const;
  expect((await ask(unknown, { ...json, payload: '{"a":1}' })).json()).toEqual(noRoute);
  expect((await ask(unknown, { ...json, payload: "{" })).json()).toMatchObject({ data: { status: 400 } });
});

test("a bad nonce in header, query, form or JSON is refused on every REST route; a valid one is renewed", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const json = { "content-type": "application/json" };
  const refused = await Promise.all([
    ask(unknown, { headers: { "x-wp-nonce": "0123456789" } }),
    ask(`${unknown}?_wpnonce=0123456789`),
    ask(unknown, { method: "POST", headers: form, payload: "_wpnonce=x" }),
    ask(unknown, { method: "POST", headers: json, payload: '{"_wpnonce":"x"}' }),
    ask(routes.restUser(1), { method: "POST", headers: { "x-wp-nonce": "" } }),
    ask(routes.restUser(1), { headers: { "x-wp-nonce": "x" } }),
    ask(`${routes.home()}?rest_route=/wc/none&_wpnonce=x`),
  ]);
  for (const answer of refused) {
    expect([answer.statusCode, answer.json()]).toEqual([403, badNonce]);
    expect(answer.headers["content-type"]).toBe("application/json; charset=UTF-8");
  }
  const valid = await ask(unknown, { headers: { "x-wp-nonce": await freshNonce() } });
  expect(valid.json()).toEqual(noRoute);
  expect(valid.headers["x-wp-nonce"]).toMatch(/^[0-9a-f]{10}$/);
});

test("?rest_route= on the home page is the same REST route as its path", async () => {
  const byQuery = (route: string) => `${routes.home()}?rest_route=${encodeURIComponent(route)}`;
  for (const route of ["/wc/none", "wc/none", "//evil.example/", "/wc/a b/ä?x#y", "/../cart/"])
    expect((await ask(byQuery(route))).json()).toEqual(noRoute);
  expect((await ask(byQuery("/"))).json()).toMatchObject({ namespaces: ["contact-form-7/v1", "wp/v2", "batch/v1"] });
  const known = await ask(`${byQuery("/wp/v2/users/1")}&_locale=user`, { method: "POST" });
  expect([known.statusCode, known.json().code]).toEqual([401, "rest_user_cannot_edit"]);
  for (const url of [`${routes.home()}?rest_route=`, `${routes.home()}?rest=1`])
    expect((await ask(url)).headers["content-type"]).toContain("text/html");
});
