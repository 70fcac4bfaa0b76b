import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { addArticle } from "#shop/content/articles.fixtures.ts";
import { answerReview } from "#shop/reviews/moderation/answer-review.ts";
import { setReviewStatus } from "#shop/reviews/moderation/moderate-reviews.ts";
import { reviewData } from "#shop/reviews/personal-data.ts";
import { getSettings, setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let article: number;
let now = new Date("2026-11-21T12:00:00Z");
const path = routes.article("iron");

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => now));
  article = await addArticle(database.db, { slug: "iron", title: "Iron in food" });
});
afterAll(() => app.close());
beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000);
  await database.pool.query("delete from reviews; delete from rate_limits");
  await database.pool.query("update articles set comments_open = true");
  for (const [name, value] of [
    ["review_moderation", "none"],
    ["review_needs_account", "no"],
  ] as const)
    await setSetting(database.db, name, value);
});

const person = { "user-agent": "Mozilla/5.0" };
const post = (given: Record<string, string> = {}) =>
  new FormBrowser(app, person).post(routes.postComment(), {
    comment: "Lentils with lemon work well for us",
    author: "Sana",
    email: "sana@example.com",
    comment_post_ID: String(article),
    comment_parent: "0",
    ak_js: String(now.getTime() - 60_000),
    ...given,
  });
const load = async (address = path) => (await new FormBrowser(app).get(address)).body;
const lastId = async () => Number((await database.pool.query("select max(id) as id from reviews")).rows[0].id);

test("a comment needs no rating, is stored for its article, and leads to itself on the article's page", async () => {
  expect(await load()).toContain("Nobody has written anything yet.");
  const answer = await post({ rating: "4", chowk_kind: "question" });
  const id = await lastId();
  expect([answer.statusCode, answer.headers.location]).toEqual([302, `/iron/#comment-${id}`]);
  const { rows } = await database.pool.query(
    "select kind, rating, product_id as product, article_id as article from reviews",
  );
  expect(rows).toEqual([{ kind: "comment", rating: null, product: null, article }]);
  const body = await load();
  expect(body).toMatch(/<section id="comments".*1 comment<.*<ol class="comment-list commentlist".*Lentils with lemon/s);
  expect(body).toMatch(/id="respond".*id="commentform".*name="comment_post_ID" value="\d+"/s);
  expect(body.slice(body.indexOf('id="comments"'))).not.toMatch(/name="rating"|review-vote|name="review_pictures"/);
});

test("a reply is shown below its comment, and without scripts its link shows the form as a reply", async () => {
  await post();
  const parent = await lastId();
  now = new Date(now.getTime() + 60_000);
  await post({ comment_parent: String(parent), comment: "With yoghurt too", author: "Ali", email: "ali@example.com" });
  expect(await load()).toMatch(new RegExp(`id="li-comment-${parent}".*class="children".*With yoghurt too`, "s"));
  const form = await load(`${path}?replytocom=${parent}`);
  expect(form).toContain(`name="comment_parent" value="${parent}"`);
  expect(form).toMatch(/Reply to Sana.*href="\/iron\/#respond"/s);
});

test("a comment that waits for approval is shown to its author only, and to everybody once it is approved", async () => {
  await setSetting(database.db, "review_moderation", "all");
  const { location = "" } = (await post()).headers;
  const id = await lastId();
  expect(location).toMatch(new RegExp(`^/iron/\\?unapproved=${id}&moderation-hash=[0-9a-f]{32}#comment-${id}$`));
  expect(await load(location)).toMatch(/waiting for approval.*Lentils/s);
  expect(await load()).not.toContain("Lentils");
  await setReviewStatus(database.db, id, "approved");
  expect(await load()).toContain("Lentils");
  await answerReview(database.db, id, { author: "Shop", text: "Thank you" }, now);
  expect(await load()).toMatch(/bypostauthor.*From the shop.*Thank you/s);
});

test("a reply that waits for approval is shown to its author below the comment that it is to", async () => {
  await post();
  const parent = await lastId();
  now = new Date(now.getTime() + 60_000);
  await post({ comment: "Spinach is better", author: "Omar", email: "omar@example.com" });
  await setSetting(database.db, "review_moderation", "all");
  now = new Date(now.getTime() + 60_000);
  const reply = {
    comment_parent: String(parent),
    comment: "With yoghurt too",
    author: "Ali",
    email: "ali@example.com",
  };
  const { location = "" } = (await post(reply)).headers;
  const id = await lastId();
  const body = await load(location);
  const thread = new RegExp(
    `id="li-comment-${parent}".*<ol class="children"[^>]*><li class="comment reply" id="li-comment-${id}">.*waiting for approval.*With yoghurt`,
    "s",
  );
  expect(body).toMatch(thread);
  expect(body.split(`id="li-comment-${id}"`)).toHaveLength(2);
  expect(body.indexOf("Spinach")).toBeLessThan(body.indexOf("With yoghurt"));
  expect(body).not.toContain(`data-commentid="${id}"`);
});

test("a reply that waits for approval stands first if its comment is on another page", async () => {
  await post();
  const parent = await lastId();
  await database.pool.query(
    `insert into reviews (kind, article_id, author_name, author_email, body, status, created_at)
     select 'comment', $1, 'A', 'a@example.com', 'Comment ' || n, 'approved', $2::timestamptz + n * interval '1 minute' from generate_series(1, 25) n`,
    [article, now],
  );
  await setSetting(database.db, "review_moderation", "all");
  now = new Date(now.getTime() + 60_000);
  const { location = "" } = (
    await post({ comment_parent: String(parent), comment: "With yoghurt", author: "Ali", email: "ali@example.com" })
  ).headers;
  const body = await load(location.replace(/^.*\?/, `${path}?`));
  expect(body).toMatch(
    /<ol class="comment-list commentlist"[^>]*><li class="comment" id="li-comment-\d+">(?:(?!<\/li>).)*With yoghurt/s,
  );
});

