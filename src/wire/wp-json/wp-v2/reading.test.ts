import { beforeAll, describe, expect, test, vi } from "vitest";
import { addArticle } from "#shop/content/articles.fixtures.ts";
import { setArticleStatus } from "#shop/content/editing/change-article.ts";
import { openWholeShop, origin } from "../../page-requests/whole-shop.fixtures.ts";
import { openApiShop, type Reader } from "../site-api.fixtures.ts";

const shop = openApiShop();
const ids: Record<string, number> = {};
const day = (number: number) => new Date(Date.UTC(2026, 10, number, 6));
/** The client's expression for the next page. Source: wire notes 18. */
const nextLink = /<([^>]+)>; rel="next"/;

beforeAll(async () => {
  const { db, pool } = shop.database;
  for (let number = 1; number <= 12; number += 1)
    ids[`post-${number}`] = await addArticle(db, {
      slug: `post-${number}`,
      title: `Tea & biscuits ${number}`,
      excerpt: "About <tea>",
      body: `<p>Calcium [gallery ids="1"] text ${number}</p>`,
      category: number % 2 ? "Health" : "Food",
      publishedAt: day(number),
    });
  for (const status of ["draft", "pending", "private", "trash"] as const)
    ids[status] = await addArticle(db, { slug: status, status, publishedAt: day(1) });
  ids.future = await addArticle(db, { slug: "future", publishedAt: day(30) });
  ids.about = await addArticle(db, { slug: "about", type: "page" });
  ids.team = await addArticle(db, { slug: "team", type: "page", parentSlug: "about" });
  await addArticle(db, { slug: "other", author: "Ali", publishedAt: day(2) });
  await pool.query(
    `insert into reviews (article_id, kind, author_name, author_email, body, status, user_id)
     values ($1, 'comment', 'Ayesha', 'ayesha@example.com', 'Nice & short', 'approved', $2),
       ($1, 'comment', 'Held', 'held@example.com', 'Wait', 'held', null),
       ($3, 'comment', 'Early', 'early@example.com', 'On a draft', 'approved', null)`,
    [ids["post-1"], shop.users.customer.id, ids.draft],
  );
  await pool.query(
    `insert into media (content_hash, file, media_type, width, height, byte_size, alt)
     values (repeat('a', 64), 'aa/shown.jpg', 'image/jpeg', 100, 50, 1000, 'Shown'), (repeat('b', 64), 'bb/hidden.jpg', 'image/jpeg', 100, 50, 1000, '')`,
  );
  await pool.query("update articles set media_id = (select id from media where alt = 'Shown') where slug = 'post-1'");
});

const read = async (path: string, as: Reader = "guest") => {
  const answer = await shop.call(path, { as });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
};
const slugsOf = async (path: string, as?: Reader) =>
  (await read(path, as)).body.map(({ slug }: { slug: string }) => slug);

test("a list has ten posts, newest first, with its length and the address of the next page", async () => {
  const { body, headers } = await read("/wp/v2/posts?per_page=5&_locale=user");
  expect(body.map(({ slug }: { slug: string }) => slug)).toEqual(["post-12", "post-11", "post-10", "post-9", "post-8"]);
  expect(headers).toMatchObject({ "x-wp-total": "13", "x-wp-totalpages": "3", allow: "GET" });
  const next = nextLink.exec(String(headers.link))?.[1] ?? "";
  expect(next).toBe(`${origin}/wp-json/wp/v2/posts?per_page=5&_locale=user&page=2`);
  const second = await read(next.replace(`${origin}/wp-json`, ""));
  expect(String(second.headers.link)).toBe(
    `<${origin}/wp-json/wp/v2/posts?per_page=5&_locale=user&page=1>; rel="prev", <${origin}/wp-json/wp/v2/posts?per_page=5&_locale=user&page=3>; rel="next"`,
  );
  const last = await read("/wp/v2/posts?per_page=5&page=3");
  expect([last.body.length, nextLink.test(String(last.headers.link))]).toEqual([3, false]);
  const beyond = await read("/wp/v2/posts?per_page=5&page=4");
  expect([beyond.status, beyond.body.code]).toEqual([400, "rest_post_invalid_page_number"]);
});

