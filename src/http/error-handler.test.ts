import formbody from "@fastify/formbody";
import fc from "fast-check";
import fastify from "fastify";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Refusal } from "#shop/refusal.ts";
import { handleErrors } from "./error-handler.ts";
import { requestIds, serverOptions } from "./server-options.ts";

let logged: { facts: object; message: string }[] = [];
let rendererFails = "";
beforeEach(() => {
  logged = [];
  rendererFails = "";
});

const app = fastify(serverOptions({ isBehindProxy: false }));
await app.register(formbody);
handleErrors(app, {
  findMoved: async () => undefined,
  log: {
    error: (facts, message) => logged.push({ facts, message }),
    warn: (facts, message) => logged.push({ facts, message }),
  },
  renderPage: (status) => {
    if (rendererFails) throw new Error(rendererFails);
    return { body: `<h1>${status}</h1>`, headers: { "x-page": "1" } };
  },
  wantsJson: (request) => request.url.startsWith("/wp-json/"),
});
const fail = () => {
  throw new Error("password is hunter2");
};
app.get("/bug", fail);
app.get("/wp-json/bug", fail);
app.get("/query", () => {
  const cause = Object.assign(new Error("syntax error"), { code: "42601" });
  const message = "Failed query: select $1\nparams: ayesha@example.com,0300 1234567";
  throw Object.assign(new Error(message, { cause }), { params: ["ayesha@example.com"], query: "select $1" });
});
app.get("/away", () => {
  const cause = new Error("timeout exceeded when trying to connect");
  throw new Error("Failed query: select 1\nparams: ", { cause });
});
app.get<{ Params: { code: string } }>("/failing/:code", ({ params: { code } }) => {
  const cause = Object.assign(new Error("out of order"), { code });
  throw new Error("Failed query: insert\nparams: ayesha@example.com", { cause });
});
app.get("/refused", () => {
  throw new Refusal("cart_empty");
});
app.get("/upstream", () => {
  throw Object.assign(new Error("no"), { statusCode: 404 });
});
app.get("/shop/", (request) => request.query);
app.get(
  "/p/:slug/",
  { schema: { querystring: { type: "object", properties: { paged: { type: "integer" } } } } },
  () => "p",
);
app.post("/form", (request) => request.body);
afterAll(() => app.close());

test("an unexpected error is logged once with its request id, and the response reveals nothing", async () => {
  const answer = await app.inject("/bug");
  expect([answer.statusCode, answer.body, answer.headers["x-page"]]).toEqual([500, "<h1>500</h1>", "1"]);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(logged).toHaveLength(1);
  expect(logged[0]?.facts).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f]{12}-/), route: "/bug" });
});

test("a query and its values are not logged; the kind of error and its location are", async () => {
  await app.inject("/query");
  const line = JSON.stringify(logged[0]);
  expect(line).not.toMatch(/ayesha|0300 1234567|select/);
  expect(line).toContain("Failed query");
  expect(line).toContain("42601");
  expect(line).toContain("error-handler.test");
});

test("an outage is logged when it begins and, with the number of requests, when it is over", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // The page needs the database too.
  rendererFails = "Connection terminated unexpectedly";
  const begin = {
    facts: { error: expect.objectContaining({ message: "Failed query" }) },
    message: "Requests fail because the database or the disk is unavailable",
  };
  for (const requests of [50, 1]) {
    logged = [];
    for (let count = 0; count < requests; count += 1) {
      expect((await app.inject("/away")).statusCode).toBe(503);
      vi.advanceTimersByTime(1_000);
    }
    expect(logged).toEqual([begin]);
    expect(JSON.stringify(logged)).not.toContain("select");
    vi.advanceTimersByTime(60_000);
    const end = "No request fails any more because of the database or the disk";
    expect(logged).toEqual([begin, { facts: { requests, seconds: requests - 1 }, message: end }]);
  }
});

test.each(["53100", "25006", "53300", "EMFILE", "ENOSPC"])(
  "an outage with code %s is 503, with a time to retry",
  async (code) => {
    const answer = await app.inject(`/failing/${code}`);
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "10"]);
  },
);

test("API clients get JSON", async () => {
  const answer = await app.inject("/wp-json/bug");
  expect(answer.json()).toMatchObject({ code: "internal_error", data: { status: 500 } });
  expect(answer.body).not.toContain("hunter2");
  expect((await app.inject("/wp-json/none")).json()).toMatchObject({ code: "rest_no_route", data: { status: 404 } });
});

test.each([
  ["/none", 404],
  ["/refused", 400],
  ["/upstream", 500],
  ["/p/a/?paged=x", 400],
  [`/p/${"x".repeat(600)}/`, 400],
])("%s is answered with status %i", async (url, status) => {
  const answer = await app.inject(url);
  expect([answer.statusCode, logged.length]).toEqual([status, status >= 500 ? 1 : 0]);
});

test("if the error page itself fails, plain text is sent", async () => {
  rendererFails = "no page";
  const answer = await app.inject("/bug");
  expect([answer.statusCode, logged.length]).toEqual([500, 2]);
  expect(answer.body).not.toContain("hunter2");
});

test("a body that is too large, malformed or of an unknown type is a client error", async () => {
  const post = async (payload: string, type: string) =>
    (await app.inject({ method: "POST", url: "/form", payload, headers: { "content-type": type } })).statusCode;
  expect(await post(`a=${"x".repeat(256 * 1024)}`, "application/x-www-form-urlencoded")).toBe(413);
  expect(await post("<a/>", "text/x-strange")).toBe(415);
  expect(await post("{", "application/json")).toBe(400);
  expect(await post("a=%E0%A4%A&__proto__[x]=1&a[b]=1", "application/x-www-form-urlencoded")).toBe(200);
  expect(logged).toEqual([]);
});

test("no URL and no header causes a 500", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary-ascii" }), fc.string(), async (junk, value) => {
      const url = `/shop/${junk.replaceAll(/[^\x21-\x7e]/g, "")}`;
      const header = value.replaceAll(/[^\x21-\x7e]/g, "");
      const answer = await app.inject({ url: url, headers: { cookie: header, accept: header } });
      expect(answer.statusCode).toBeLessThan(500);
    }),
  );
  for (const url of ["/%", "/p/%E0%A4%A/", "/shop/?a=%", "/shop/?__proto__=1&constructor[prototype]=2"])
    expect((await app.inject(url)).statusCode).toBeLessThan(500);
  expect((await app.inject("/%")).statusCode).toBe(400);
});

test("a request id from the proxy is used only if the proxy is trusted and the id well-formed", () => {
  const named = { headers: { "x-request-id": "abc-1" } };
  expect(requestIds(true)(named)).toBe("abc-1");
  expect(requestIds(false)(named)).not.toBe("abc-1");
  expect(requestIds(true)({ headers: { "x-request-id": 'a" b' } })).toMatch(/^[0-9a-f]{12}-1$/);
});
