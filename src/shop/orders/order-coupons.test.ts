import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { hashPassword } from "../accounts/sessions/password-hash.ts";
import { addUser } from "../accounts/users.ts";
import { addProduct, codeOf, defaultSettings, noon, openSession } from "../cart/cart.fixtures.ts";
import { applyCoupon } from "../cart/coupons/apply-coupon.ts";
import { addToCart } from "../cart/lines/add-to-cart.ts";
import { giveCoupon } from "../coupons/coupon.fixtures.ts";
import { disableCoupon, findCoupon } from "../coupons/coupons.ts";
import { type Shopper, shopperOf } from "../coupons/shopper.ts";
import { takeCoupons } from "../coupons/take-coupons.ts";
import { changeOrderStatus } from "./change-order-status.ts";
import { ayesha, checkoutOf } from "./checkout/checkout.fixtures.ts";
import type { Checkout } from "./checkout/checkout.ts";
import { placeOrder } from "./checkout/place-order.ts";
import type { Address } from "./order.ts";
import { getOrder } from "./orders.ts";

let db: Database;
let productId: number;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  productId = await addProduct(db);
});

/** Opens a session whose cart holds one piece at 1,000 with these coupons. */
async function cartWith(...codes: readonly string[]): Promise<number> {
  const session = await openSession(db);
  await addToCart(db, session, { productId, variationId: null, quantity: 1, attributes: {} }, noon);
  for (const code of codes) {
    const entry = { sessionId: session, code, shopper: shopperOf(null, "", ""), email: "", ip: "" };
    await applyCoupon(db, entry, defaultSettings, noon);
  }
  return session;
}

const place = (session: number, given: Partial<Checkout> = {}) =>
  placeOrder(db, checkoutOf(session, given), defaultSettings, noon);

const buyer = (given: Partial<Address>) => ({ form: { billing: { ...ayesha, ...given }, shipping: null, note: "" } });

async function usesOf(code: string): Promise<number | undefined> {
  const { rows } = await db.execute<{ used: number }>(sql`select used from coupons where code = ${code}`);
  return rows[0]?.used;
}

test("an order keeps its coupon reductions even if the coupon changes", async () => {
  const [tenth, free] = [await giveCoupon(db), await giveCoupon(db, { kind: "free_delivery", amount: 0 })];
  const { id } = await place(await cartWith(tenth, free));
  await disableCoupon(db, tenth, noon);
  expect(await getOrder(db, id, defaultSettings)).toMatchObject({
    subtotal: 1000,
    discount: 100,
    total: 900,
    coupons: [
      { code: tenth, amount: 100, freesDelivery: false },
      { code: free, amount: 0, freesDelivery: true },
    ],
    lines: [{ total: 1000, discount: 100 }],
  });
});

test("a coupon that takes nothing off is not counted; it stops the order once and leaves the cart", async () => {
  const [late, whole, free] = [
    await giveCoupon(db, { kind: "fixed_cart", amount: 50 }),
    await giveCoupon(db, { kind: "percent", amount: 10_000 }),
    await giveCoupon(db, { kind: "free_delivery", amount: 0 }),
  ];
  const session = await cartWith(late, whole, free);
  expect(await codeOf(place(session))).toBe("coupon_takes_nothing");
  const { id } = await place(session);
  expect(await getOrder(db, id, defaultSettings)).toMatchObject({
    coupons: [
      { code: whole, amount: 1000 },
      { code: free, amount: 0, freesDelivery: true },
    ],
    total: 0,
  });
  expect([await usesOf(late), await usesOf(whole), await usesOf(free)]).toEqual([0, 1, 1]);
});

test("of 100 concurrent orders with a coupon of 10 uses exactly 10 succeed and 90 are refused", async () => {
  const code = await giveCoupon(db, { usageLimit: 10 });
  const sessions: number[] = [];
  for (let made = 0; made < 100; made += 1) sessions.push(await cartWith(code));
  const codes = await Promise.all(sessions.map((session) => codeOf(place(session))));
  expect(codes.filter((answer) => answer === "done" || answer === "coupon_used_up")).toHaveLength(100);
  expect(codes.filter((answer) => answer !== "coupon_used_up")).toHaveLength(10);
  expect(await usesOf(code)).toBe(10);
});

