import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { addToCart } from "./add-to-cart.ts";
import { addProduct, defaultSettings, noon, openSession } from "./cart.fixtures.ts";
import { getCart } from "./carts.ts";
import { lineKey } from "./line-key.ts";
import { clampQuantity } from "./quantity.rules.ts";
import { removeLine } from "./remove-line.ts";
import { restoreLine } from "./restore-line.ts";
import { setQuantities } from "./set-quantity.ts";

/** What a cart should be, as a list kept by hand. */
interface Shelf {
  id: number;
  price: number;
  stock: number;
  min: number;
  max: number;
}
interface ModelLine {
  id: number;
  quantity: number;
  isRemoved: boolean;
}

let db: Database;
let shelf: Shelf[];
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  const limits = [
    { price: 100, stock: Number.POSITIVE_INFINITY, min: 1, max: Number.POSITIVE_INFINITY },
    { price: 250, stock: 6, min: 1, max: Number.POSITIVE_INFINITY },
    { price: 999, stock: Number.POSITIVE_INFINITY, min: 2, max: 5 },
  ];
  shelf = await Promise.all(limits.map(async (limit) => ({ ...limit, id: await addLimited(limit) })));
});

function addLimited({ price, stock, min, max }: Omit<Shelf, "id">): Promise<number> {
  const counted = Number.isFinite(stock) ? { managesStock: true, stockQuantity: stock } : {};
  return addProduct(db, {
    regularPrice: price,
    ...counted,
    minQuantity: min,
    maxQuantity: Number.isFinite(max) ? max : null,
  });
}

type Step = { kind: "add" | "set" | "remove" | "restore"; of: number; quantity: number };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("add" as const, "set" as const, "remove" as const, "restore" as const),
    of: fc.integer({ min: 0, max: 2 }),
    quantity: fc.integer({ min: 0, max: 8 }),
  }),
  { maxLength: 12 },
);

function applyToModel(lines: ModelLine[], step: Step, product: Shelf): ModelLine[] {
  const line = lines.find((one) => one.id === product.id);
  const highest = Math.min(product.stock, product.max);
  const replace = (change: Partial<ModelLine>) => lines.map((one) => (one === line ? { ...one, ...change } : one));
  switch (step.kind) {
    case "add": {
      const after = (line && !line.isRemoved ? line.quantity : 0) + step.quantity;
      if (step.quantity === 0 || after > highest || after < product.min) return lines;
      if (line && !line.isRemoved) return replace({ quantity: after });
      return [...lines.filter((one) => one !== line), { id: product.id, quantity: after, isRemoved: false }];
    }
    case "set": {
      if (!line || line.isRemoved) return lines;
      const limits = { minQuantity: product.min, maxQuantity: highest, soldIndividually: false };
      const quantity = clampQuantity(step.quantity, limits);
      return quantity === 0 ? replace({ isRemoved: true }) : replace({ quantity });
    }
    case "remove":
      return replace({ isRemoved: true });
    case "restore":
      return replace({ isRemoved: false });
  }
}

async function applyToCart(session: number, step: Step, product: Shelf): Promise<void> {
  const key = lineKey(product.id, null, {});
  const addition = { productId: product.id, variationId: null, quantity: step.quantity, attributes: {} };
  if (step.kind === "add") await addToCart(db, session, addition, noon);
  if (step.kind === "set") await setQuantities(db, session, new Map([[key, step.quantity]]), noon);
  if (step.kind === "remove") await removeLine(db, session, key, noon);
  if (step.kind === "restore") await restoreLine(db, session, key);
}

test("any sequence of changes leaves the cart that a list kept by hand has", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const session = await openSession(db);
      let model: ModelLine[] = [];
      for (const step of steps) {
        const product = shelf[step.of] as Shelf;
        await applyToCart(session, step, product).catch((error: { code?: string }) => {
          if (!error.code) throw error;
        });
        model = applyToModel(model, step, product);
      }
      const cart = await getCart(db, session, defaultSettings, noon);
      const expected = model.filter((line) => !line.isRemoved);
      expect(cart.lines.map(({ productId, quantity }) => ({ id: productId, quantity }))).toEqual(
        expected.map(({ id, quantity }) => ({ id, quantity })),
      );
      const priceOf = (id: number) => shelf.find((one) => one.id === id)?.price ?? 0;
      expect(cart.total).toBe(expected.reduce((total, line) => total + line.quantity * priceOf(line.id), 0));
      expect(cart.hash === "").toBe(expected.length === 0);
    }),
    { numRuns: 60 },
  );
});
