import { expect, test } from "vitest";
import { onLocalChange, type Tag } from "#db/changes.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { origin } from "../../page-requests/whole-shop.fixtures.ts";
import { openApiShop, type Reader } from "../site-api.fixtures.ts";

const shop = openApiShop();

async function send(method: string, path: string, body: unknown = {}, as: Reader = "shop_manager") {
  const answer = await shop.call(path, { as, method, body });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}
const post = (path: string, body: unknown, as?: Reader) => send("POST", path, body, as);
const page = async (path: string) => {
  const { statusCode, body, headers } = await shop.app.inject({ url: path, headers: { host: "shop.example" } });
  return { status: statusCode, body, movedTo: headers.location };
};

test("the first post of an account leaves its address as it was, and an unknown picture is a warning", async () => {
  const before = (await shop.call("/wp/v2/users/me", { as: "administrator" })).json();
  const content = `<img src="${origin}/media/aa/bb/${"0".repeat(64)}.jpg" alt="A cup">`;
  const created = await post("/wp/v2/posts", { title: "First", content, status: "publish" }, "administrator");
  expect(created.body.media_unknown).toEqual([`/media/aa/bb/${"0".repeat(64)}`]);
  const after = (await shop.call("/wp/v2/users/me", { as: "administrator" })).json();
  expect([after.slug, after.link]).toEqual([before.slug, before.link]);
  expect((await page(new URL(after.link).pathname)).status).toBe(200);
  await send("DELETE", `/wp/v2/posts/${created.body.id}?force=true&_fields=previous.slug`, {}, "administrator").then(
    ({ body }) => expect(body).toEqual({ previous: { slug: "first" } }),
  );
});

test("a post is created by its author with clean HTML, is at its address at once, and is in the audit log", async () => {
  const health = (await post("/wp/v2/categories", { name: "Health" })).body.id;
  const tea = (await post("/wp/v2/tags", { name: "Tea & milk" })).body;
  expect(tea).toMatchObject({ slug: "tea-milk", name: "Tea & milk", link: `${origin}/tag/tea-milk/` });
  const created = await post("/wp/v2/posts", {
    title: "Green <b>tea</b>",
    content: '<h1>Tea</h1><p onclick="x()">Hello</p><script>alert(1)</script><img src="https://evil.example/x.png">',
    excerpt: { raw: "Short" },
    status: "publish",
    categories: [health],
    tags: [tea.id],
    comment_status: "closed",
  });
  expect([created.status, created.headers.location]).toEqual([201, `${origin}/wp-json/wp/v2/posts/${created.body.id}`]);
  expect(created.body).toMatchObject({
    slug: "green-tea",
    status: "publish",
    title: { raw: "Green tea" },
    content: { raw: "<h2>Tea</h2><p>Hello</p>" },
    excerpt: { raw: "Short" },
    author: shop.users.shop_manager.id,
    categories: [health],
    tags: [tea.id],
    comment_status: "closed",
    date: "2026-11-26T17:00:00",
  });
  expect((await page("/green-tea/")).body).toContain("<h2");
  expect((await page("/category/health/")).body).toContain("Green tea");
  const people = (await shop.call("/wp/v2/users")).json();
  expect(people).toMatchObject([
    { id: shop.users.shop_manager.id, name: "Zara Khan", slug: `zara-khan-${shop.users.shop_manager.id}` },
  ]);
});