test("two coupons entered in opposite orders by 20 customers do not deadlock", async () => {
  const [first, second] = [await giveCoupon(db), await giveCoupon(db)];
  const sessions: number[] = [];
  for (let made = 0; made < 20; made += 1)
    sessions.push(await (made % 2 ? cartWith(first, second) : cartWith(second, first)));
  const codes = await Promise.all(sessions.map((session) => codeOf(place(session))));
  expect(new Set(codes)).toEqual(new Set(["done"]));
  expect(await usesOf(first)).toBe(20);
});

test.each<[string, Partial<Address>]>([
  ["email address in any spelling", { email: "AYESHA@example.com", phone: "0311 7654321" }],
  ["phone number in any spelling", { email: "other@example.com", phone: "+92 300-1234567" }],
])("a coupon's limit per shopper recognises the shopper by %s, in eight concurrent checkouts", async (_, given) => {
  const code = await giveCoupon(db, { usageLimitPerShopper: 1 });
  const sessions: number[] = [];
  for (let made = 0; made < 8; made += 1) sessions.push(await cartWith(code));
  const buyers = sessions.map((session, at) => codeOf(place(session, at % 2 ? buyer(given) : {})));
  const codes = await Promise.all(buyers);
  expect(codes.filter((answer) => answer === "done")).toHaveLength(1);
  expect(codes.filter((answer) => answer === "coupon_used_by_shopper")).toHaveLength(7);
  const stranger = buyer({ email: "", phone: "0333 1112223" });
  expect(await codeOf(place(await cartWith(code), stranger))).toBe("done");
});

test("a signed-in user is refused at once a coupon that they have used up", async () => {
  const person = { email: "sana@example.com", phone: null, firstName: "Sana", lastName: "", role: "customer" as const };
  const user = await addUser(db, { ...person, passwordHash: await hashPassword("correct horse") }, noon);
  const userId = user?.id ?? null;
  const code = await giveCoupon(db, { usageLimitPerShopper: 1 });
  const other = buyer({ email: "", phone: "0345 1234567" });
  await place(await cartWith(code), { ...other, userId });
  const sessionId = await cartWith();
  const enter = (shopper: Shopper) =>
    codeOf(applyCoupon(db, { sessionId, code, shopper, email: "", ip: "" }, defaultSettings, noon));
  expect(await enter(shopperOf(userId, "", ""))).toBe("coupon_used_by_shopper");
  expect(await enter(shopperOf(null, "", "0345 1234567"))).toBe("coupon_used_by_shopper");
  expect(await enter(shopperOf(null, "", ""))).toBe("done");
});

test("an email-restricted coupon is refused with another address and without one", async () => {
  const code = await giveCoupon(db, { allowedEmails: ["ayesha@example.com"] });
  expect(await codeOf(place(await cartWith(code), buyer({ email: "" })))).toBe("coupon_needs_email");
  expect(await codeOf(place(await cartWith(code), buyer({ email: "b@example.com" })))).toBe("coupon_not_for_email");
  expect(await codeOf(place(await cartWith(code)))).toBe("done");
});

test("an email-restricted coupon waits in the cart for the address, and no order counts it before", async () => {
  const code = await giveCoupon(db, { allowedEmails: ["ayesha@example.com"] });
  const session = await cartWith(code);
  for (let tried = 0; tried < 2; tried += 1)
    expect(await codeOf(place(session, buyer({ email: "" })))).toBe("coupon_needs_email");
  expect(await usesOf(code)).toBe(0);
  const { id } = await place(session);
  expect(await getOrder(db, id, defaultSettings)).toMatchObject({ coupons: [{ code }], total: 900 });
});

test("a coupon that belongs to another customer has left the cart, so that the next try succeeds without it", async () => {
  const [foreign, once] = [
    await giveCoupon(db, { allowedEmails: ["a@example.com"] }),
    await giveCoupon(db, { usageLimitPerShopper: 1 }),
  ];
  await place(await cartWith(once));
  const session = await cartWith(foreign, once);
  expect(await codeOf(place(session))).toBe("coupon_not_for_email");
  expect(await codeOf(place(session))).toBe("coupon_used_by_shopper");
  const { id } = await place(session);
  expect(await getOrder(db, id, defaultSettings)).toMatchObject({ coupons: [], total: 1000 });
});

