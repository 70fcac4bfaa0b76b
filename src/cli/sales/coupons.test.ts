import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct, addSizes, codeOf, noon } from "#shop/cart/cart.fixtures.ts";
import { giveCoupon } from "#shop/coupons/coupon.fixtures.ts";
import { findCoupon } from "#shop/coupons/coupons.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { couponsCommand } from "./coupons.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  await addProduct(db, { sku: "ZN-1" });
});

async function printed(args: string[], options: GivenOptions = {}): Promise<string> {
  const lines: string[] = [];
  await couponsCommand.run({ db, clock: { now: () => noon }, print: (line) => lines.push(line) }, args, options);
  return lines.join("\n");
}

test("coupons are added, listed and disabled", async () => {
  expect(await printed(["list"])).toBe("There are no coupons yet.");
  expect(await printed(["add", "EID10", "percent", "12.5"], { limit: "100", until: "2026-12-01" })).toBe(
    "EID10 is valid.",
  );
  await printed(["add", "Post", "free_delivery"], { min: "2000", products: "ZN-1", alone: true });
  await printed(["disable", "post"]);
  expect(await printed(["list"])).toBe(
    `EID10  percent  12.5 %  used 0 of 100  until 2026-12-01 00:00\nPost  free_delivery  used 0  from Rs\u00a02,000  products ZN-1  not combinable  disabled`,
  );
  expect(await codeOf(printed(["disable", "post"]))).toBe("coupon_unknown");
  const many = { max: "9000", from: "2026-11-01", perShopper: "2", emails: "*@example.com", notProducts: "ZN-1" };
  await printed(["add", "ALL", "fixed_cart", "50"], { ...many, fullPrice: true });
  expect((await printed(["list"])).split("\n")[0]).toBe(
    [
      "ALL  fixed_cart  Rs\u00a050  used 0  2 per shopper  up to Rs\u00a09,000  since 2026-11-01 00:00",
      `for *@example.com  not products ZN-1  full prices only`,
    ].join("  "),
  );
});

test.each<[string, string[], GivenOptions]>([
  ["-5", ["percent", "-5"], {}],
  ["0", ["percent", "0"], {}],
  ["100.01", ["percent", "100.01"], {}],
  ["10.5", ["fixed_cart", "10.5"], {}],
  ["99999999999999", ["fixed_cart", "99999999999999"], {}],
  ["", ["fixed_product"], {}],
  ["5", ["free_delivery", "5"], {}],
  ["half", ["half", "5"], {}],
  ["soon", ["percent", "5"], { until: "soon" }],
  ["2026-02-28T25:00Z", ["percent", "5"], { from: "2026-02-28T25:00Z" }],
  ["2026-02-31", ["percent", "5"], { until: "2026-02-31" }],
  ["2026-06-31T09:00Z", ["percent", "5"], { from: "2026-06-31T09:00Z" }],
  ["2027-02-29T23:00-05:00", ["percent", "5"], { until: "2027-02-29T23:00-05:00" }],
  ["2026-13-01", ["percent", "5"], { until: "2026-13-01" }],
  ["0", ["percent", "5"], { limit: "0" }],
  ["1.5", ["percent", "5"], { perShopper: "1.5" }],
  ["all", ["percent", "5"], { emails: "all" }],
  ["9", ["percent", "5"], { min: "10", max: "9" }],
])("%j is rejected with a clear message", async (value, args, options) => {
  await expect(printed(["add", "BAD", ...args], options)).rejects.toThrow(`"${value}" is not a valid `);
});

test("look-alike codes, zero amounts and unknown names are rejected", async () => {
  await printed(["add", "LOOK10", "percent", "10"]);
  expect(await codeOf(printed(["add", "l00k 1O", "percent", "10"]))).toBe("coupon_exists");
  expect(await codeOf(printed(["add", "\u200b", "percent", "10"]))).toBe("coupon_invalid");
  expect(await codeOf(printed(["add", "X", "percent", "10"], { products: "no-such" }))).toBe("product_unknown");
  expect(await codeOf(printed(["add", "X", "percent", "10"], { categories: "no-such" }))).toBe("category_unknown");
  await expect(printed(["ad", "X"])).rejects.toThrow('There is no "coupons ad"');
});

