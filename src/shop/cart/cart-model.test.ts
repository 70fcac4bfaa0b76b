import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { Refusal } from "../refusal.ts";
import { addProduct, addSizes, defaultSettings, noon, openSession } from "./cart.fixtures.ts";
import { getCart } from "./carts.ts";
import { addToCart } from "./lines/add-to-cart.ts";
import { lineKey } from "./lines/line-key.ts";
import { clampQuantity } from "./lines/quantity.rules.ts";
import { recheckCart } from "./lines/recheck-cart.ts";
import { removeLine } from "./lines/remove-line.ts";
import { restoreLine } from "./lines/restore-line.ts";
import { setQuantities } from "./lines/set-quantity.ts";

/** The model: the expected cart as a plain list. */
interface Shelf {
  id: number;
  variationId: number | null;
  price: number;
  /** The stock that it takes from, possibly shared. */
  stock: Stock;
  min: number;
  max: number;
}
interface Stock {
  productId: number;
  left: number;
}
interface ModelLine {
  of: Shelf;
  quantity: number;
  isRemoved: boolean;
}

const endless = Number.POSITIVE_INFINITY;
const pieces = 6;

let db: Database;
let shelf: Shelf[];
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  const managed = { managesStock: true, stockQuantity: pieces };
  const [plain, counted, limited] = [
    await addProduct(db, { regularPrice: 100 }),
    await addProduct(db, { regularPrice: 250, ...managed }),
    await addProduct(db, { regularPrice: 999, minQuantity: 2, maxQuantity: 5 }),
  ];
  const sizes = await addSizes(db, managed, { regularPrice: 70 });
  const shared = { productId: sizes.id, left: pieces };
  const one = { variationId: null, min: 1, max: endless };
  const size = { ...one, id: sizes.id, price: 70, stock: shared };
  shelf = [
    { ...one, id: plain, price: 100, stock: { productId: plain, left: endless } },
    { ...one, id: counted, price: 250, stock: { productId: counted, left: pieces } },
    { ...one, id: limited, price: 999, stock: { productId: limited, left: endless }, min: 2, max: 5 },
    { ...size, variationId: sizes.small },
    { ...size, variationId: sizes.large },
  ];
});

const kinds = ["add", "set", "remove", "restore", "recheck", "stock"] as const;
type Step = { kind: (typeof kinds)[number]; of: number; quantity: number };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    of: fc.integer({ min: 0, max: 4 }),
    quantity: fc.integer({ min: 0, max: 8 }),
  }),
  { maxLength: 14 },
);

/** Returns the quantity of the other line of the same stock; 0 without one. */
function otherQuantity(lines: readonly ModelLine[], product: Shelf): number {
  const others = lines.filter((one) => one.of !== product && one.of.stock === product.stock && !one.isRemoved);
  return others.reduce((held, one) => held + one.quantity, 0);
}

/**
 * Clamps a requested quantity to the stock: the other line keeps its quantity, but each line is left one piece if the
 * stock has two.
 */
function clampToStock(requested: number, held: number, others: number, product: Shelf): number {
  const { left } = product.stock;
  const wanted = clampQuantity(requested, {
    minQuantity: product.min,
    maxQuantity: product.max,
    soldIndividually: false,
  });
  if (others === 0 || left <= 1) return Math.min(wanted, left);
  const kept = Math.min(held, wanted, left - 1);
  return Math.min(wanted, left - Math.min(others, left - kept));
}

function applyToModel(lines: ModelLine[], step: Step, product: Shelf): ModelLine[] {
  const line = lines.find((one) => one.of === product);
  const held = line && !line.isRemoved ? line.quantity : 0;
  const replace = (change: Partial<ModelLine>) => lines.map((one) => (one === line ? { ...one, ...change } : one));
  switch (step.kind) {
    case "add": {
      const after = held + step.quantity;
      const isShort = after + otherQuantity(lines, product) > product.stock.left;
      if (step.quantity === 0 || isShort || after > product.max || after < product.min) return lines;
      if (held > 0) return replace({ quantity: after });
      return [...lines.filter((one) => one !== line), { of: product, quantity: after, isRemoved: false }];
    }
    case "set": {
      if (held === 0) return lines;
      const quantity = clampToStock(step.quantity, held, otherQuantity(lines, product), product);
      return quantity === 0 ? replace({ isRemoved: true }) : replace({ quantity });
    }
    case "remove":
      return replace({ isRemoved: true });
    case "restore": {
      if (!line?.isRemoved) return lines;
      const left = product.stock.left - Math.min(otherQuantity(lines, product), product.stock.left);
      const quantity = Math.min(line.quantity, left);
      return quantity === 0 ? lines : replace({ quantity, isRemoved: false });
    }
    case "recheck":
      return recheckModel(lines);
    case "stock":
      return lines;
  }
}

/**
 * Lowers lines to the stock, first line first, but leaves one piece for the second; lines without stock stay as they
 * are.
 */
function recheckModel(lines: ModelLine[]): ModelLine[] {
  const lowered: ModelLine[] = [];
  for (const line of lines) {
    const isLater = lowered.some((one) => one.of.stock === line.of.stock && !one.isRemoved);
    const others = otherQuantity(isLater ? lowered : lines, line.of);
    const { left } = line.of.stock;
    const spare = others > 0 && !isLater && left > 1 ? 1 : 0;
    const room = isLater ? Math.max(left - others, 0) : left - spare;
    lowered.push(line.isRemoved || room <= 0 ? line : { ...line, quantity: Math.min(line.quantity, room) });
  }
  return lowered;
}

async function applyToCart(session: number, step: Step, product: Shelf): Promise<void> {
  const { id, variationId } = product;
  const chosen =
    variationId === null ? {} : { attribute_size: variationId === shelf[3]?.variationId ? "Small" : "Large" };
  const key = lineKey(id, variationId, chosen);
  const addition = { productId: id, variationId, quantity: step.quantity, attributes: {} };
  switch (step.kind) {
    case "add":
      return void (await addToCart(db, session, addition, noon));
    case "set":
      return void (await setQuantities(db, session, new Map([[key, step.quantity]]), noon));
    case "remove":
      return removeLine(db, session, key, noon);
    case "restore":
      return void (await restoreLine(db, session, key, noon));
    case "recheck":
      return void (await recheckCart(db, session, defaultSettings, noon));
    case "stock":
      return setStock(product.stock, step.quantity);
  }
}

async function setStock(stock: Stock, left: number): Promise<void> {
  if (stock.left === endless) return;
  stock.left = left;
  await db.execute(sql`update products set stock_quantity = ${left} where id = ${stock.productId}`);
}

test("any sequence of cart and stock changes gives the same cart as the list model", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const session = await openSession(db);
      for (const { stock } of shelf) await setStock(stock, pieces);
      let model: ModelLine[] = [];
      for (const step of steps) {
        const product = shelf[step.of] as Shelf;
        await applyToCart(session, step, product).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
        model = applyToModel(model, step, product);
      }
      const cart = await getCart(db, session, defaultSettings, noon);
      const expected = model.filter((line) => !line.isRemoved);
      expect(cart.lines.map(({ productId, variationId, quantity }) => [productId, variationId, quantity])).toEqual(
        expected.map(({ of, quantity }) => [of.id, of.variationId, quantity]),
      );
      expect(cart.subtotal).toBe(expected.reduce((total, { of, quantity }) => total + quantity * of.price, 0));
      expect(cart.hash === "").toBe(expected.length === 0);
    }),
    { numRuns: 150 },
  );
});
