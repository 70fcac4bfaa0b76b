import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { openBrowser } from "./support/browser.ts";
import { count, drawer } from "./support/cart.ts";
import { expectAccessible } from "./support/page-checks.ts";
import { inSharedShop } from "./support/shared-shop.ts";

const browser = openBrowser();
const slug = "paired-tea";

/** Adds two products that are often bought together, which no listing shows. */
beforeAll(() =>
  inSharedShop(async (db) => {
    const tea = await addProduct(db, { slug, name: "Paired tea", visibility: "hidden" });
    const honey = await addProduct(db, { slug: "paired-honey", name: "Paired honey", visibility: "hidden" });
    await db.execute(sql`insert into bought_together (product_id, other_id, order_count) values (${tea}, ${honey}, 5)`);
  }),
);

test.each([1280, 360])("Add all puts all products into the cart and opens the drawer: %i px", async (width) => {
  const { page } = await browser.newPage({ width });
  await page.goto(routes.product(slug));
  await page.locator(".add-all-button").click();
  await page.waitForSelector(`${drawer}[open].active`);
  const names = await page.locator(`${drawer} .woocommerce-mini-cart-item`).allInnerTexts();
  expect(names.map((text) => /Paired \w+/.exec(text)?.[0]).toSorted()).toEqual(["Paired honey", "Paired tea"]);
  expect(await count(page)).toBe("2");
  expect(new URL(page.url()).pathname).toBe(routes.product(slug));
  await expectAccessible(page);
});

test("without scripts, Add all leads to the cart with all products", async () => {
  const { page } = await browser.newPage({ javaScript: false });
  await page.goto(routes.product(slug));
  await page.locator(".add-all-button").click();
  await page.waitForURL(`**${routes.cart()}`);
  expect(await page.locator(".woocommerce-cart-form").innerText()).toMatch(/Paired tea.*Paired honey/s);
});