test("a disabled coupon is enabled again, once", async () => {
  await printed(["add", "BACK", "percent", "5"]);
  expect(await codeOf(printed(["enable", "BACK"]))).toBe("coupon_unknown");
  await printed(["disable", "BACK"]);
  expect(await printed(["enable", "back"])).toBe("back is enabled.");
  expect(await printed(["list"])).toMatch(/^BACK {2}percent {2}5 % {2}used 0$/m);
});

test("adding a coupon that is not valid today prints when it is valid", async () => {
  const add = (code: string, options: GivenOptions) => printed(["add", code, "percent", "5"], options);
  expect(await add("PAST", { until: "2020-01-01" })).toBe("PAST has expired: it was valid until 2020-01-01 00:00.");
  expect(await add("NEXT", { from: "2030-01-01" })).toBe("NEXT will be valid from 2030-01-01 00:00.");
});

test.each<[string, string[], GivenOptions]>([
  ["percentages up to 100", ["percent", "101"], {}],
  ["not below --min", ["percent", "5"], { min: "10", max: "9" }],
  ["later than --from", ["percent", "5"], { from: "2026-12-02", until: "2026-12-01" }],
])("the error names the limit: %s", async (bound, args, options) => {
  await expect(printed(["add", "BOUND", ...args], options)).rejects.toThrow(bound);
});

/** Returns the part of the coupon's line in the list that follows `word`. */
async function listed(code: string, word: string): Promise<string> {
  const row = (await printed(["list"])).split("\n").find((line) => line.startsWith(`${code}  `)) ?? "";
  return new RegExp(`  ${word} (.*?)(?:  |$)`).exec(row)?.[1] ?? "";
}

test("the list shows products and categories as they can be typed, whatever their SKUs, slugs and ids", async () => {
  const products = [
    await addProduct(db, { sku: "AB 12" }),
    await addProduct(db, { sku: "one, two" }),
    await addProduct(db, { sku: " padded" }),
    await addProduct(db),
    (await addSizes(db)).small,
  ];
  const [first = 0, small] = [products[0], products.at(-1)];
  products.push(await addProduct(db, { sku: String(small) }));
  const { rows: categories } = await db.execute<{ id: number }>(sql`insert into categories (slug, name)
    values ('vitamins', 'Vitamins'), ('a,b', 'Odd') returning id`);
  const targets = { productIds: products, categoryIds: categories.map(({ id }) => id) };
  const excluded = { excludedProductIds: [first], excludedCategoryIds: targets.categoryIds };
  await giveCoupon(db, { code: "ODD", ...targets, ...excluded });
  expect(await listed("ODD", "products")).toMatch(
    new RegExp(`^AB 12, (product-[0-9a-f]{8}, ){3}id:${small}, ${small}$`),
  );
  expect(await listed("ODD", "categories")).toMatch(/^vitamins, \d+$/);
  const typed = {
    products: await listed("ODD", "products"),
    notProducts: await listed("ODD", "not products"),
    categories: await listed("ODD", "categories"),
    notCategories: await listed("ODD", "not categories"),
  };
  await printed(["add", "AGAIN", "percent", "10"], typed);
  const [odd, again] = [await findCoupon(db, "ODD"), await findCoupon(db, "AGAIN")];
  expect(again).toEqual({ ...odd, id: again?.id, code: "AGAIN" });
});

test("deleted products and categories are listed by id and marked as deleted", async () => {
  const gone = await addProduct(db);
  await giveCoupon(db, { code: "GONE", productIds: [gone], categoryIds: [99_999] });
  await db.execute(sql`delete from products where id = ${gone}`);
  expect(await listed("GONE", "products")).toBe(`${gone} (deleted)`);
  expect(await listed("GONE", "categories")).toBe("99999 (deleted)");
});