test("a change is shown at once, keeps the version before and touches only what was sent", async () => {
  const { id } = (await post("/wp/v2/posts", { title: "Milk", content: "<p>One</p>", status: "publish" })).body;
  expect((await page("/milk/")).body).toContain("One");
  const tags: Tag[] = [];
  const stop = onLocalChange((changed) => tags.push(...changed));
  const changed = await send("PATCH", `/wp/v2/posts/${id}`, { content: "<p>Two</p>" });
  stop();
  expect(changed.body).toMatchObject({ title: { raw: "Milk" }, content: { raw: "<p>Two</p>" }, status: "publish" });
  expect(tags).toContain(`article:${id}`);
  expect((await page("/milk/")).body).toContain("Two");
  const revisions = (await shop.call(`/wp/v2/posts/${id}/revisions`, { as: "shop_manager" })).json();
  expect(revisions).toMatchObject([
    { parent: id, author: shop.users.shop_manager.id, content: { rendered: "<p>One</p>" } },
  ]);
  const one = await shop.call(`/wp/v2/posts/${id}/revisions/${revisions[0].id}`, { as: "shop_manager" });
  expect(one.json().content.rendered).toBe("<p>One</p>");
  expect((await shop.call(`/wp/v2/posts/${id}/revisions`)).statusCode).toBe(401);
});

test("slugs are made unique, also at the same time, and never hide the shop's own pages", async () => {
  const made = await Promise.all([1, 2, 3, 4].map(() => post("/wp/v2/posts", { title: "Same name" })));
  const slugs = new Set(made.map(({ body }) => body.slug));
  expect(slugs).toEqual(new Set(["same-name", "same-name-2", "same-name-3", "same-name-4"]));
  expect((await post("/wp/v2/pages", { title: "Cart" })).body.slug).toBe("cart-2");
  const [first] = made;
  expect((await send("PUT", `/wp/v2/posts/${first?.body.id}`, { slug: "Çay & More!" })).body.slug).toBe("cay-more");
});

test("drafts get their date when they are published; a date to come makes a post scheduled", async () => {
  const { id, status } = (await post("/wp/v2/posts", { title: "Later" })).body;
  expect(status).toBe("draft");
  shop.time = new Date("2026-11-26T13:00:00Z");
  const published = await send("PUT", `/wp/v2/posts/${id}`, { status: "publish" });
  expect(published.body).toMatchObject({ status: "publish", date_gmt: "2026-11-26T13:00:00" });
  const future = await send("PUT", `/wp/v2/posts/${id}`, { date: "2026-12-01T10:00:00" });
  expect(future.body).toMatchObject({ status: "future", date_gmt: "2026-12-01T05:00:00" });
  expect((await page("/later/")).status).toBe(404);
  const now = await send("PUT", `/wp/v2/posts/${id}`, { date: null });
  expect(now.body).toMatchObject({ status: "publish", date_gmt: "2026-11-26T13:00:00" });
  const wrong = await send("PUT", `/wp/v2/posts/${id}`, { date_gmt: "2026-13-01T00:00:00" });
  expect(wrong.body.data.details.date_gmt.code).toBe("rest_invalid_date");
});

test("a post goes to the trash and comes back, or is deleted for good", async () => {
  const { id } = (await post("/wp/v2/posts", { title: "Gone", status: "publish" })).body;
  const path = `/wp/v2/posts/${id}`;
  expect((await send("DELETE", path)).body).toMatchObject({ id, status: "trash" });
  expect((await page("/gone/")).status).toBe(404);
  expect((await send("DELETE", path)).body).toMatchObject({ code: "rest_already_trashed", data: { status: 410 } });
  expect((await send("PUT", path, { status: "publish" })).body.status).toBe("publish");
  expect((await page("/gone/")).status).toBe(200);
  const override = await shop.call(`${path}?force=true`, {
    as: "shop_manager",
    method: "POST",
    headers: { "x-http-method-override": "DELETE", "content-type": "application/json" },
  });
  expect(override.json()).toMatchObject({ deleted: true, previous: { id, slug: "gone", title: { raw: "Gone" } } });
  expect((await send("DELETE", `${path}?force=1`)).body.code).toBe("rest_post_invalid_id");
  const { rows } = await shop.database.pool.query(
    "select actor_kind, actor from audit_log where action = 'article' and subject = 'gone'",
  );
  // Added, trashed, published, deleted.
  expect(rows.length).toBe(4);
  expect(rows[0]).toEqual({ actor_kind: "user", actor: String(shop.users.shop_manager.id) });
});

