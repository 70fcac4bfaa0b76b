import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let review: number;
let productId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => noon));
  productId = await addProduct(database.db, { slug: "tea" });
  const { rows } = await database.pool.query<{ id: number }>(
    "insert into reviews (product_id, author_name, rating, body) values ($1, 'Sana', 5, 'Good') returning id",
    [productId],
  );
  review = rows[0]?.id ?? 0;
});
afterAll(() => app.close());

const count = async () =>
  (await database.pool.query("select helpful_count from reviews where id = $1", [review])).rows[0].helpful_count;

test("each visitor counts once, and the page says so to everybody", async () => {
  const [first, second] = [new FormBrowser(app), new FormBrowser(app)];
  await first.get("/product/tea/");
  for (const browser of [first, first, second]) {
    const answer = await browser.post(routes.voteForReview(), { review });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/product/tea/#comment-${review}`]);
  }
  expect(await count()).toBe(2);
  expect((await new FormBrowser(app).get("/product/tea/")).body).toContain("2 people found this helpful");
});

test("scripts get the count, and refusals as JSON", async () => {
  const headers = { accept: "application/json" };
  const browser = new FormBrowser(app);
  const answer = await browser.post(routes.voteForReview(), { review }, headers);
  expect(answer.json()).toEqual({ count: 3, message: "Thank you for your vote. 3 people found this helpful" });
  for (const unknown of ["999999", "x", ""])
    expect((await browser.post(routes.voteForReview(), { review: unknown }, headers)).statusCode).toBe(404);
  const foreign = { ...headers, origin: "https://evil.example" };
  expect((await new FormBrowser(app).post(routes.voteForReview(), { review }, foreign)).statusCode).toBe(403);
  expect(await count()).toBe(3);
});

test("without scripts, a vote for an older review leads to the page that shows it", async () => {
  await database.pool.query(
    `insert into reviews (product_id, author_name, rating, body, created_at)
      select $1, 'Ali', 4, 'Newer', now() + interval '1 day' from generate_series(1, 20)`,
    [productId],
  );
  const { headers } = await new FormBrowser(app).post(routes.voteForReview(), { review });
  expect(headers.location).toBe(`/product/tea/comment-page-2/#comment-${review}`);
});

test("an address has a limit of votes", async () => {
  const send = () => new FormBrowser(app).post(routes.voteForReview(), { review });
  const statuses: number[] = [];
  for (let vote = 0; vote < 61; vote++) statuses.push((await send()).statusCode);
  expect(statuses.at(-1)).toBe(429);
});