test("an article that takes no comments shows those that it has without a form, and refuses others with 403", async () => {
  await post();
  await addArticle(database.db, { slug: "iron", title: "Iron" });
  await database.pool.query("update articles set comments_open = false");
  await addArticle(database.db, { slug: "iron", title: "Iron in food" });
  const body = await load();
  expect([body.includes("Lentils"), body.includes("Comments are closed."), body.includes("commentform")]).toEqual([
    true,
    true,
    false,
  ]);
  const refused = await post({ comment: "Another", author: "Ali", email: "ali@example.com" });
  expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining("Back to Iron in food")]);
});

test("a refused comment is shown again with what was typed, and scheduled articles are unknown", async () => {
  const refused = await post({ email: "sana@" });
  expect(refused.statusCode).toBe(200);
  expect(refused.body).toContain("Lentils with lemon work well for us</textarea>");
  expect(refused.body).not.toContain('name="rating"');
  const later = await addArticle(database.db, { slug: "later", publishedAt: new Date("2030-01-01") });
  expect((await post({ comment_post_ID: String(later) })).body).toBe("");
});

test("tags in a comment are text, and its links are links, on the page, in the API and in the feed", async () => {
  await post({ comment: "<b>Iron</b> & <script>alert(1)</script>\nSee https://iron.example/?a=1&b=2." });
  const id = await lastId();
  const [tags, url] = [
    "&lt;b&gt;Iron&lt;/b&gt; &amp; &lt;script&gt;alert(1)&lt;/script&gt;",
    "https://iron.example/?a=1&amp;b=2",
  ];
  const link = `<a href="${url}" rel="nofollow ugc noopener noreferrer">${url}</a>`;
  expect(await load()).toContain(`${tags}\nSee ${link}.`);
  const { content } = JSON.parse(await load(`/wp-json/wp/v2/comments/${id}`));
  expect(content.rendered).toBe(`<p>${tags}<br />\nSee ${link}.</p>\n`);
  expect(await load("/iron/feed/")).toContain("&amp;lt;script&amp;gt;alert(1)");
});

test("a second comment within seconds is refused with the form and what was typed in it", async () => {
  await post();
  const refused = await post({ comment: "One thing more" });
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "15"]);
  expect(refused.body).toMatch(
    /Please wait a few seconds.*<form id="commentform".*One thing more<\/textarea>.*value="Sana"/s,
  );
  now = new Date(now.getTime() + 16_000);
  expect((await post({ comment: "One thing more" })).statusCode).toBe(302);
});

test("who has to sign in is told so, and one cannot reply to a text about something else", async () => {
  await post();
  const other = await addArticle(database.db, { slug: "other" });
  const foreign = {
    comment_post_ID: String(other),
    comment_parent: String(await lastId()),
    author: "Ali",
    email: "a@a.example",
  };
  expect((await post(foreign)).statusCode).toBe(403);
  await setSetting(database.db, "review_needs_account", "yes");
  expect(await load()).toMatch(/class="must-log-in".*redirect_to=%2Firon%2F/s);
  expect((await post({ comment: "x" })).statusCode).toBe(403);
});

test("while only the store is closed articles take comments and products take no reviews", async () => {
  const product = await addProduct(database.db, { slug: "tea" });
  await setSetting(database.db, "coming_soon", "yes");
  await setSetting(database.db, "store_pages_only", "yes");
  const answer = await post();
  expect([answer.statusCode, answer.headers.location]).toEqual([302, `/iron/#comment-${await lastId()}`]);
  expect((await post({ comment: "" })).body).toContain("Back to Iron in food");
  expect((await post({ comment_post_ID: String(product), rating: "5" })).body).toBe("");
  await setSetting(database.db, "store_pages_only", "no");
  expect((await post({ comment: "Another one" })).headers.location).toBe(routes.shop());
  await setSetting(database.db, "coming_soon", "no");
  expect((await database.pool.query("select product_id from reviews")).rows).toEqual([{ product_id: null }]);
});

test("older comments are on further pages, to which links of new replies lead", async () => {
  await database.pool.query(
    `insert into reviews (article_id, kind, author_name, body, created_at)
      select $1, 'comment', 'Ali', 'Old ' || n || '.', $2::timestamptz - n * interval '1 minute' from generate_series(1, 45) n`,
    [article, now],
  );
  await addArticle(database.db, { slug: "iron", title: "Iron, again" });
  expect(await load()).toMatch(/45 comments.*Old 20\..*href="\/iron\/comment-page-2\/#comments"/s);
  const third = await load("/iron/comment-page-3/");
  expect([third.includes("Old 41."), third.includes("Old 40.")]).toEqual([true, false]);
  expect((await new FormBrowser(app).get("/iron/comment-page-4/")).statusCode).toBe(404);
  expect((await new FormBrowser(app).get("/iron/comment-page-x/")).statusCode).toBe(404);
  const { rows } = await database.pool.query("select id from reviews where body = 'Old 30.'");
  const answer = await post({ comment_parent: String(rows[0].id) });
  expect(answer.headers.location).toBe(`/iron/comment-page-2/#comment-${await lastId()}`);
});

test("a person's comments are exported with the article's title, and erased", async () => {
  await post();
  const sana = { email: "sana@example.com", userId: null, ownsGuestOrders: false };
  expect(await reviewData.list(database.db, sana, await getSettings(database.db))).toMatchObject({
    reviews: [{ kind: "comment", text: expect.stringContaining("Lentils") }],
  });
  await reviewData.erase(database.db, sana, "everything", now);
  expect(await load()).not.toContain("Lentils");
});
