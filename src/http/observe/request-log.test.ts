import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { request } from "undici";
import { expect, test } from "vitest";
import { eventually } from "../../../tests/support/eventually.ts";
import { openVisits, type VisitServices } from "../visit/visit.ts";
import { logRequests, observeRequests, type RequestFacts } from "./request-log.ts";

/** These requests use no services. */
const services = {} as VisitServices;

test("each request is logged once, without personal data", async () => {
  const lines: [object, string][] = [];
  const app = fastify({ genReqId: () => "id-1" });
  openVisits(app, services);
  app.addHook("onRequest", observeRequests([logRequests({ info: (facts, message) => lines.push([facts, message]) })]));
  app.get("/product/:slug/", () => "product");
  app.get("/", ({ visit }) => {
    visit.callName = "wc-ajax add_to_cart";
    return "added";
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  for (const path of ["/product/iron/?email=a@b.example", "/?wc-ajax=add_to_cart&x=secret", "/none?token=t"])
    await (await request(`${origin}${path}`, { headers: { cookie: "session=secret" } })).body.dump();
  await eventually(() => expect(lines).toHaveLength(3));
  await app.close();
  const facts = lines.map(([facts]) => facts as RequestFacts);
  expect(facts.map(({ call, status }) => [call, status])).toEqual([
    ["/product/:slug/", 200],
    ["wc-ajax add_to_cart", 200],
    ["unknown", 404],
  ]);
  expect(facts[0]).toEqual({
    requestId: "id-1",
    method: "GET",
    call: "/product/:slug/",
    status: 200,
    durationMs: expect.any(Number),
  });
  expect(JSON.stringify(lines)).not.toMatch(/secret|example|token|127\.0\.0\.1/);
});

test("a client that disconnects early is logged as such", async () => {
  const seen: number[] = [];
  const app = fastify();
  openVisits(app, services);
  app.addHook("onRequest", observeRequests([({ status }) => seen.push(status)]));
  const leaving = new AbortController();
  app.get("/slow", () => {
    leaving.abort();
    return new Promise(() => {});
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  await request(`${origin}/slow`, { signal: leaving.signal }).catch(() => {});
  await eventually(() => expect(seen).toEqual([499]));
  await app.close();
});