test("what a post refers to must exist, and a page cannot be below itself", async () => {
  const codeOf = async (body: object, path = "/wp/v2/posts") => (await post(path, { title: "X", ...body })).body.code;
  expect(await codeOf({ author: 999_999 })).toBe("rest_invalid_author");
  expect(await codeOf({ author: shop.users.customer.id })).toBe("rest_invalid_author");
  expect(await codeOf({ featured_media: 999_999 })).toBe("rest_invalid_featured_media");
  expect(await codeOf({ categories: [999_999] })).toBe("rest_term_invalid");
  expect(await codeOf({ title: " ", content: "" })).toBe("empty_content");
  const above = (await post("/wp/v2/pages", { title: "Above" })).body.id;
  const below = (await post("/wp/v2/pages", { title: "Below", parent: above })).body.id;
  for (const parent of [below, above, 999_999])
    expect((await send("PUT", `/wp/v2/pages/${above}`, { parent })).body.code).toBe("rest_post_invalid_id");
  expect((await send("PUT", `/wp/v2/posts/${above}`, { title: "A page" })).body.code).toBe("rest_post_invalid_id");
});

test("a new slug leaves a redirect from the old address, of what was published", async () => {
  const { id } = (await post("/wp/v2/posts", { title: "First name", status: "publish" })).body;
  const rename = (slug: string) => send("PUT", `/wp/v2/posts/${id}`, { slug });
  expect((await page("/first-name/")).status).toBe(200);
  await rename("second-name");
  expect(await page("/first-name/")).toMatchObject({ status: 301, movedTo: "/second-name/" });
  await rename("third-name");
  expect(await page("/first-name/")).toMatchObject({ status: 301, movedTo: "/third-name/" });
  await rename("first-name");
  expect((await page("/first-name/")).status).toBe(200);
  expect(await page("/second-name/")).toMatchObject({ status: 301, movedTo: "/first-name/" });
  await send("PUT", `/wp/v2/posts/${id}`, { status: "draft" });
  await rename("hidden-name");
  expect((await page("/first-name/")).status).toBe(404);
  const about = (await post("/wp/v2/pages", { title: "Who we are", status: "publish" })).body.id;
  await send("PUT", `/wp/v2/pages/${about}`, { slug: "our-team" });
  expect(await page("/who-we-are/")).toMatchObject({ status: 301, movedTo: "/our-team/" });
  const topic = (await post("/wp/v2/categories", { name: "Nuts" })).body.id;
  await send("PUT", `/wp/v2/categories/${topic}`, { slug: "seeds" });
  expect(await page("/category/nuts/")).toMatchObject({ status: 301, movedTo: "/category/seeds/" });
});

test("the audit log has what was added, changed and deleted, before and after", async () => {
  const { id } = (await post("/wp/v2/posts", { title: "Audited" })).body;
  await send("PUT", `/wp/v2/posts/${id}`, { title: "Audited again", content: "<p>Hello</p>", status: "publish" });
  const tag = (await post("/wp/v2/tags", { name: "Logged" })).body.id;
  await send("PUT", `/wp/v2/tags/${tag}`, { name: "Logged again" });
  await send("DELETE", `/wp/v2/tags/${tag}?force=true`);
  const comment = (await post("/wp/v2/comments", { post: id, content: "Secret text" })).body.id;
  await send("PUT", `/wp/v2/comments/${comment}`, { content: "Other secret", status: "hold" });
  await send("DELETE", `/wp/v2/comments/${comment}?force=true`);
  const { rows } = await shop.database.pool.query(
    `select action, before, after from audit_log where actor_kind = 'user' and actor = $1 and address = '127.0.0.1'
      and (action, subject) in (('article', 'audited'), ('topic', $2), ('review', $3)) order by id`,
    [String(shop.users.shop_manager.id), String(tag), String(comment)],
  );
  expect(rows).toMatchObject([
    { action: "article", before: null, after: { title: "Audited", status: "draft", type: "post" } },
    {
      action: "article",
      before: { title: "Audited", status: "draft", body: "(0 characters)" },
      after: { title: "Audited again", status: "publish", body: "(12 characters)" },
    },
    { action: "topic", before: null, after: { kind: "tag", name: "Logged" } },
    { action: "topic", before: { name: "Logged" }, after: { name: "Logged again" } },
    { action: "topic", before: { kind: "tag", name: "Logged again" }, after: null },
    { action: "review", before: { status: "approved" }, after: { status: "held", body: "(12 characters)" } },
    { action: "review", before: { kind: "comment", status: "held" }, after: null },
  ]);
  expect(JSON.stringify(rows).toLowerCase()).not.toContain("secret");
});