test("a failed or cancelled order returns its coupon and stock, once", async () => {
  const code = await giveCoupon(db, { usageLimit: 1, usageLimitPerShopper: 1 });
  const counted = await addProduct(db, { managesStock: true, stockQuantity: 1 });
  const session = await cartWith(code);
  await addToCart(db, session, { productId: counted, variationId: null, quantity: 1, attributes: {} }, noon);
  const { id } = await place(session);
  const ends = await Promise.all(
    [1, 2, 3].map(() => codeOf(changeOrderStatus(db, { id, to: "cancelled" }, defaultSettings, noon))),
  );
  expect(ends.sort()).toEqual(["done", "order_status_invalid", "order_status_invalid"]);
  expect(await usesOf(code)).toBe(0);
  const { rows } = await db.execute(sql`select stock_quantity as stock, stock_status as status, total_sales as sales
    from products where id = ${counted}`);
  expect(rows).toEqual([{ stock: 1, status: "instock", sales: 0 }]);
  expect((await getOrder(db, id, defaultSettings)).status).toBe("cancelled");
  expect(await codeOf(place(await cartWith(code)))).toBe("done");
  expect(await codeOf(changeOrderStatus(db, { id: 9_999_999, to: "failed" }, defaultSettings, noon))).toBe(
    "order_unknown",
  );
});

test.each<[string, Parameters<typeof giveCoupon>[1], (code: string) => Promise<unknown>]>([
  ["coupon_withdrawn", {}, (code) => disableCoupon(db, code, noon)],
  [
    "coupon_expired",
    {},
    (code) => db.execute(sql`update coupons set ends_at = ${noon.toISOString()} where code = ${code}`),
  ],
  ["coupon_used_up", { usageLimit: 1 }, (code) => db.execute(sql`update coupons set used = 1 where code = ${code}`)],
  ["coupon_unknown", {}, (code) => db.execute(sql`delete from coupons where code = ${code}`)],
])("a coupon that became invalid since the cart was read is refused with %s", async (answer, given, cease) => {
  const code = await giveCoupon(db, given);
  const coupon = await findCoupon(db, code);
  if (!coupon) throw new Error("No coupon");
  await cease(code);
  const taking = takeCoupons(db, 1, [{ coupon, amount: 0 }], shopperOf(null, "", ""), noon);
  expect(await codeOf(taking)).toBe(answer);
});

test("a coupon disabled or expired since it was entered stops the order with the reason", async () => {
  const [gone, full] = [await giveCoupon(db), await giveCoupon(db, { usageLimit: 1 })];
  const [one, two, three] = [await cartWith(gone), await cartWith(full), await cartWith(full)];
  await disableCoupon(db, gone, noon);
  await place(two);
  await expect(place(one)).rejects.toMatchObject({
    code: "coupon_withdrawn",
    details: { totalWithout: "Rs\u00a01,000" },
  });
  expect(await codeOf(place(one))).toBe("done");
  expect(await codeOf(place(three))).toBe("coupon_used_up");
});

test("an order is not reopened if its customer has used up the coupon meanwhile", async () => {
  const code = await giveCoupon(db, { usageLimitPerShopper: 1 });
  const given = buyer({ phone: "0301 7654321", email: "again@example.com" });
  const order = async () => (await place(await cartWith(code), given)).id;
  const move = (id: number, to: "cancelled" | "processing") =>
    codeOf(changeOrderStatus(db, { id, to }, defaultSettings, noon));
  const first = await order();
  await move(first, "cancelled");
  const second = await order();
  expect(await move(first, "processing")).toBe("coupon_used_by_shopper");
  expect(await usesOf(code)).toBe(1);
  await move(second, "cancelled");
  expect(await move(first, "processing")).toBe("done");
  expect(await usesOf(code)).toBe(1);
});
