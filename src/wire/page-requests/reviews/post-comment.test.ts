import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openSignatures } from "#platform/signatures.ts";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop, origin, secret } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let folder: string;
let productId: number;
let now = new Date("2026-11-21T12:00:00Z");
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chowk-reviews-"));
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => now, { DATA_DIR: folder }));
  productId = await addProduct(database.db, { slug: "tea", name: "Tea" });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000);
  await database.pool.query("delete from reviews");
  await database.pool.query("delete from rate_limits");
  for (const [name, value] of Object.entries({
    review_moderation: "none",
    review_needs_account: "no",
    review_verified_only: "no",
    review_rating_required: "yes",
  }))
    await setSetting(database.db, name, value);
});

const person = { "user-agent": "Mozilla/5.0" };
const fields = (given: Record<string, string> = {}) => ({
  comment: "Tastes like mornings at home",
  author: "Sana",
  email: "sana@example.com",
  rating: "5",
  comment_post_ID: String(productId),
  comment_parent: "0",
  ak_js: String(now.getTime() - 60_000),
  ...given,
});
const post = (given: Record<string, string> = {}, browser = new FormBrowser(app, person)) =>
  browser.post(routes.postComment(), fields(given));
const stored = async () =>
  (
    await database.pool.query(
      `select author_name as author, rating, body, status, kind, parent_id as parent, is_verified as verified
        from reviews order by id`,
    )
  ).rows;
const lastId = async () => Number((await database.pool.query("select max(id) as id from reviews")).rows[0].id);

test("a review is stored and leads to itself on the product's page, which shows it as text", async () => {
  const answer = await post({ comment: "Good <b>tea</b>\r\nsee https://a.example/x." });
  const id = await lastId();
  expect([answer.statusCode, answer.headers.location]).toEqual([302, `/product/tea/#comment-${id}`]);
  expect(await stored()).toMatchObject([
    { author: "Sana", rating: 5, status: "approved", kind: "review", parent: null },
  ]);
  const { body } = await new FormBrowser(app).get("/product/tea/");
  expect(body).toContain(`id="comment-${id}"`);
  expect(body).toContain("Good &lt;b&gt;tea&lt;/b&gt;\nsee ");
  expect(body).toContain(
    '<a href="https://a.example/x" rel="nofollow ugc noopener noreferrer">https://a.example/x</a>.',
  );
  expect(body).toContain('"reviewRating":{"@type":"Rating","ratingValue":5');
});

test.each<[what: string, status: number, given: Record<string, string>, text: string]>([
  ["without a rating", 400, { rating: "" }, "Please select a rating"],
  ["with the rating 0", 400, { rating: "0" }, "Please select a rating"],
  ["without a name", 200, { author: "" }, "Please enter your name and email address."],
  ["without an email address", 200, { email: " " }, "Please enter your name and email address."],
  ["with an invalid email address", 200, { email: "sana@" }, "Please enter a valid email address."],
  ["without text", 200, { comment: " \n " }, "Please type something first."],
  ["with a long name", 200, { author: "x".repeat(246) }, "The name is too long."],
  ["with a long email address", 200, { email: `${"x".repeat(100)}@a.example` }, "The email address is too long."],
  ["with a long web address", 200, { url: `http://${"x".repeat(200)}` }, "The web address is too long."],
  ["with a long text", 200, { comment: "x".repeat(65_526) }, "The text is too long."],
  ["as a reply to nothing", 403, { comment_parent: "999999" }, "no longer there"],
])("a review %s is answered %i with a page that says why and keeps what was typed", async (_, status, given, text) => {
  const answer = await post(given);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers["content-type"]).toContain("text/html");
  expect(answer.body).toContain(text);
  expect(answer.body).toContain(`href="${routes.product("tea")}"`);
  expect(answer.body.includes("Tastes like mornings at home</textarea>")).toBe(
    status !== 403 && given.comment === undefined,
  );
  expect(await stored()).toEqual([]);
});

