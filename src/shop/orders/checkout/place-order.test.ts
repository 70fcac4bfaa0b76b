import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { onLocalChange, type Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { untilWaiting } from "../../../../tests/support/lock-queue.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { addProduct, addSizes, codeOf, defaultSettings, noon, openSession } from "../../cart/cart.fixtures.ts";
import { getCart } from "../../cart/carts.ts";
import { addToCart } from "../../cart/lines/add-to-cart.ts";
import { getOrder } from "../orders.ts";
import { ayesha, checkoutOf } from "./checkout.fixtures.ts";
import type { Checkout } from "./checkout.ts";
import { placeOrder } from "./place-order.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

const place = (checkout: Checkout, now = noon) => placeOrder(db, checkout, defaultSettings, now);

async function sessionWith(...items: readonly (readonly [productId: number, quantity: number])[]): Promise<number> {
  const session = await openSession(db);
  for (const [productId, quantity] of items)
    await addToCart(db, session, { productId, variationId: null, quantity, attributes: {} }, noon);
  return session;
}

async function factsOf(id: number): Promise<Record<string, unknown>> {
  const { rows } = await db.execute(
    sql`select stock_quantity as stock, stock_status as status, total_sales as sales from products where id = ${id}`,
  );
  return rows[0] ?? {};
}

const counted = (stockQuantity: number) => addProduct(db, { managesStock: true, stockQuantity });

test("an order stores lines, sums, address and event, empties the cart, takes stock and queues the job", async () => {
  const id = await counted(8);
  const session = await sessionWith([id, 3]);
  const placed = await place(checkoutOf(session, { form: { billing: ayesha, shipping: null, note: "Ring twice" } }));
  const order = await getOrder(db, placed.id, defaultSettings);
  expect(order).toMatchObject({
    key: expect.stringMatching(/^wc_order_[A-Za-z0-9]{13}$/),
    status: "processing",
    lines: [{ productId: id, quantity: 3, unitPrice: 1000, total: 3000 }],
    shipping: { title: "Free delivery", amount: 0 },
    total: 3000,
    billing: ayesha,
    shippingAddress: ayesha,
    customerNote: "Ring twice",
    paymentMethod: { id: "cod", title: "Cash on delivery" },
    createdAt: noon,
  });
  expect((await getCart(db, session, defaultSettings, noon)).lines).toEqual([]);
  expect(await factsOf(id)).toEqual({ stock: 5, status: "instock", sales: 3 });
  const { rows } = await db.execute(sql`select j.task_identifier, p.payload from graphile_worker.jobs j
    join graphile_worker._private_jobs p on p.id = j.id`);
  expect(rows).toContainEqual({ task_identifier: "order-placed", payload: { orderId: placed.id } });
});

test("with 3 in stock and 20 concurrent customers, 3 orders are placed and 17 refused", async () => {
  const id = await counted(3);
  const sessions = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const session = await openSession(db);
      await addToCart(db, session, { productId: id, variationId: null, quantity: 1, attributes: {} }, noon);
      return session;
    }),
  );
  const codes = await Promise.all(sessions.map((session) => codeOf(place(checkoutOf(session)))));
  expect(codes.filter((code) => code === "done")).toHaveLength(3);
  expect(codes.filter((code) => code === "stock_insufficient" || code === "product_out_of_stock")).toHaveLength(17);
  expect(await factsOf(id)).toEqual({ stock: 0, status: "outofstock", sales: 3 });
});

test("the same form sent 8 times in parallel is one order, with and without a token", async () => {
  const id = await counted(50);
  for (const attempt of ["form-1", null]) {
    const checkout = checkoutOf(await sessionWith([id, 2]), { attempt });
    const placed = await Promise.all(Array.from({ length: 8 }, () => place(checkout)));
    expect(new Set(placed.map((order) => order.id)).size).toBe(1);
    expect(placed.filter((order) => !order.isRepeat)).toHaveLength(1);
  }
  expect(await factsOf(id)).toMatchObject({ stock: 46, sales: 4 });
});

test("another session's token does not open its order", async () => {
  const id = await addProduct(db);
  const first = await place(checkoutOf(await sessionWith([id, 1]), { attempt: "same" }));
  const second = await place(checkoutOf(await sessionWith([id, 1]), { attempt: "same" }));
  expect(second.id).not.toBe(first.id);
});

test("the same cart filled again later is another order", async () => {
  const id = await addProduct(db);
  const session = await sessionWith([id, 1]);
  const first = await place(checkoutOf(session, { attempt: null }));
  await addToCart(db, session, { productId: id, variationId: null, quantity: 1, attributes: {} }, noon);
  expect((await place(checkoutOf(session, { attempt: null }))).id).not.toBe(first.id);
});

