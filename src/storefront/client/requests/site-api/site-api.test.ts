import { expect, test } from "vitest";
import { breakOff, hangUp, json, openFakeApi, plain, type Received, silence } from "./fake-api.fixtures.ts";
import type { SiteCall } from "./site-api.ts";

const lineOf = ({ method, url }: Received) => `${method} ${url.pathname}${url.search}`;
const posts: SiteCall = { path: "/wp/v2/posts" };
const expired = { code: "rest_cookie_invalid_nonce", message: "Cookie check failed", data: { status: 403 } };

test("every call asks for the user's language, unless it asks for another", async () => {
  const { api, received } = await openFakeApi([json([])]);
  await api.call(posts);
  await api.call({ path: "wp/v2/posts?search=tea&_locale=site" });
  expect(received.map(lineOf)).toEqual([
    "GET /wp-json/wp/v2/posts?_locale=user",
    "GET /wp-json/wp/v2/posts?search=tea&_locale=site",
  ]);
  expect(received[0]?.headers.accept).toBe("application/json, */*;q=0.1");
  expect(received[0]?.headers["x-wp-nonce"]).toBeUndefined();
});

test.for(["PUT", "PATCH", "DELETE"] as const)("%s is sent as POST with the method in a header", async (method) => {
  const { api, received } = await openFakeApi([json({ id: 7 })], { nonce: "0123456789" });
  expect(await api.call({ path: "/wp/v2/posts/7", method, data: { title: "Tea" } })).toEqual({ id: 7 });
  const [{ headers, ...sent }] = received as [Received];
  expect([sent.method, sent.body]).toEqual(["POST", '{"title":"Tea"}']);
  expect(headers).toMatchObject({
    "x-http-method-override": method,
    "content-type": "application/json",
    "x-wp-nonce": "0123456789",
  });
});

test("a POST keeps its method and the type of its body", async () => {
  const { api, received } = await openFakeApi([json({ id: 7 })]);
  await api.call({ path: "/wp/v2/users/7", method: "POST", body: new URLSearchParams({ name: "Sana" }) });
  const [{ headers, method, body }] = received as [Received];
  expect([method, body, headers["x-http-method-override"]]).toEqual(["POST", "name=Sana", undefined]);
  expect(headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
});

test("an answer without content is null", async () => {
  const { api } = await openFakeApi([(_, response) => void response.writeHead(204).end()]);
  expect(await api.call(posts)).toBeNull();
});

test.for([
  [
    "an error of the API",
    json({ code: "rest_forbidden", message: "No.", data: { status: 401 } }, 401),
    "rest_forbidden",
    "No.",
  ],
  [
    "an error without JSON",
    plain("<h1>Bad gateway</h1>", 502),
    "invalid_json",
    "The response is not a valid JSON response.",
  ],
  ["a success without JSON", plain("hello"), "invalid_json", "The response is not a valid JSON response."],
  ["an empty success", plain(""), "invalid_json", "The response is not a valid JSON response."],
  ["an error that is null", json(null, 500), "unknown_error", "An unknown error occurred."],
  ["an error without a code", json({ oops: 1 }, 500), "unknown_error", "An unknown error occurred."],
  ["a closed connection", hangUp, "fetch_error", "You are probably offline."],
  ["an answer that breaks off", breakOff, "fetch_error", "You are probably offline."],
  ["a silent server", silence, "fetch_error", "You are probably offline."],
] as const)("%s is thrown with its code and text", async ([, step, code, message]) => {
  const { api } = await openFakeApi([step], { timeoutMs: 300 });
  await expect(api.call(posts)).rejects.toMatchObject({ name: "SiteApiError", code, message });
});

test("an error has the data that the server sent with it", async () => {
  const { api } = await openFakeApi([
    json({ code: "term_exists", message: "", data: { status: 400, term_id: 9 } }, 400),
  ]);
  await expect(api.call(posts)).rejects.toMatchObject({ data: { status: 400, term_id: 9 } });
});

test("a whole list is fetched by 100, following the links to the next page", async () => {
  const page =
    (from: number, count: number, next?: number) =>
    ({ url }: Received, ...[response]: [Parameters<ReturnType<typeof json>>[1]]) => {
      const link = new URL(url);
      link.searchParams.set("page", String(next));
      const before = `<${link.href.replace("page=", "page=1&old=")}>; rel="prev", `;
      const headers = next === undefined ? {} : { link: `${before}<${link.href}>; rel="next"` };
      json(
        Array.from({ length: count }, (_, at) => ({ id: from + at })),
        200,
        headers,
      )({} as Received, response);
    };
  const { api, received } = await openFakeApi([page(0, 100, 2), page(100, 100, 3), page(200, 5)]);
  const items = await api.call<{ id: number }[]>({ path: "/wp/v2/tags?per_page=-1&orderby=name" });
  expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 205 }, (_, id) => id));
  expect(received.map(lineOf)).toEqual([
    "GET /wp-json/wp/v2/tags?per_page=100&orderby=name&_locale=user",
    "GET /wp-json/wp/v2/tags?per_page=100&orderby=name&_locale=user&page=2",
    "GET /wp-json/wp/v2/tags?per_page=100&orderby=name&_locale=user&page=3",
  ]);
});