test("the longest text is accepted in any script, and a form that is too large to be read is answered as a too long text", async () => {
  expect((await post({ comment: "چ".repeat(65_525) })).statusCode).toBe(302);
  expect(await stored()).toHaveLength(1);
  const picture: [string, Buffer] = ["cup.png", png];
  for (const answer of [
    await post({ comment: "x".repeat(1_100_000) }),
    await postFiles([], { comment: "x".repeat(400_000) }),
    await postFiles(Array.from({ length: 21 }, () => picture)),
  ]) {
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, expect.stringContaining("no-store")]);
    expect(answer.body).toContain("That is too much to send at once.");
    expect(answer.body).toContain(`href="${routes.shop()}"`);
  }
  expect(await stored()).toHaveLength(1);
});

test.each(["6", "x", "-1", "4.5"])("the rating %s is not stored, and the review is", async (rating) => {
  expect((await post({ rating })).statusCode).toBe(302);
  expect(await stored()).toMatchObject([{ rating: null, status: "approved" }]);
});

test("other methods are answered 405, and unknown or hidden products with an empty page", async () => {
  for (const method of ["GET", "HEAD"] as const) {
    const answer = await app.inject({ method, url: routes.postComment(), headers: { host: new URL(origin).host } });
    expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, "POST"]);
  }
  const draft = await addProduct(database.db, { slug: "draft", status: "draft" });
  for (const id of ["999999", "", "x", String(draft)]) {
    const answer = await post({ comment_post_ID: id });
    expect([id, answer.statusCode, answer.body]).toEqual([id, 200, ""]);
  }
});

test("closed reviews, a needed account and a needed order are answered 403", async () => {
  const silent = await addProduct(database.db, { slug: "silent", reviewsAllowed: false });
  expect((await post({ comment_post_ID: String(silent) })).statusCode).toBe(403);
  await setSetting(database.db, "review_verified_only", "yes");
  const refused = await post();
  expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining("Only signed-in customers")]);
  expect((await new FormBrowser(app).get("/product/tea/")).body).toContain("woocommerce-verification-required");
  await setSetting(database.db, "review_needs_account", "yes");
  expect((await post()).body).toContain("Please sign in first.");
  expect(await stored()).toEqual([]);
});

test("the same review is refused with 409, and another within 15 seconds with 429", async () => {
  expect((await post()).statusCode).toBe(302);
  expect((await post()).statusCode).toBe(409);
  const quick = await post({ comment: "Another" });
  expect([quick.statusCode, quick.headers["retry-after"]]).toEqual([429, "15"]);
  now = new Date(now.getTime() + 16_000);
  expect((await post({ comment: "Another" })).statusCode).toBe(302);
  expect(await stored()).toHaveLength(2);
});

test("a review that was refused as too soon several times is no spam when it is sent again", async () => {
  await post();
  const comment = "The second cup tastes even better than the first";
  for (let time = 0; time < 3; time++) expect((await post({ comment })).statusCode).toBe(429);
  now = new Date(now.getTime() + 16_000);
  expect((await post({ comment })).headers.location).not.toContain("unapproved");
});

test("a refused review may be corrected at once", async () => {
  const sentAt = { ak_js: String(now.getTime() - 500) };
  const refused = await post({ rating: "", ...sentAt });
  const [, _chowk_refused = ""] = /name="_chowk_refused" value="([^"]+)"/.exec(refused.body) ?? [];
  expect((await post(sentAt)).headers.location).toContain("unapproved");
  await database.pool.query("delete from reviews; delete from rate_limits");
  expect((await post({ ...sentAt, _chowk_refused })).headers.location).not.toContain("unapproved");
});

test("the same review sent ten times at once is stored once", async () => {
  const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await post()).statusCode));
  expect(statuses.filter((status) => status === 302)).toHaveLength(1);
  expect(await stored()).toHaveLength(1);
});

