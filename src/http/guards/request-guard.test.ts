import fastify from "fastify";
import { expect, test } from "vitest";
import { openSite } from "./allowed-host.ts";
import { foreignPostHook, guardStateChange, isSameOrigin } from "./request-guard.ts";

type Headers = Record<string, string>;

const site = openSite("https://shop.example");
const app = fastify();
app.addHook("onRequest", foreignPostHook(site, new Set(["/paid"])));
app.post("/paid", () => "done");
app.route({
  method: ["GET", "POST"],
  url: "/",
  handler: (request, reply) => (guardStateChange(request, reply, site) ? reply : reply.send("done")),
});

const own = fastify();
own.get("/", (request) => isSameOrigin(request, site));

const ask = async (method: "GET" | "POST", headers: Headers, url = "/?add-to-cart=4") =>
  (await app.inject({ method, url, headers })).statusCode;

test.each<[string, Headers, number]>([
  ["a program", {}, 200],
  ["our own form", { origin: "https://shop.example", "sec-fetch-site": "same-origin" }, 200],
  ["another site", { origin: "https://evil.example" }, 403],
  ["another scheme", { origin: "http://shop.example" }, 403],
  ["another name of ours", { origin: "https://blog.shop.example", "sec-fetch-site": "same-site" }, 403],
  ["an origin that hides", { origin: "null" }, 403],
  ["an origin of another site that hides", { origin: "null", "sec-fetch-site": "cross-site" }, 403],
  ["another site without Origin", { "sec-fetch-site": "cross-site" }, 403],
  ["a bookmark", { "sec-fetch-site": "none" }, 200],
])("POST from %s", async (_, headers, status) => {
  expect(await ask("POST", headers)).toBe(status);
});

test("an open path accepts cross-site posts", async () => {
  expect(await ask("POST", { origin: "https://pay.example" }, "/paid?x=1")).toBe(200);
});

const fetchMetadata = (site: string, mode: string, dest: string): Headers => ({
  "sec-fetch-site": site,
  "sec-fetch-mode": mode,
  "sec-fetch-dest": dest,
});

test.each<[string, Headers, number]>([
  ["an old browser", {}, 200],
  ["a program in Node", { "sec-fetch-mode": "cors" }, 200],
  ["a link on our page", fetchMetadata("same-origin", "navigate", "document"), 200],
  ["a link in a mail", fetchMetadata("none", "navigate", "document"), 200],
  ["a link on another site", fetchMetadata("cross-site", "navigate", "document"), 403],
  ["a link on our page in an old browser", { referer: "https://shop.example/cart/" }, 200],
  ["a link on another site in an old browser", { referer: "https://evil.example/" }, 403],
  ["the cart script's call", fetchMetadata("same-origin", "cors", "empty"), 200],
  ["an image of another site", fetchMetadata("cross-site", "no-cors", "image"), 403],
  ["an image in a review", fetchMetadata("same-origin", "no-cors", "image"), 403],
  ["a frame", fetchMetadata("cross-site", "navigate", "iframe"), 403],
  ["a call of another site", fetchMetadata("cross-site", "cors", "empty"), 403],
  ["a prefetch", { "sec-purpose": "prefetch;prerender" }, 503],
  ["an older prefetch", { purpose: "prefetch" }, 503],
  ["the oldest prefetch", { "x-moz": "prefetch" }, 503],
])("a state-changing GET from %s", async (_, headers, status) => {
  expect(await ask("GET", headers)).toBe(status);
});

test("a rejected prefetch is not cached", async () => {
  const { headers } = await app.inject({ url: "/", headers: { "sec-purpose": "prefetch" } });
  expect(headers["cache-control"]).toBe("no-store");
});

test.each<[string, Headers, boolean]>([
  ["a link on our page", fetchMetadata("same-origin", "navigate", "document"), true],
  ["our own form", { origin: "https://shop.example" }, true],
  ["a link on our page in an old browser", { referer: "https://shop.example/shop/?a=b" }, true],
  ["a link on another site in an old browser", { referer: "https://evil.example/?https://shop.example/" }, false],
  ["a similar name", { referer: "https://shop.example.evil.example/" }, false],
  ["an address that is none", { referer: "shop.example" }, false],
  ["a link that hides its page", {}, false],
  ["another site, whatever the Referer", { "sec-fetch-site": "cross-site", referer: "https://shop.example/" }, false],
  ["another origin, whatever the Referer", { origin: "null", referer: "https://shop.example/" }, false],
])("whether %s is ours", async (_, headers, expected) => {
  expect((await own.inject({ url: "/", headers })).json()).toBe(expected);
});
