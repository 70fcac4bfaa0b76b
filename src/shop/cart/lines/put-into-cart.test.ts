import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { addProduct, noon } from "../cart.fixtures.ts";
import { addToCart } from "./add-to-cart.ts";
import { listStoredLines } from "./stored-lines.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

/** Starts a cart with pieces of a product. @returns the session's id */
async function begin(mark: string, productId: number, quantity: number): Promise<number | undefined> {
  const tokenHash = createHash("sha256").update(mark).digest();
  const customerKey = `t_${tokenHash.toString("hex").slice(0, 30)}`;
  const expiresAt = new Date(noon.getTime() + 3_600_000);
  let begun: number | undefined;
  const holder = { tokenHash, customerKey, expiresAt, begun: (id: number) => (begun = id) };
  await addToCart(db, holder, { productId, variationId: null, quantity, attributes: {} }, noon);
  return begun;
}

const quantities = async (session: number | undefined) =>
  (await listStoredLines(db, session ?? 0)).map(({ quantity }) => quantity);

test("concurrent first adds share statements, and each cart gets its own line", async () => {
  const tea = await addProduct(db);
  const pieces = Array.from({ length: 60 }, (_, index) => index + 1);
  const { result, statements } = await withStatementCount(() =>
    Promise.all(pieces.map((quantity) => begin(`one of ${quantity}`, tea, quantity))),
  );
  expect(new Set(result).size).toBe(60);
  expect(await Promise.all(result.map(quantities))).toEqual(pieces.map((quantity) => [quantity]));
  // Here each add looks up the product; the shop caches it.
  expect(statements - 60).toBeLessThan(10);
});

test("in a batch of first adds, only the failing ones fail or are refused", async () => {
  const [tea, scarce] = [await addProduct(db), await addProduct(db, { managesStock: true, stockQuantity: 2 })];
  await begin("a token that is taken", tea, 1);
  const settled = await Promise.allSettled([
    begin("a first", tea, 2),
    begin("a token that is taken", tea, 3),
    begin("a third", scarce, 3),
    begin("a fourth", scarce, 2),
    begin("a fifth", tea, 4),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled", "fulfilled"]);
  expect(settled[2]).toMatchObject({ reason: { code: "stock_insufficient" } });
  const begun = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(await Promise.all(begun.map(quantities))).toEqual([[2], [2], [4]]);
});