test("a first review waits for approval: only its author sees it, by a link that nobody can guess", async () => {
  await setSetting(database.db, "review_moderation", "first");
  const { location = "" } = (await post()).headers;
  const id = await lastId();
  expect(location).toMatch(new RegExp(`^/product/tea/\\?unapproved=${id}&moderation-hash=[0-9a-f]{32}#comment-${id}$`));
  const load = async (path: string) => (await new FormBrowser(app).get(path)).body;
  expect(await load(location)).toContain("Tastes like mornings at home");
  expect(await load(location)).toContain("waiting for approval");
  expect(await load("/product/tea/")).not.toContain("Tastes like mornings");
  expect(await load(location.replace(/hash=./, "hash=z"))).not.toContain("Tastes like mornings");
  await database.pool.query("update reviews set status = 'approved'");
  now = new Date(now.getTime() + 60_000);
  expect((await post({ comment: "Still good" })).headers.location).not.toContain("unapproved");
});

test("spam is kept, and its sender sees what others see", async () => {
  const { location } = (await post({ ak_hp_textarea: "cheap pills" })).headers;
  expect(location).toContain("unapproved=");
  expect(await stored()).toMatchObject([{ status: "spam" }]);
  expect((await new FormBrowser(app).get(location ?? "")).body).toContain("waiting for approval");
});

test("a reply is stored below its review without a rating and shown there", async () => {
  await post();
  const parent = await lastId();
  now = new Date(now.getTime() + 20_000);
  const answer = await post({
    comment_parent: String(parent),
    comment: "Mine too",
    rating: "3",
    author: "Ali",
    email: "ali@example.com",
  });
  const reply = await lastId();
  expect(answer.headers.location).toBe(`/product/tea/#comment-${reply}`);
  expect((await stored())[1]).toMatchObject({ parent, rating: null });
  const { body } = await new FormBrowser(app).get("/product/tea/");
  expect(body).toMatch(new RegExp(`id="li-comment-${parent}".*class="children".*id="li-comment-${reply}"`, "s"));
  const form = (await new FormBrowser(app).get(`/product/tea/?replytocom=${reply}`)).body;
  expect(form).toContain(`name="comment_parent" value="${reply}"`);
  expect(form).toContain("Reply to Ali");
});

test("a thread is full after 100 published replies; those that are spam or wait do not count", async () => {
  await post();
  const parent = await lastId();
  const addReplies = (status: string, count: number) =>
    database.pool.query(
      `insert into reviews (product_id, parent_id, thread_id, author_name, body, status)
        select $1, $2, $2, 'Ali', 'Reply', $3 from generate_series(1, $4::int)`,
      [productId, parent, status, count],
    );
  for (const status of ["spam", "held"]) await addReplies(status, 100);
  await addReplies("approved", 99);
  const reply = async (comment: string) => {
    now = new Date(now.getTime() + 60_000);
    return (await post({ comment_parent: String(parent), comment })).statusCode;
  };
  expect([await reply("The last one"), await reply("One too many")]).toEqual([302, 403]);
});

test("a review on a later page leads to that page", async () => {
  await database.pool.query(
    `insert into reviews (product_id, author_name, rating, body, created_at)
      select $1, 'A', 4, 'Old ' || n, $2::timestamptz - n * interval '1 minute' from generate_series(1, 25) n`,
    [productId, now],
  );
  const { rows } = await database.pool.query("select id from reviews where body = 'Old 25'");
  const answer = await post({ comment_parent: String(rows[0].id) });
  expect(answer.headers.location).toBe(`/product/tea/comment-page-2/#comment-${await lastId()}`);
});

test("a guest who agrees is remembered for a year, and forgotten without", async () => {
  const browser = new FormBrowser(app, person);
  await post({ "wp-comment-cookies-consent": "yes" }, browser);
  const names = () => [...browser.cookies.keys()].filter((name) => name.startsWith("comment_author"));
  expect(names()).toHaveLength(3);
  expect((await browser.get("/product/tea/")).body).toContain('value="sana@example.com"');
  now = new Date(now.getTime() + 60_000);
  await post({ comment: "Another" }, browser);
  expect(names().filter((name) => browser.cookies.get(name) !== "")).toEqual([]);
});