test("categories nest, refuse a taken name, and tell their posts of a new one", async () => {
  const parent = (await post("/wp/v2/categories", { name: "Food", description: "<b>All</b> of it" })).body;
  expect(parent.description).toBe("All of it");
  const child = (await post("/wp/v2/categories", { name: "Fruit", parent: parent.id })).body;
  expect(child.parent).toBe(parent.id);
  const again = await post("/wp/v2/categories", { name: "fruit", parent: parent.id });
  expect(again.body).toMatchObject({ code: "term_exists", data: { status: 400, term_id: child.id } });
  expect((await send("PUT", `/wp/v2/categories/${parent.id}`, { parent: child.id })).body.code).toBe(
    "rest_term_invalid",
  );
  await post("/wp/v2/posts", { title: "Apples", status: "publish", categories: [child.id] });
  expect((await page("/apples/")).body).toContain("Fruit");
  expect((await send("PUT", `/wp/v2/categories/${child.id}`, { name: "Fresh fruit" })).body).toMatchObject({
    name: "Fresh fruit",
    slug: "fruit",
  });
  expect((await page("/apples/")).body).toContain("Fresh fruit");
  expect((await send("DELETE", `/wp/v2/categories/${child.id}`)).body.code).toBe("rest_trash_not_supported");
  expect((await send("DELETE", `/wp/v2/categories/${child.id}?force=true`)).body).toMatchObject({ deleted: true });
  expect((await page("/apples/")).body).not.toContain("Fresh fruit");
  expect((await send("PUT", `/wp/v2/tags/${parent.id}`, { name: "X" })).body.code).toBe("rest_term_invalid");
});

test("users comment, moderators approve, edit, trash and delete; guests are sent to the page", async () => {
  const { id: about } = (await post("/wp/v2/posts", { title: "Talk", status: "publish" })).body;
  expect((await post("/wp/v2/comments", { post: about, content: "Hi" }, "guest")).body.code).toBe(
    "rest_comment_login_required",
  );
  const written = await post("/wp/v2/comments", { post: about, content: "A <i>good</i> read" }, "customer");
  expect(written.status).toBe(201);
  expect(written.body).toMatchObject({
    post: about,
    author_name: "Zara K.",
    content: { rendered: "<p>A &lt;i&gt;good&lt;/i&gt; read</p>\n" },
  });
  expect(Object.keys(written.body)).not.toContain("author_email");
  const path = `/wp/v2/comments/${written.body.id}`;
  expect((await send("PUT", path, { status: "approved" }, "customer")).body.code).toBe("rest_cannot_edit");
  expect((await send("PUT", path, { status: "approved", content: "Edited" })).body).toMatchObject({
    status: "approved",
    content: { raw: "Edited" },
    author_email: shop.users.customer.email,
  });
  expect((await page("/talk/")).body).toContain("Edited");
  expect((await send("PUT", path, { status: "hold" })).body.status).toBe("hold");
  expect((await page("/talk/")).body).not.toContain("Edited");
  expect((await send("DELETE", path)).body.status).toBe("trash");
  expect((await send("DELETE", path)).body.code).toBe("rest_already_trashed");
  expect((await send("DELETE", `${path}?force=true`)).body.deleted).toBe(true);
  expect((await shop.call(path, { as: "shop_manager" })).statusCode).toBe(404);
  const { rows } = await shop.database.pool.query(
    "insert into products (slug, name, type, status) values ('zinc', 'Zinc', 'simple', 'publish') returning id",
  );
  const onProduct = await post("/wp/v2/comments", { post: Number(rows[0].id), content: "Hi" }, "customer");
  expect(onProduct.body.code).toBe("rest_comment_invalid_post_id");
});