test("a post has the protocol's fields, its texts as HTML and its times with and without the shop's zone", async () => {
  const { body } = await read(`/wp/v2/posts/${ids["post-1"]}`);
  expect(body).toMatchObject({
    id: ids["post-1"],
    date: "2026-11-01T11:00:00",
    date_gmt: "2026-11-01T06:00:00",
    slug: "post-1",
    status: "publish",
    type: "post",
    link: `${origin}/post-1/`,
    title: { rendered: "Tea &amp; biscuits 1" },
    excerpt: { rendered: "<p>About &lt;tea&gt;</p>\n", protected: false },
    comment_status: "open",
    sticky: false,
    format: "standard",
    tags: [],
  });
  expect(body.content.rendered).toBe("<p>Calcium </p><p> text 1</p>");
  expect(body.title.raw).toBeUndefined();
  expect(body._links.self).toEqual([{ href: `${origin}/wp-json/wp/v2/posts/${ids["post-1"]}` }]);
  const edited = await read(`/wp/v2/posts/${ids["post-1"]}?context=edit`, "shop_manager");
  expect(edited.body).toMatchObject({
    title: { raw: "Tea & biscuits 1" },
    content: { raw: expect.stringContaining("[gallery") },
    generated_slug: "tea-biscuits-1",
  });
});

test.each<[string, string[]]>([
  ["per_page=2&offset=3", ["post-9", "post-8"]],
  ["after=2026-11-11T11:00:00", ["post-12"]],
  ["before=2026-11-02T11:00:00&order=asc", ["post-1"]],
  ["before=2026-11-02T06:00:00Z", ["post-1"]],
  ["after=2026-11-09T11:00:00%2B05:00&before=2026-11-11", ["post-10"]],
  ["slug=post-3,post-4", ["post-4", "post-3"]],
  ["slug[]=post-3&slug[]=other", ["post-3", "other"]],
  ["search=biscuits%2012", ["post-12"]],
  ["search=calcium&per_page=1", ["post-12"]],
  ["search=calcium&orderby=relevance&per_page=1&offset=1", ["post-11"]],
  ["orderby=title&order=asc&per_page=2", ["other", "post-1"]],
  ["orderby=slug&order=asc&per_page=1", ["other"]],
  ["orderby=id&order=asc&per_page=1", ["post-1"]],
  ["sticky=true", []],
])("posts?%s lists %j", async (query, expected) => {
  expect(await slugsOf(`/wp/v2/posts?${query}`)).toEqual(expected);
});

test("posts are chosen by ids, authors, categories and parents", async () => {
  const [first, second] = [ids["post-1"], ids["post-2"]];
  expect(await slugsOf(`/wp/v2/posts?include=${first},${second}&orderby=include`)).toEqual(["post-1", "post-2"]);
  expect(await slugsOf(`/wp/v2/posts?include[]=${second}&include[]=${first}&exclude=${first}`)).toEqual(["post-2"]);
  const { body: people } = await read("/wp/v2/users?search=ali");
  expect(await slugsOf(`/wp/v2/posts?author=${people[0].id}`)).toEqual(["other"]);
  expect((await slugsOf(`/wp/v2/posts?author_exclude=${people[0].id}&per_page=100`)).length).toBe(12);
  const [health] = (await read("/wp/v2/categories?slug=health")).body;
  expect(health).toMatchObject({
    name: "Health",
    count: 6,
    taxonomy: "category",
    parent: 0,
    link: `${origin}/category/health/`,
  });
  expect((await slugsOf(`/wp/v2/posts?categories=${health.id}`)).length).toBe(6);
  expect((await slugsOf(`/wp/v2/posts?categories_exclude=${health.id}&per_page=100`)).length).toBe(7);
  expect(await slugsOf(`/wp/v2/categories?post=${first}`)).toEqual(["health"]);
  expect(await slugsOf(`/wp/v2/pages?parent=${ids.about}`)).toEqual(["team"]);
  expect(await slugsOf("/wp/v2/pages?parent=0")).toEqual(["about"]);
});

