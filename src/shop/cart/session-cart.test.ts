import { createHash } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { createSession } from "../accounts/sessions/sessions.ts";
import { addProduct, noon } from "./cart.fixtures.ts";
import { addToCart } from "./lines/add-to-cart.ts";
import { findSessionCart } from "./session-cart.ts";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterEach(() => database.pool.query("delete from sessions"));

const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

/** Opens a session that lasts `seconds`, with `mark` pieces in its cart. @returns the hash of its token */
async function fillCart(mark: number, productId: number, seconds = 3600): Promise<Buffer> {
  const tokenHash = createHash("sha256").update(`token ${mark}`).digest();
  const customerKey = `t_${mark.toString(16).padStart(30, "0")}`;
  const { id } = await createSession(db, { tokenHash, customerKey, now: noon, expiresAt: later(seconds) });
  await addToCart(db, id, { productId, variationId: null, quantity: mark, attributes: {} }, noon);
  return tokenHash;
}

test("concurrent requests share statements, and each gets its own cart", async () => {
  const tea = await addProduct(db);
  const marks = Array.from({ length: 60 }, (_, index) => index + 1);
  const hashes = await Promise.all(marks.map((mark) => fillCart(mark, tea)));
  const { result, statements } = await withStatementCount(() =>
    Promise.all([...hashes, ...hashes].map((hash) => findSessionCart(db, hash, noon))),
  );
  expect(result.map((cart) => cart?.lines.map(({ quantity }) => quantity))).toEqual(
    [...marks, ...marks].map((mark) => [mark]),
  );
  expect(statements).toBeLessThan(10);
});

test("a missing or expired session finds no cart, even in a batch with valid ones", async () => {
  const tea = await addProduct(db);
  const [long, short] = [await fillCart(1, tea), await fillCart(2, tea, 60)];
  const unknown = createHash("sha256").update("nobody").digest();
  const found = await Promise.all([
    findSessionCart(db, long, later(59)),
    findSessionCart(db, unknown, later(59)),
    findSessionCart(db, short, later(59)),
    findSessionCart(db, short, later(60)),
    findSessionCart(db, long, later(60)),
  ]);
  expect(found.map((cart) => cart?.lines[0]?.quantity)).toEqual([1, undefined, 2, undefined, 1]);
});

test("a failing statement fails only its own batch, and later requests succeed", async () => {
  const tea = await addProduct(db);
  const hash = await fillCart(3, tea);
  await database.pool.query("alter table cart_lines rename to lines_elsewhere");
  const failed = await Promise.allSettled([1, 2, 3, 4].map(() => findSessionCart(db, hash, noon)));
  await database.pool.query("alter table lines_elsewhere rename to cart_lines");
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected", "rejected"]);
  expect((await findSessionCart(db, hash, noon))?.lines[0]?.quantity).toBe(3);
});
