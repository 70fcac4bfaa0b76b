import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { Agent, request } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../tests/support/eventually.ts";
import { Freshness } from "../freshness.ts";
import type { RenderedPage } from "./cached-page.ts";
import { PageCache } from "./page-cache.ts";
import { answerCachedPages } from "./page-cache-hook.ts";
import { sendPublicPage } from "./page-response.ts";

let app: FastifyInstance;
let cache: PageCache;
let freshness: Freshness;
let origin: string;
let renders: number;
/** Number of requests that the hook passed on to the route. */
let handled: number;
let extra: Partial<RenderedPage>;
let onRender: () => void;
let hasFirstPage: boolean;
const agent = new Agent();
const renderFirst = async (): Promise<RenderedPage> => ({
  body: "<p>with styles</p>",
  headers: [],
  tags: ["products"],
});

beforeEach(async () => {
  renders = 0;
  handled = 0;
  extra = {};
  onRender = () => {};
  hasFirstPage = false;
  freshness = new Freshness();
  cache = new PageCache(freshness, { stylesheet: "/assets/styles-new.css" });
  app = fastify({ return503OnClosing: false });
  answerCachedPages(app, cache, { floods: () => false, admit: () => true });
  app.get("/shop/", (request, reply) => {
    handled += 1;
    return sendPublicPage(cache, request, reply, {
      siteUrl: "http://localhost",
      parameters: ["paged"],
      isCacheable: true,
      async render(query) {
        renders += 1;
        onRender();
        const body = `<p>for all ${query}</p>`.repeat(100);
        return { body, headers: ["x-content-type-options", "nosniff"], tags: ["products"], ...extra };
      },
      ...(hasFirstPage && { renderFirst }),
      async renderPersonal() {
        return { body: "<p>for you</p>", headers: ["x-content-type-options", "nosniff"], tags: [] };
      },
    });
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterEach(() => app.close());

/** Sends bytes and returns what arrives until the connection is closed. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.setEncoding("latin1").write(bytes);
  return text(socket);
}

async function get(path: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") {
  const answer = await request(`${origin}${path}`, { method, headers, dispatcher: agent });
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

test("a miss and a hit have the same response, including every header", async () => {
  const miss = await get("/shop/");
  const hit = await get("/shop/");
  expect([miss.headers["x-cache"], hit.headers["x-cache"]]).toEqual(["miss", "hit"]);
  expect(hit.bytes.equals(miss.bytes)).toBe(true);
  expect(hit.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-length": String(hit.bytes.length),
    "cache-control": "public, max-age=0, must-revalidate",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
    etag: miss.headers.etag,
  });
  expect(hit.headers.date).toBeTruthy();
  expect(renders).toBe(1);
});

test.each([
  ["HTTP/1.1", "accept-encoding: br\r\nconnection: close\r\n"],
  ["HTTP/1.0", "accept-encoding: gzip\r\n"],
])("over %s a hit has the same status and headers as a miss, each once", async (version, lines) => {
  extra = { contentType: "text/html; charset=iso-8859-1" };
  const headOfAnswer = async () => {
    const answer = await exchange(`GET /shop/ ${version}\r\nhost: localhost\r\n${lines}\r\n`);
    const [status, ...sent] = answer.slice(0, answer.indexOf("\r\n\r\n")).split("\r\n");
    const names = sent.map((line) => line.split(":", 1)[0]);
    expect(new Set(names).size).toBe(names.length);
    return { status, sent: sent.filter((line) => !line.startsWith("Date: ")).sort() };
  };
  const miss = await headOfAnswer();
  const hit = await headOfAnswer();
  expect(miss.sent).toContain("x-cache: miss");
  expect(hit).toEqual({ ...miss, sent: miss.sent.with(miss.sent.indexOf("x-cache: miss"), "x-cache: hit") });
  expect(hit.sent).toContain("Connection: close");
});

test("pipelined hits share one connection", async () => {
  const { bytes } = await get("/shop/", { "accept-encoding": "identity" });
  const line = "GET /shop/ HTTP/1.1\r\nhost: localhost\r\n";
  const answer = await exchange(`${line}\r\n${line}connection: close\r\n\r\n`);
  expect(answer.split(bytes.toString("latin1"))).toHaveLength(3);
  expect([...answer.matchAll(/\r\nConnection: ([\w-]+)\r\n/g)].map(([, state]) => state)).toEqual([
    "keep-alive",
    "close",
  ]);
});

test.each([
  ["a value with a line break", ["x-title", "Tea\r\nset-cookie: a=b"]],
  ["a name without a value", ["x-title"]],
  ["a header that node:http sends itself", ["transfer-encoding", "chunked"]],
])("a page with %s is answered with 500", async (_, headers) => {
  extra = { headers };
  const answer = await get("/shop/");
  expect([answer.statusCode, answer.headers["set-cookie"]]).toEqual([500, undefined]);
});

test("a hit while the server closes ends its connection", async () => {
  await get("/shop/");
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  const arrived = once(app.server, "connection");
  socket.setEncoding("latin1").write("GET /shop/ HTTP/1.1\r\nhost: localhost\r\n");
  const [accepted] = (await arrived) as [Socket];
  await eventually(async () => expect(accepted.bytesRead).toBeGreaterThan(0));
  const closed = app.close();
  await eventually(async () => expect(app.server.listening).toBe(false));
  socket.write("\r\n");
  const answer = await text(socket);
  expect(answer).toContain("\r\nx-cache: hit\r\n");
  expect(answer).toContain("\r\nConnection: close\r\n");
  await closed;
});

test("each encoding comes from a single render", async () => {
  const plain = await get("/shop/", { "accept-encoding": "identity" });
  const gzip = await get("/shop/", { "accept-encoding": "gzip" });
  const brotli = await get("/shop/", { "accept-encoding": "gzip, br" });
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotli.headers["content-length"]).toBe(String(brotli.bytes.length));
  expect(renders).toBe(1);
});

test("hits and misses answer 304 without a body", async () => {
  const etag = String((await get("/shop/")).headers.etag);
  const hit = await get("/shop/", { "if-none-match": `"other", ${etag}` });
  freshness.apply(["products"]);
  const miss = await get("/shop/", { "if-none-match": etag });
  for (const answer of [hit, miss]) {
    expect(answer.statusCode).toBe(304);
    expect(answer.bytes).toHaveLength(0);
    expect(answer.headers).toMatchObject({ etag, "x-content-type-options": "nosniff", vary: "Accept-Encoding" });
  }
});

test("HEAD has the same headers, without a body", async () => {
  const full = await get("/shop/");
  const head = await get("/shop/", {}, "HEAD");
  expect(head.bytes).toHaveLength(0);
  expect(head.headers["content-length"]).toBe(full.headers["content-length"]);
  expect(head.headers["x-cache"]).toBe("hit");
});

test("tracking parameters neither split the cache nor reach the render", async () => {
  await get("/shop/?utm_source=mail&paged=2");
  const other = await get("/shop/?paged=2&fbclid=x");
  expect(other.headers["x-cache"]).toBe("hit");
  expect(other.bytes.toString()).toContain("for all paged=2<");
});

test("a cart does not bypass the cache, a notice does", async () => {
  await get("/shop/");
  const withCart = await get("/shop/", { cookie: "woocommerce_items_in_cart=1; wp_woocommerce_session_ab=t_1" });
  expect(withCart.headers["x-cache"]).toBe("hit");
  const withNotice = await get("/shop/", { cookie: "chowk_notice=1" });
  expect(withNotice.headers).toMatchObject({ "x-cache": "pass", "cache-control": "private, no-store" });
  expect(withNotice.bytes.toString()).toBe("<p>for you</p>");
  expect((await get("/shop/")).bytes.toString()).toContain("for all");
});

test("requests with ?add-to-cart always bypass the cache", async () => {
  for (let time = 0; time < 3; time += 1) expect((await get("/shop/?add-to-cart=4")).headers["x-cache"]).toBe("pass");
});

test("hosts do not share aliases", async () => {
  await get("/shop/", { host: "localhost" });
  expect(handled).toBe(1);
  await get("/shop/", { host: "localhost" });
  expect(handled).toBe(1);
  await get("/shop/", { host: "elsewhere.test" });
  expect(handled).toBe(2);
  expect((await get("/", { host: "localhost/shop" })).statusCode).toBe(404);
});

test("an uncacheable page is sent, and rendered again for the next request", async () => {
  extra = { isCacheable: false };
  for (let time = 0; time < 3; time += 1) expect((await get("/shop/")).headers["x-cache"]).toBe("miss");
  expect(cache.counts.pages).toBe(0);
});

test("shared caches may store a page only if it says so, never past its expiry, and get its age", async () => {
  extra = { sharedSeconds: 3600, until: Date.now() + 60_500 };
  await get("/shop/");
  const { headers } = await get("/shop/");
  expect(headers["cache-control"]).toMatch(/^public, max-age=0, s-maxage=(60|59), must-revalidate$/);
  expect(headers.age).toBe("0");
  expect(headers["surrogate-key"]).toBe("products");
});

test("answers with cookies and stale ones leave later answers of the page unchanged", async () => {
  extra = { landingCookies: ({ url = "" }) => (url.includes("?") ? ["sbjs_current=x"] : []) };
  await get("/shop/");
  const plain = await get("/shop/");
  const landing = await get("/shop/?utm_source=mail");
  expect(landing.headers).toMatchObject({
    "cache-control": "private, max-age=0, must-revalidate",
    "set-cookie": "sbjs_current=x",
  });
  freshness.markUnreadable(Date.now());
  expect((await get("/shop/")).headers["x-cache"]).toBe("stale");
  freshness.markReadable();
  const { date: _, ...headers } = plain.headers;
  expect((await get("/shop/")).headers).toMatchObject(headers);
  expect((await get("/shop/")).headers).not.toHaveProperty("set-cookie");
});

describe("shared caches may not keep a page", () => {
  beforeEach(() => {
    extra = { sharedSeconds: 3600 };
  });

  async function expectUnshared(outcome: string): Promise<void> {
    const full = await get("/shop/");
    const unchanged = await get("/shop/", { "if-none-match": String(full.headers.etag) });
    expect(unchanged.statusCode).toBe(304);
    for (const { headers } of [full, unchanged]) {
      expect(headers).toMatchObject({ "x-cache": outcome, "cache-control": "public, max-age=0, must-revalidate" });
      expect(headers).not.toHaveProperty("surrogate-key");
      expect(headers).not.toHaveProperty("age");
    }
  }

  test("that is not kept here", async () => {
    extra = { ...extra, isCacheable: false };
    await expectUnshared("miss");
  });

  test("that is answered as stale", async () => {
    await get("/shop/");
    freshness.markUnreadable(Date.now());
    await expectUnshared("stale");
    freshness.markReadable();
    expect((await get("/shop/")).headers["surrogate-key"]).toBe("products");
  });

  test("that is rendered while the change log cannot be read", async () => {
    freshness.markUnreadable(Date.now());
    await expectUnshared("miss");
  });

  test("of which something changed during its render", async () => {
    onRender = () => freshness.apply(["products"]);
    await expectUnshared("miss");
  });
});

test("a first visit's page is cached apart from that of browsers that have the style sheets", async () => {
  hasFirstPage = true;
  const first = () => get("/shop/");
  const later = () => get("/shop/", { cookie: "a=b; chowk_styles=/assets/styles-new.css" });
  const answers = [await first(), await later(), await first(), await later()];
  expect(answers.map(({ headers }) => headers["x-cache"])).toEqual(["miss", "miss", "hit", "hit"]);
  const hasStyles = answers.map(({ bytes }) => bytes.toString().includes("with styles"));
  expect(hasStyles).toEqual([true, false, true, false]);
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(2);
});

test("a browser with the style sheets of an earlier release gets the page of a first visit", async () => {
  hasFirstPage = true;
  const { bytes } = await get("/shop/", { cookie: "chowk_styles=/assets/styles-old.css" });
  expect(bytes.toString()).toContain("with styles");
});