test("a form says where to go on, within the shop only", async () => {
  const targets = ["/shop/?a=1", "https://evil.example/", "//evil.example/"];
  const locations: unknown[] = [];
  for (const [index, redirect_to] of targets.entries()) {
    now = new Date(now.getTime() + 60_000);
    locations.push((await post({ redirect_to, comment: `Text ${index}` })).headers.location);
  }
  const id = await lastId();
  expect(locations).toEqual([
    `/shop/?a=1#comment-${id - 2}`,
    `/product/tea/#comment-${id - 1}`,
    `/product/tea/#comment-${id}`,
  ]);
});

test("a question is asked on the same address and has no rating", async () => {
  await post({ chowk_kind: "question", rating: "", comment: "Is it sweet?" });
  expect(await stored()).toMatchObject([{ kind: "question", rating: null }]);
  const { body } = await new FormBrowser(app).get("/product/tea/");
  expect(body.split('id="questions"')[1]).toContain("Is it sweet?");
  expect(body.split('id="questions"')[0]).not.toContain("Is it sweet?");
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Sends a form with files. */
async function postFiles(
  pictures: readonly (readonly [name: string, content: Buffer])[],
  given: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields(given))) form.append(name, value);
  for (const [name, content] of pictures) form.append("review_pictures", new Blob([new Uint8Array(content)]), name);
  const request = new Request(origin, { method: "POST", body: form });
  return app.inject({
    method: "POST",
    url: routes.postComment(),
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { host: new URL(origin).host, ...person, "content-type": request.headers.get("content-type") ?? "" },
  });
}

test("a review with pictures waits for approval where others are not known yet, and they stay private", async () => {
  await setSetting(database.db, "review_moderation", "first");
  const answer = await postFiles([
    ["cup.png", png],
    ["", Buffer.alloc(0)],
  ]);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, expect.stringContaining("unapproved=")]);
  const { rows } = await database.pool.query(
    "select position, key, media_id from review_pictures where key is not null",
  );
  expect(rows).toEqual([{ position: 1, key: expect.stringMatching(/^2026\//), media_id: null }]);
});

test("a waiting picture is shown by its signed link until that expires, and by no other", async () => {
  await setSetting(database.db, "review_moderation", "first");
  await postFiles([["cup.png", png]]);
  const { rows } = await database.pool.query("select id from review_pictures where key is not null order by id desc");
  const id = Number(rows[0].id);
  const expires = now.getTime() / 1000 + 60;
  const signature = openSignatures([{ value: secret }]).sign("review picture", id, expires);
  const get = (query: string) => new FormBrowser(app).get(`/chowk/review-pictures/${id}?${query}`);
  const link = `expires=${expires}&signature=${signature}`;
  const shown = await get(link);
  expect([shown.statusCode, shown.headers["content-type"], shown.headers["cache-control"]]).toEqual([
    200,
    "image/png",
    "private, no-store",
  ]);
  for (const forged of ["", `expires=${expires + 1}&signature=${signature}`, link.replace(/.$/, "z")])
    expect([forged, (await get(forged)).statusCode]).toEqual([forged, 404]);
  now = new Date(now.getTime() + 61_000);
  expect((await get(link)).statusCode).toBe(404);
});

test("files that are no pictures, and too many, are refused with what was typed", async () => {
  const script = await postFiles([["cup.png", Buffer.from("<svg onload=alert(1)>")]]);
  expect([script.statusCode, script.body]).toEqual([400, expect.stringContaining("Please choose JPEG")]);
  expect(script.body).toContain("Tastes like mornings at home</textarea>");
  const many = await postFiles(Array.from({ length: 5 }, (_, index) => [`${index}.png`, png] as const));
  expect([many.statusCode, many.body]).toEqual([400, expect.stringContaining("at most 4 pictures")]);
  expect(await stored()).toEqual([]);
});