test("carts with the same two products in opposite order do not deadlock", async () => {
  const [first, second] = [await counted(100), await counted(100)];
  const sessions = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      index % 2 ? sessionWith([first, 1], [second, 1]) : sessionWith([second, 1], [first, 1]),
    ),
  );
  const codes = await Promise.all(sessions.map((session) => codeOf(place(checkoutOf(session)))));
  expect(codes).toEqual(codes.map(() => "done"));
  expect(await factsOf(first)).toMatchObject({ stock: 76 });
  expect(await factsOf(second)).toMatchObject({ stock: 76 });
});

test("shared stock of variations is checked over all lines", async () => {
  const { id, small, large } = await addSizes(db, { managesStock: true, stockQuantity: 5 });
  const session = await sessionWith([small, 2], [large, 2]);
  await place(checkoutOf(session));
  expect(await factsOf(id)).toEqual({ stock: 1, status: "instock", sales: 4 });
  const late = await sessionWith([small, 1]);
  await db.execute(sql`update cart_lines set quantity = 2 where session_id = ${late}`);
  await expect(place(checkoutOf(late))).rejects.toMatchObject({
    code: "stock_insufficient",
    details: { remaining: 1 },
  });
});

test("a variable product goes out of stock with its last variation", async () => {
  const { id, small, large } = await addSizes(db, {}, { managesStock: true, stockQuantity: 1 });
  await place(checkoutOf(await sessionWith([small, 1])));
  expect(await factsOf(id)).toMatchObject({ status: "instock" });
  await place(checkoutOf(await sessionWith([large, 1])));
  expect(await factsOf(id)).toMatchObject({ status: "outofstock" });
});

test("backorders take stock below zero and are marked", async () => {
  const id = await addProduct(db, { managesStock: true, stockQuantity: 1, backorders: "notify" });
  await place(checkoutOf(await sessionWith([id, 3])));
  expect(await factsOf(id)).toEqual({ stock: -2, status: "onbackorder", sales: 3 });
});

test("an order with a download awaits payment; one without shipping has no delivery", async () => {
  const id = await addProduct(db, { isVirtual: true, isDownloadable: true });
  const placed = await place(checkoutOf(await sessionWith([id, 1])));
  expect(placed.status).toBe("on-hold");
  expect((await getOrder(db, placed.id, defaultSettings)).shipping).toBeNull();
});

test("a bank transfer order goes on hold with its stock taken and shows the bank details", async () => {
  const account = { holder: "My shop", bank: "A bank", number: "0123", iban: "PK00", code: "" };
  const settings = { ...defaultSettings, bank_accounts: [account] };
  const id = await counted(5);
  const session = await sessionWith([id, 2]);
  const checkout = checkoutOf(session, { paymentMethodId: "bacs" });
  expect(await codeOf(place(checkout))).toBe("payment_method_unknown");
  const placed = await placeOrder(db, checkout, settings, noon);
  expect(placed).toMatchObject({ status: "on-hold", payAt: null });
  expect(await factsOf(id)).toMatchObject({ stock: 3 });
  expect(await getOrder(db, placed.id, settings)).toMatchObject({
    paymentMethod: { id: "bacs", title: "Bank transfer" },
    paymentRequest: {
      text: settings.bank_instructions,
      accounts: [
        [
          { label: "bankTransfer.holder", value: "My shop" },
          { label: "bankTransfer.bank", value: "A bank" },
          { label: "bankTransfer.number", value: "0123" },
          { label: "bankTransfer.iban", value: "PK00" },
        ],
      ],
      payBy: new Date("2026-12-05T23:59:59.999Z"),
    },
  });
});

test("a free order is processing at once, and a free download completed", async () => {
  const free = { regularPrice: 0 };
  const parcel = await place(checkoutOf(await sessionWith([await addProduct(db, free), 1])));
  const file = await addProduct(db, { ...free, isVirtual: true, isDownloadable: true });
  const download = await place(checkoutOf(await sessionWith([file, 1])));
  expect([parcel.status, download.status]).toEqual(["processing", "completed"]);
});

test("a free order needs no payment method, even when none is available", async () => {
  const settings: typeof defaultSettings = { ...defaultSettings, payment_methods: ["bacs"] };
  const order = async (regularPrice: number) => {
    const session = await sessionWith([await addProduct(db, { regularPrice }), 1]);
    return placeOrder(db, checkoutOf(session, { paymentMethodId: "" }), settings, noon);
  };
  expect(await order(0)).toMatchObject({ status: "processing", payAt: null });
  await expect(order(1)).rejects.toMatchObject({ code: "payment_not_taken", details: { country: "Pakistan" } });
});