test("everybody sees only what is published; staff see the rest with `status`", async () => {
  for (const name of ["draft", "pending", "private", "trash", "future"]) {
    const hidden = await read(`/wp/v2/posts/${ids[name]}`);
    expect([hidden.status, hidden.body.code]).toEqual([404, "rest_post_invalid_id"]);
    for (const as of ["guest", "customer"] as const) {
      const refused = await read(`/wp/v2/posts?status=${name}`, as);
      expect([refused.status, refused.body.data.params]).toEqual([400, { status: "Status is forbidden." }]);
    }
    expect((await read(`/wp/v2/posts/${ids[name]}`, "shop_manager")).body.status).toBe(name);
    expect(await slugsOf(`/wp/v2/posts?status=${name}`, "shop_manager")).toEqual([name]);
  }
  expect((await slugsOf(`/wp/v2/posts?include=${Object.values(ids).join()}&per_page=100`)).length).toBe(12);
  expect((await read(`/wp/v2/categories?post=${ids.draft}`)).body).toEqual([]);
  expect((await slugsOf("/wp/v2/posts?status=any&per_page=100", "administrator")).length).toBe(17);
  expect((await read("/wp/v2/posts?search=draft")).body).toEqual([]);
  expect((await read(`/wp/v2/search?search=draft`)).body).toEqual([]);
});

test("comments are public once approved, without their author's address and account", async () => {
  const { body } = await read("/wp/v2/comments?context=view");
  expect(body).toMatchObject([
    {
      post: ids["post-1"],
      author: 0,
      author_name: "Ayesha",
      status: "approved",
      content: { rendered: "<p>Nice &amp; short</p>\n" },
    },
  ]);
  expect(JSON.stringify(body)).not.toContain("ayesha@example.com");
  expect((await read("/wp/v2/comments?status=hold")).status).toBe(401);
  expect((await read("/wp/v2/comments?author_email=ayesha@example.com", "customer")).status).toBe(403);
  const held = await read("/wp/v2/comments?status=hold&context=edit", "shop_manager");
  expect(held.body).toMatchObject([{ author_name: "Held", author_email: "held@example.com", status: "hold" }]);
  const [{ id }] = held.body;
  expect((await read(`/wp/v2/comments/${id}`)).status).toBe(404);
  expect((await read(`/wp/v2/comments/${id}`, "shop_manager")).body.status).toBe("hold");
});

test("pictures are public once something published shows them", async () => {
  const { body } = await read("/wp/v2/media");
  expect(body).toMatchObject([
    {
      alt_text: "Shown",
      media_type: "image",
      source_url: `${origin}/media/aa/shown.jpg`,
      media_details: { width: 100, sizes: { full: { source_url: `${origin}/media/aa/shown.jpg` } } },
    },
  ]);
  const all = (await read("/wp/v2/media", "shop_manager")).body;
  expect(all.length).toBe(2);
  const hidden = all.find(({ source_url: url }: { source_url: string }) => url.endsWith("hidden.jpg"));
  expect((await read(`/wp/v2/media/${hidden.id}`)).status).toBe(404);
});