test("a list ends at a link to another site or to itself; other answers are returned unchanged", async () => {
  const linked =
    (href: (url: URL) => string) =>
    (received: Received, ...rest: [Parameters<ReturnType<typeof json>>[1]]) =>
      json([{ id: 1 }], 200, { link: `<${href(received.url)}>; rel="next"` })(received, ...rest);
  const all = { path: "/wp/v2/tags?per_page=-1" };
  const foreign = await openFakeApi([linked(() => "https://evil.example/wp-json/")], { nonce: "0123456789" });
  expect(await foreign.api.call(all)).toEqual([{ id: 1 }]);
  const endless = await openFakeApi([linked((url) => url.href)]);
  expect(await endless.api.call(all)).toEqual([{ id: 1 }]);
  const settings = await openFakeApi([json({ title: "Chowk" })]);
  expect(await settings.api.call(all)).toEqual({ title: "Chowk" });
});

test("an expired nonce is fetched again, once for all calls that failed with it, and the calls are repeated", async () => {
  const fresh = plain("fedcba9876\n");
  const steps = ({ url, headers }: Received, response: Parameters<typeof fresh>[1]) => {
    if (url.pathname.endsWith("admin-ajax.php")) fresh({} as Received, response);
    else if (headers["x-wp-nonce"] === "fedcba9876")
      json({ id: 1 }, 200, { "x-wp-nonce": "aaaaaaaaaa" })({} as Received, response);
    else json(expired, 403)({} as Received, response);
  };
  const { api, received } = await openFakeApi([steps], { nonce: "0123456789" });
  expect(await Promise.all([api.call(posts), api.call(posts), api.call(posts)])).toHaveLength(3);
  expect(received.filter(({ url }) => url.pathname.endsWith("admin-ajax.php")).length).toBe(1);
  await api.call(posts).catch(() => {});
  expect(received.filter(({ url }) => url.pathname.includes("posts")).at(-1)?.headers["x-wp-nonce"]).toMatch(
    /^(?:aaaaaaaaaa|fedcba9876)$/,
  );
});

test("the nonce of the last answer is sent with the next call", async () => {
  const { api, received } = await openFakeApi([json([], 200, { "x-wp-nonce": "aaaaaaaaaa" })], { nonce: "0123456789" });
  await api.call(posts);
  await api.call(posts);
  expect(received.map(({ headers }) => headers["x-wp-nonce"])).toEqual(["0123456789", "aaaaaaaaaa"]);
});

test("a nonce that is refused again, or that nobody gives out, is the error of the call", async () => {
  const again = await openFakeApi([json(expired, 403), plain("fedcba9876"), json(expired, 403)], {
    nonce: "0123456789",
  });
  await expect(again.api.call(posts)).rejects.toMatchObject({ code: "rest_cookie_invalid_nonce" });
  expect(again.received).toHaveLength(3);
  const guest = await openFakeApi([json(expired, 403), plain("0", 400)], { nonce: "0123456789" });
  await expect(guest.api.call(posts)).rejects.toMatchObject({ code: "rest_cookie_invalid_nonce" });
  expect(guest.received).toHaveLength(2);
});

test("a call that its caller ends throws an AbortError", async () => {
  const { api, received } = await openFakeApi([silence]);
  const controller = new AbortController();
  const call = api.call({ ...posts, signal: controller.signal });
  await expect.poll(() => received.length).toBe(1);
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  await expect(api.call({ ...posts, signal: controller.signal })).rejects.toMatchObject({ name: "AbortError" });
  expect(received).toHaveLength(1);
});