test("an order that waits for its account request does not block other customers of the same product", async () => {
  const id = await counted(5);
  const [asking, other] = [await sessionWith([id, 1]), await sessionWith([id, 1])];
  const placing = await db.transaction(async (held) => {
    await held.execute(sql`lock table registrations in exclusive mode`);
    const form = { billing: ayesha, shipping: null, note: "", asksAccount: true };
    const waiting = place(checkoutOf(asking, { form }));
    await untilWaiting(db, 1);
    expect((await place(checkoutOf(other))).isRepeat).toBe(false);
    return [waiting];
  });
  await Promise.all(placing);
  expect(await factsOf(id)).toMatchObject({ stock: 3 });
});

test("changes since the page was rendered are refused, and nothing is written", async () => {
  const id = await counted(5);
  const gone = await sessionWith([id, 1]);
  const short = await sessionWith([id, 5]);
  const other = await sessionWith([await addProduct(db), 1]);
  await db.execute(sql`update products set stock_quantity = 4 where id = ${id}`);
  await expect(place(checkoutOf(short))).rejects.toMatchObject({ details: { remaining: 4 } });
  await db.execute(sql`update products set status = 'private' where id = ${id}`);
  expect(await codeOf(place(checkoutOf(gone)))).toBe("product_not_purchasable");
  expect(await codeOf(place(checkoutOf(await openSession(db))))).toBe("cart_empty");
  expect(await codeOf(place(checkoutOf(other, { paymentMethodId: "gold" })))).toBe("payment_method_unknown");
  const form = { billing: { ...ayesha, city: "", phone: "0300" }, shipping: null, note: "" };
  await expect(place(checkoutOf(other, { form }))).rejects.toMatchObject({
    code: "checkout_invalid",
    details: { "billing.city": "required", "billing.phone": "invalid" },
  });
  expect(await factsOf(id)).toMatchObject({ stock: 4, sales: 0 });
});

test("an order with an outdated cart hash is refused with the new total", async () => {
  const id = await addProduct(db);
  const session = await sessionWith([id, 2]);
  const { hash } = await getCart(db, session, defaultSettings, noon);
  await db.execute(sql`update products set regular_price = 1500 where id = ${id}`);
  const checkout = checkoutOf(session, { seenHash: hash });
  await expect(place(checkout)).rejects.toMatchObject({ code: "cart_changed", details: { total: "Rs\u00a03,000" } });
  const { hash: now } = await getCart(db, session, defaultSettings, noon);
  const placed = await place({ ...checkout, seenHash: now });
  // A browser that got no answer sends it again: still the same order.
  expect(await place({ ...checkout, seenHash: now })).toMatchObject({ id: placed.id, isRepeat: true });
});

test("a sale invalidates only the pages that show it", async () => {
  const id = await counted(8);
  const heard: Tag[][] = [];
  const stop = onLocalChange((tags) => heard.push([...tags]));
  await place(checkoutOf(await sessionWith([id, 2])));
  expect(heard).toEqual([]);
  await place(checkoutOf(await sessionWith([id, 1])));
  await place(checkoutOf(await sessionWith([id, 5])));
  stop();
  expect(heard).toEqual([[`product:${id}`], [`product:${id}`, "products"]]);
});

test("an order is acknowledged only after it is on disk", async () => {
  await db.execute(sql`create table commits (how text)`);
  await db.execute(sql`create function note_commit() returns trigger language plpgsql as $$ begin
    insert into commits values (current_setting('synchronous_commit')); return null; end $$`);
  // Runs at the commit, when nothing in the transaction can change the setting any more.
  await db.execute(sql`create constraint trigger note_commit after insert on orders deferrable initially deferred
    for each row execute function note_commit()`);
  await place(checkoutOf(await sessionWith([await counted(2), 1])));
  await db.execute(sql`drop trigger note_commit on orders`);
  const { rows } = await db.execute(sql`select how from commits`);
  expect(rows).toEqual([{ how: "on" }]);
});

test("an order of three products takes 7 statements", async () => {
  const ids = [await counted(9), await counted(9), await addProduct(db)];
  const session = await sessionWith(...ids.map((id) => [id, 1] as const));
  const { statements } = await withStatementCount(() => place(checkoutOf(session)));
  expect(statements).toBe(7);
});