test("people are authors of published articles; names for signing in are for oneself and administrators", async () => {
  const { body } = await read("/wp/v2/users");
  expect(body.map(({ name }: { name: string }) => name)).toEqual(["Ali", "Sana"]);
  expect(Object.keys(body[0])).not.toContain("email");
  const { customer, administrator } = shop.users;
  expect((await read(`/wp/v2/users/${administrator.id}`)).status).toBe(404);
  expect((await read(`/wp/v2/users/${administrator.id}?context=edit`, "customer")).body.code).toBe(
    "rest_forbidden_context",
  );
  expect((await read("/wp/v2/users?context=edit", "shop_manager")).body.code).toBe("rest_forbidden_context");
  expect((await read("/wp/v2/users?roles=administrator")).body.code).toBe("rest_user_cannot_view");
  expect((await read("/wp/v2/users/me")).body).toEqual({
    code: "rest_not_logged_in",
    message: "You are not currently logged in.",
    data: { status: 401 },
  });
  const own = await read("/wp/v2/users/me?context=edit", "customer");
  expect(own.body).toMatchObject({
    id: customer.id,
    email: customer.email,
    roles: ["customer"],
    capabilities: { read: true },
  });
  expect(Object.keys((await read("/wp/v2/users/me", "customer")).body)).not.toContain("email");
  const listed = await read("/wp/v2/users?context=edit&search=customer@", "administrator");
  expect(listed.body).toMatchObject([{ id: customer.id, email: customer.email }]);
  const viewed = await read("/wp/v2/users?per_page=100", "administrator");
  expect(JSON.stringify(viewed.body)).not.toContain("@example.com");
});

test("lists are in the order in which the caller names the items, by ids or by slugs", async () => {
  const named = [ids["post-3"], ids["post-7"], ids["post-1"]];
  const slugs = ["post-3", "post-7", "post-1"];
  expect(await slugsOf(`/wp/v2/posts?orderby=include&include=${named.join()}`)).toEqual(slugs);
  expect(await slugsOf(`/wp/v2/posts?orderby=include_slugs&slug=${slugs.join()}`)).toEqual(slugs);
  expect(await slugsOf("/wp/v2/categories?orderby=include_slugs&slug=health,food")).toEqual(["health", "food"]);
  expect(await slugsOf("/wp/v2/users?orderby=include_slugs&slug=sana,ali")).toEqual(["sana", "ali"]);
  expect(await slugsOf("/wp/v2/users?orderby=include_slugs&slug=ali,sana")).toEqual(["ali", "sana"]);
});

test("a comment's `up` leads to the post or page that it is about", async () => {
  const { rows } = await shop.database.pool.query(
    "insert into reviews (article_id, kind, author_name, body, status) values ($1, 'comment', 'Ali', 'On a page', 'approved') returning id",
    [ids.about],
  );
  const upOf = async (id: number) => (await read(`/wp/v2/comments/${id}`)).body._links.up[0];
  expect(await upOf(Number(rows[0].id))).toEqual({
    embeddable: true,
    post_type: "page",
    href: `${origin}/wp-json/wp/v2/pages/${ids.about}`,
  });
  const [{ id }] = (await read(`/wp/v2/comments?post=${ids["post-1"]}`)).body;
  expect((await upOf(id)).href).toBe(`${origin}/wp-json/wp/v2/posts/${ids["post-1"]}`);
  await shop.database.pool.query("delete from reviews where id = $1", [rows[0].id]);
});

test("types, taxonomies and statuses are listed by name; guests know one status", async () => {
  expect(Object.keys((await read("/wp/v2/types")).body)).toEqual(["post", "page", "attachment"]);
  expect((await read("/wp/v2/types/post")).body).toMatchObject({
    rest_base: "posts",
    taxonomies: ["category", "post_tag"],
  });
  expect((await read("/wp/v2/types/none")).body.code).toBe("rest_type_invalid");
  expect(Object.keys((await read("/wp/v2/taxonomies")).body)).toEqual(["category", "post_tag"]);
  expect(Object.keys((await read("/wp/v2/statuses")).body)).toEqual(["publish"]);
  expect((await read("/wp/v2/statuses/draft")).body.code).toBe("rest_cannot_read_status");
  expect(Object.keys((await read("/wp/v2/statuses", "shop_manager")).body)).toContain("trash");
});

