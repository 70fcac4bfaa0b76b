import { beforeAll, expect, test, vi } from "vitest";
import { routes } from "#routes";
import { addArticle } from "#shop/content/articles.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { origin } from "../../page-requests/whole-shop.fixtures.ts";
import { openApiShop } from "../site-api.fixtures.ts";
import { wpPaths } from "../wp-v2/paths.ts";
import { printedPath } from "./route-table.ts";

const shop = openApiShop();
let id: number;

beforeAll(async () => {
  id = await addArticle(shop.database.db, { slug: "tea" });
});

test("the index names the shop, its routes and how to sign in", async () => {
  const index = (await shop.call("/")).json();
  expect(index).toMatchObject({
    name: "My shop",
    url: origin,
    gmt_offset: 5,
    timezone_string: "Asia/Karachi",
    namespaces: ["contact-form-7/v1", "wp/v2", "batch/v1"],
    authentication: {
      "application-passwords": { endpoints: { authorization: `${origin}${routes.applicationPasswords()}` } },
    },
  });
  expect(Object.keys(index.routes)).toEqual(expect.arrayContaining(wpPaths.map(({ path }) => printedPath(path))));
  expect(index.routes["/wp/v2/posts"]).toMatchObject({
    namespace: "wp/v2",
    _links: { self: [{ href: `${origin}/wp-json/wp/v2/posts` }] },
  });
  expect(index.routes["/wp/v2/posts"].endpoints[0]).toMatchObject({
    methods: ["GET"],
    args: { per_page: { type: "integer", default: 10, minimum: 1, maximum: 100, required: false } },
  });
  expect(index.routes["/wp/v2/posts/(?P<id>[\\d]+)"].endpoints[0].args.id.required).toBe(true);
  expect(Object.keys(index.routes)).toContain(
    "/wp/v2/users/(?P<user>(?:[\\d]+|me))/application-passwords/(?P<uuid>[\\w\\-]+)",
  );
  expect(JSON.stringify(index)).not.toContain("site.invalid");
  expect((await shop.call("")).body).toBe((await shop.call("/")).body);
  const namespace = (await shop.call("/wp/v2")).json();
  expect([namespace.namespace, Object.keys(namespace.routes).length]).toEqual(["wp/v2", wpPaths.length + 1]);
});

test("every page says where the API is, in a header and in its head, also when it comes from the cache", async () => {
  for (const [url, cache] of [
    ["/tea/", "miss"],
    ["/tea/", "hit"],
    ["/nothing-here/", undefined],
  ] as const) {
    const { headers, body } = await shop.app.inject({ url, headers: { host: "shop.example" } });
    expect([headers["x-cache"], headers.link]).toEqual([cache, `<${origin}/wp-json/>; rel="https://api.w.org/"`]);
    expect(body).toContain(`<link rel="https://api.w.org/" href="${origin}/wp-json/"/>`);
  }
});

test("the index, schemas and the OpenAPI document are answered from memory", async () => {
  const documents = [
    ["/", "GET"],
    ["/wp/v2", "GET"],
    ["/openapi.json", "GET"],
    ["/wp/v2/posts", "OPTIONS"],
  ] as const;
  for (const [path, method] of documents) await shop.call(path, { method });
  const statements = vi.spyOn(shop.database.pool, "query");
  for (const [path, method] of documents) expect((await shop.call(path, { method })).statusCode).toBe(200);
  expect(statements).not.toHaveBeenCalled();
  statements.mockRestore();
});

test("OPTIONS describes a route with the schema of its items", async () => {
  const answer = await shop.call("/wp/v2/posts/7", { method: "OPTIONS" });
  expect(answer.json()).toMatchObject({
    namespace: "wp/v2",
    schema: {
      title: "post",
      type: "object",
      properties: { title: { properties: { raw: { context: ["edit"] } } }, id: { readonly: true, type: "integer" } },
    },
  });
  expect(answer.headers.allow).toContain("GET");
});

test("the OpenAPI document has every endpoint with its parameters, and schemas that its references name", async () => {
  const document = (await shop.call("/openapi.json")).json();
  expect([document.openapi, document.servers]).toEqual(["3.1.0", [{ url: "/wp-json" }]]);
  for (const { path, endpoints } of wpPaths)
    for (const method of endpoints.flatMap(({ methods }) => methods)) {
      const operation = document.paths[path][method.toLowerCase()];
      const inPath = operation.parameters.filter((one: { in: string }) => one.in === "path");
      expect(inPath.map(({ name }: { name: string }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)];
  for (const [, name = ""] of references) expect(Object.keys(document.components.schemas)).toContain(name);
  const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(new Set(operations).size).toBe(operations.length);
  expect(document.components.schemas.post.properties.slug.context).toBeUndefined();
});

test("a POST stands for the method in X-HTTP-Method-Override or _method; a GET never does", async () => {
  const ask = (path: string, method: string, headers: Record<string, string> = {}) =>
    shop.call(path, { method, headers });
  const posts = "/wp/v2/posts";
  const named = await ask(posts, "POST", { "x-http-method-override": "GET", "content-type": "application/json" });
  expect(named.json()).toMatchObject([{ slug: "tea" }]);
  expect((await ask(`${posts}?_method=get`, "POST")).json()).toMatchObject([{ slug: "tea" }]);
  expect((await ask(`${posts}/${id}?_method=options`, "POST")).json().schema.title).toBe("post");
  expect((await ask(`${posts}?_method=DELETE`, "GET")).json()).toMatchObject([{ slug: "tea" }]);
  const broken = await shop.app.inject({
    url: `/wp-json${posts}`,
    method: "POST",
    headers: { host: "shop.example", "content-type": "application/json" },
    payload: "{",
  });
  expect([broken.statusCode, broken.json().code]).toEqual([400, "rest_invalid_json"]);
});

test("while the shop is being prepared, only staff read from it and write to it", async () => {
  await setSetting(shop.database.db, "coming_soon", "yes");
  const comment = { method: "POST", body: { post: id, content: "Hello" } };
  expect((await shop.call("/wp/v2/comments", { as: "customer", ...comment })).statusCode).toBe(403);
  expect((await shop.call("/wp/v2/users/me", { as: "customer" })).statusCode).toBe(200);
  expect((await shop.call("/wp/v2/posts")).statusCode).toBe(401);
  expect((await shop.call("/wp/v2/posts", { as: "customer" })).statusCode).toBe(403);
  expect((await shop.call("/wp/v2/posts", { as: "shop_manager" })).statusCode).toBe(200);
  expect((await shop.call("/")).statusCode).toBe(200);
  await setSetting(shop.database.db, "coming_soon", "no");
});
