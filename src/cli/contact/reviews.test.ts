import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { readConfig } from "#config";
import { onLocalChange } from "#db/changes.ts";
import { openSignatures } from "#platform/signatures.ts";
import { addProduct, codeOf, noon } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { reviewsCommand } from "./reviews.ts";

let database: TestDatabase;
let productId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  productId = await addProduct(database.db, { name: "Tea" });
});
beforeEach(() => database.pool.query("delete from reviews"));

async function addReview(
  status: string,
  given: { rating?: number; body?: string; parent?: number } = {},
): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into reviews (product_id, author_name, author_email, rating, body, status, parent_id, thread_id)
      values ($1, $2, 'sana@example.com', $3, $4, $5, $6, $6) returning id`,
    [productId, "Sana\u001b[31m", given.rating ?? null, given.body ?? "Good", status, given.parent ?? null],
  );
  return rows[0]?.id ?? 0;
}

const signatures = async () => openSignatures([{ value: "a secret of thirty-two characters" }]);

async function run(args: (string | number)[], options: GivenOptions = {}): Promise<string> {
  const lines: string[] = [];
  const context = {
    db: database.db,
    clock: { now: () => noon },
    config: readConfig({}, "/nowhere"),
    signatures,
    print: (line: string) => void lines.push(line),
  };
  await reviewsCommand.run(context, args.map(String), options);
  return lines.join("\n");
}

function heard(): string[] {
  const tags: string[] = [];
  onTestFinished(onLocalChange((changed) => tags.push(...changed)));
  return tags;
}

const ratings = async () =>
  (
    await database.pool.query(
      `select p.rating_sum as sum, p.rating_count as count, t.stars, t.unrated, t.questions
        from products p left join review_totals t on t.product_id = p.id where p.id = $1`,
      [productId],
    )
  ).rows[0];

test("list shows waiting reviews without control characters, and show the whole text", async () => {
  const id = await addReview("held", { rating: 4, body: `Two\nlines ${"x".repeat(80)}` });
  await addReview("approved");
  const listed = await run(["list"], { status: "held" });
  expect(listed).toMatch(new RegExp(`^${id}  .*  held  review  4 stars  Tea  Sana\\[31m  Two lines x+…$`));
  expect(await run(["list"], { kind: "question" })).toBe("There are no such reviews.");
  expect(await run(["show", id])).toContain(`Two\nlines ${"x".repeat(80)}`);
});

test("approving a review counts its rating and announces product and listings once; spam takes it back", async () => {
  const id = await addReview("held", { rating: 4 });
  const tags = heard();
  expect(await run(["approve", id])).toBe(`Review ${id} is approved.`);
  await run(["approve", id]);
  expect(tags.toSorted()).toEqual([`product:${productId}`, "products"].toSorted());
  expect(await ratings()).toMatchObject({ sum: 4, count: 1, stars: [0, 0, 0, 1, 0] });
  await run(["spam", id]);
  expect(await ratings()).toMatchObject({ sum: 0, count: 0, stars: [0, 0, 0, 0, 0] });
});

test("the shop's answer is published with the review that it answers", async () => {
  const id = await addReview("held", { rating: 2 });
  await run(["answer", id, "We", "are", "sorry."]);
  const { rows } = await database.pool.query(
    "select body, status, is_staff as staff, parent_id as parent from reviews order by id",
  );
  expect(rows).toMatchObject([
    { status: "approved" },
    { body: "We are sorry.", status: "approved", staff: true, parent: id },
  ]);
});

test("delete removes a review with its replies, or everything by an author, and updates the ratings", async () => {
  const id = await addReview("approved", { rating: 5 });
  await addReview("approved", { parent: id });
  await run(["delete", id]);
  expect(await run(["list"])).toBe("There are no such reviews.");
  expect(await ratings()).toMatchObject({ sum: 0, count: 0, unrated: 0 });
  for (const status of ["approved", "spam"]) await addReview(status);
  expect(await run(["delete", "SANA@example.com"])).toBe("2 reviews by SANA@example.com deleted.");
});

test("unknown numbers and words are refused", async () => {
  expect(await codeOf(run(["approve", "999"]))).toBe("review_unknown");
  expect(await codeOf(run(["delete", "999"]))).toBe("review_unknown");
  await expect(run(["approve", "x"])).rejects.toThrow('"x" is not the number of a review.');
  await expect(run(["approve"])).rejects.toThrow('"" is not the number of a review.');
  await expect(run(["list"], { status: "good" })).rejects.toThrow('"good" is none of held');
  await expect(run(["shout"])).rejects.toThrow("use list, show ID");
});