test("one's own profile is changed, nothing of others and nothing that needs a password", async () => {
  const me = "/wp/v2/users/me";
  const changed = await send("PATCH", me, {
    first_name: " Ayesha ",
    url: "https://ayesha.example/",
    email: "x@example.com",
    roles: ["administrator"],
  });
  expect(changed.body).toMatchObject({
    first_name: "Ayesha",
    last_name: "Khan",
    email: "shop_manager@example.com",
    roles: ["shop_manager"],
    url: "https://ayesha.example/",
  });
  expect((await send("PATCH", me, { url: "javascript:alert(1)" })).status).toBe(400);
  expect((await send("PATCH", me, { first_name: "x".repeat(100) })).body.code).toBe("rest_account_invalid");
  expect(
    (await send("PATCH", `/wp/v2/users/${shop.users.customer.id}`, { first_name: "X" }, "administrator")).status,
  ).toBe(403);
});

test("administrators change the settings that the protocol knows", async () => {
  const changed = await post(
    "/wp/v2/settings",
    { title: "Tea house", timezone: "UTC", language: "de" },
    "administrator",
  );
  expect(changed.body).toMatchObject({ title: "Tea house", timezone: "UTC", language: "en" });
  expect(await getSettings(shop.database.db)).toMatchObject({ shop_name: "Tea house" });
  const wrong = await post("/wp/v2/settings", { title: "Other", timezone: "Nowhere/Town" }, "administrator");
  expect(wrong.body.code).toBe("rest_setting_invalid");
  expect((await getSettings(shop.database.db)).shop_name).toBe("Tea house");
});

test("a batch runs its requests in order, each with its own answer and rule, or none if one is wrong", async () => {
  const requests = [
    { path: "/wp/v2/tags", body: { name: "Batch" } },
    { path: "/wp/v2/posts?_fields=slug", body: { title: "In a batch" } },
    { method: "DELETE", path: "/wp/v2/tags/999999?force=true" },
    { path: "/batch/v1", body: { requests: [] } },
    { path: "/wp/v2/none" },
  ];
  const { status, body } = await post("/batch/v1", { requests });
  expect(status).toBe(207);
  expect(body.responses.map((one: { status: number }) => one.status)).toEqual([201, 201, 404, 400, 404]);
  expect(body.responses[1].body).toEqual({ slug: "in-a-batch" });
  const strict = await post("/batch/v1", {
    validation: "require-all-validate",
    requests: [
      { path: "/wp/v2/tags", body: { name: "Not made" } },
      { path: "/wp/v2/tags", body: {} },
    ],
  });
  expect(strict.body).toMatchObject({ failed: "validation", responses: [null, { status: 400 }] });
  expect((await shop.call("/wp/v2/tags?search=not%20made")).json()).toEqual([]);
  const elsewhere = ["http://", "//[", "https://elsewhere.example/wp/v2/posts"].map((path) => ({ path }));
  const mixed = await post("/batch/v1", { requests: [...elsewhere, { path: "/wp/v2/tags", body: { name: "Mixed" } }] });
  expect(mixed.body.responses.map((one: { status: number }) => one.status)).toEqual([404, 404, 404, 201]);
  const asGuest = await post("/batch/v1", { requests: [requests[0]] }, "guest");
  expect(asGuest.body.responses).toMatchObject([{ status: 401, body: { code: "rest_cannot_create" } }]);
  expect((await post("/batch/v1", { requests: Array.from({ length: 26 }, () => requests[0]) })).status).toBe(400);
});