test("a search finds posts and pages by their texts, and categories by name", async () => {
  const found = await read("/wp/v2/search?search=biscuits%203");
  expect(found.body).toMatchObject([{ id: ids["post-3"], type: "post", subtype: "post", url: `${origin}/post-3/` }]);
  expect((await read("/wp/v2/search?search=about&subtype=page")).body).toMatchObject([
    { id: ids.about, subtype: "page" },
  ]);
  expect((await read("/wp/v2/search?type=term&search=heal")).body).toMatchObject([
    { subtype: "category", title: "Health" },
  ]);
});

test("settings are read by staff who may change them", async () => {
  expect((await read("/wp/v2/settings")).status).toBe(401);
  expect((await read("/wp/v2/settings", "shop_manager")).status).toBe(403);
  expect((await read("/wp/v2/settings", "administrator")).body).toMatchObject({
    title: "My shop",
    timezone: "Asia/Karachi",
  });
});

describe("answers", () => {
  test("`_fields` leaves only what is asked for, with parts and links", async () => {
    const url = `/wp/v2/posts/${ids["post-1"]}`;
    expect((await read(`${url}?_fields=id,title.rendered`)).body).toEqual({
      id: ids["post-1"],
      title: { rendered: "Tea &amp; biscuits 1" },
    });
    expect(Object.keys((await read(`${url}?_fields[]=_links&_fields[]=slug`)).body)).toEqual(["slug", "_links"]);
  });

  test("`_fields` selects fields in keyed answers, for all entries or for one", async () => {
    const get = async (url: string) => (await read(url)).body;
    expect(await get("/wp/v2/types?_fields=slug,page.name")).toEqual({
      post: { slug: "post" },
      page: { slug: "page", name: "Pages" },
      attachment: { slug: "attachment" },
    });
    expect(await get("/?_fields=routes./wp/v2.namespace")).toEqual({ routes: { "/wp/v2": { namespace: "wp/v2" } } });
    expect(Object.keys((await get("/wp/v2/statuses?_fields=publish")).publish)).toContain("queryable");
    expect(await get("/?_fields=name")).toEqual({ name: "My shop" });
    expect(await get("/openapi.json?_fields=openapi")).toEqual({ openapi: "3.1.0" });
  });

  test("`_embed` adds authors, pictures and categories; `context=embed` is short", async () => {
    const url = `/wp/v2/posts/${ids["post-1"]}`;
    const { body } = await read(`${url}?_embed`);
    expect(body._embedded).toMatchObject({
      author: [{ name: "Sana" }],
      "wp:featuredmedia": [{ alt_text: "Shown" }],
      "wp:term": [[{ name: "Health" }], []],
    });
    expect(Object.keys(body._embedded.author[0])).not.toContain("meta");
    expect(Object.keys((await read(`${url}?_embed=author`)).body._embedded)).toEqual(["author"]);
    expect(Object.keys((await read(`${url}?context=embed`)).body)).not.toContain("content");
    const page = await read(`/wp/v2/pages/${ids.team}?_embed=up`);
    expect(page.body._embedded.up).toMatchObject([{ slug: "about" }]);
  });

  test("wrong parameters are all named, with the protocol's codes", async () => {
    const { status, body } = await read("/wp/v2/posts?per_page=101&page=x&order=up&after=2026-02-31");
    expect([status, body.code, body.message]).toEqual([
      400,
      "rest_invalid_param",
      "Invalid parameter(s): page, per_page, order",
    ]);
    expect(body.data.params.per_page).toBe("per_page must be between 1 (inclusive) and 100 (inclusive)");
    expect(body.data.details).toMatchObject({
      per_page: { code: "rest_out_of_bounds" },
      page: { code: "rest_invalid_type", message: "page is not of type integer." },
      order: { code: "rest_not_in_enum", message: "order is not one of asc, desc." },
    });
    expect((await read("/wp/v2/posts?after=2026-02-31")).body.data.details.after.code).toBe("rest_invalid_date");
    expect((await read("/wp/v2/posts?orderby=relevance")).body.data.details.orderby.code).toBe(
      "rest_no_search_term_defined",
    );
    const hostile = [
      "search=%27%3B--",
      "slug=%25_%5C",
      "include=1e9",
      "author=-1",
      "search=a%00b",
      "__proto__[x]=1",
      "page[$gt]=1",
    ];
    for (const query of hostile) expect((await shop.call(`/wp/v2/posts?${query}`)).statusCode).toBeLessThan(500);
  });

  test("a kept list has the address of the site that is asked and the methods of its caller, and no drafts for guests", async () => {
    const url = "/wp/v2/posts?per_page=100&order=asc";
    const staff = await read(url, "shop_manager");
    const guest = await read(url);
    expect(guest.body).toEqual(staff.body);
    expect([staff.headers.allow, guest.headers.allow]).toEqual(["GET, POST", "GET"]);
    expect(guest.body[0].link).toMatch(new RegExp(`^${origin}/`));
    // Without SITE_URL the shop has several names.
    const { app } = await openWholeShop(shop.database, () => shop.time, { SITE_URL: "" });
    for (const host of ["localhost", "shop.localhost:8080", "localhost"]) {
      const answer = await app.inject({ url: "/wp-json/wp/v2/posts?per_page=2", headers: { host } });
      expect(answer.json()[0].link).toBe(`http://${host}/post-12/`);
      expect(answer.headers.link).toContain(`<http://${host}/wp-json/wp/v2/posts?per_page=2&page=2>`);
    }
    await app.close();
    const drafts = `${url}&status[]=draft`;
    expect((await read(drafts, "shop_manager")).body).toMatchObject([{ status: "draft" }]);
    expect((await read(drafts)).status).toBe(400);
  });

  test("a page of any length costs the same number of statements", async () => {
    const statements = vi.spyOn(shop.database.pool, "query");
    const count = async (path: string, as?: Reader) => {
      statements.mockClear();
      await read(path, as);
      return statements.mock.calls.length;
    };
    for (const list of ["posts", "pages", "categories", "tags", "media", "comments", "users"]) {
      const counted = [await count(`/wp/v2/${list}?per_page=1`), await count(`/wp/v2/${list}?per_page=100`)];
      expect([list, ...counted]).toEqual([list, 1, 1]);
    }
    // Searched in memory, for words that the database cuts, which are kept too. Products are not asked.
    expect(await count("/wp/v2/search?per_page=100")).toBe(0);
    await read("/wp/v2/search?search=synonyms");
    expect(await count("/wp/v2/search?search=calcum")).toBe(1);
    expect(await count("/wp/v2/search?search=calcum&page=2")).toBe(0);
    expect(await count("/wp/v2/posts?search=biscuts")).toBe(2);
    // The answer is kept for all callers until an article changes; staff cost the statement of their session.
    expect(await count("/wp/v2/posts?per_page=100")).toBe(0);
    expect(await count("/wp/v2/posts?per_page=100", "shop_manager")).toBe(1);
    expect((await shop.call("/wp/v2/posts?per_page=100", { method: "HEAD" })).headers["x-wp-total"]).toBe("13");
    await setArticleStatus(shop.database.db, "other", { status: "draft" }, shop.time);
    expect((await read("/wp/v2/posts?per_page=100")).headers["x-wp-total"]).toBe("12");
    await setArticleStatus(shop.database.db, "other", { status: "publish" }, shop.time);
    // Authors, pictures and topics; the posts themselves.
    expect(await count("/wp/v2/posts?per_page=100&_embed")).toBe(4);
    // And the session.
    expect(await count("/wp/v2/posts?per_page=100&context=edit", "shop_manager")).toBe(2);
    statements.mockRestore();
  });
});
