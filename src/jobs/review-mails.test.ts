import { beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { answerReview } from "#shop/reviews/moderation/answer-review.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { reviewMails } from "./review-mails.ts";

let database: TestDatabase;
let productId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  productId = await addProduct(database.db, { slug: "tea", name: "Tea" });
});
beforeEach(() => database.pool.query("delete from reviews; delete from mail_outbox"));

async function addReview(status: string, body: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into reviews (product_id, author_name, rating, body, status, mails)
      values ($1, 'Sana', 4, $2, $3, case when $3 = 'spam' then 'none' else 'waiting' end) returning id`,
    [productId, body, status],
  );
  return rows[0]?.id ?? 0;
}

async function addQuestion(body: string, email: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into reviews (product_id, author_name, author_email, body, kind, mails)
      values ($1, 'Sana', $2, $3, 'question', 'waiting') returning id`,
    [productId, email, body],
  );
  return rows[0]?.id ?? 0;
}

async function run(): Promise<Record<string, string>[]> {
  const job = reviewMails({ db: database.db, clock: { now: () => noon }, linkOrigin: () => "https://shop.example" });
  await job({}, {} as Parameters<typeof job>[1]);
  const { rows } = await database.pool.query("select recipient, subject, text, html from mail_outbox order by id");
  return rows;
}

test("the shop gets one mail about new texts, waiting ones first, without spam; a second run sends nothing", async () => {
  await addReview("approved", "Published <b>one</b>");
  const held = await addReview("held", "Waiting one");
  await addReview("spam", "Cheap pills");
  const [mail, ...others] = await run();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("2 new reviews and questions");
  expect(mail?.text).toMatch(new RegExp(`Waiting one\\n.*approve ${held}.*Published <b>one`, "s"));
  expect(mail?.html).toContain("Published &lt;b&gt;one");
  expect(mail?.text).not.toContain("pills");
  expect(await run()).toHaveLength(1);
});

test("the mail says whether comments on articles came, or reviews and questions, or both", async () => {
  await database.pool.query(`with article as (insert into articles (type, slug, title) values ('post', 'leaves', 'Leaves') returning id)
    insert into reviews (article_id, author_name, body, kind, mails) select id, 'Sana', 'Well said', 'comment', 'waiting' from article`);
  const [alone] = await run();
  expect([alone?.subject, alone?.html?.includes("A new comment</h1>")]).toEqual(["A new comment", true]);
  await database.pool.query("update reviews set mails = 'waiting'");
  await addReview("approved", "Good");
  expect((await run()).at(-1)?.subject).toBe("2 new reviews, questions and comments");
});

test("the author of a question gets the shop's answer with a link to the page that shows it", async () => {
  const id = await addQuestion("Is it sweet?", "sana@example.com");
  await run();
  await database.pool.query(
    `insert into reviews (product_id, author_name, body, kind, created_at)
      select $1, 'Ali', 'Newer question', 'question', now() + interval '1 day' from generate_series(1, 5)`,
    [productId],
  );
  const answer = await answerReview(database.db, id, { author: "Shop", text: "A little." }, noon);
  const mail = (await run()).at(-1);
  expect(mail).toMatchObject({ recipient: "sana@example.com" });
  expect(mail?.text).toContain(`https://shop.example/product/tea/?questions_page=2#comment-${answer}`);
  expect(mail?.text).toContain("A little.");
});
