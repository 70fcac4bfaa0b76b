import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { openBrowser } from "../support/browser.ts";
import { count, drawer } from "../support/cart.ts";
import { expectAccessible } from "../support/page-checks.ts";
import { inSharedShop } from "../support/shared-shop.ts";

const browser = openBrowser();
const slug = "paired-tea";

/** The name of the other product. */
let other = "";

/** Adds a product, which no listing shows, that is often bought with one of the shop's. */
beforeAll(() =>
  inSharedShop(async (db) => {
    const id = await addProduct(db, { slug, name: "Paired tea", visibility: "hidden" });
    const { rows } = await db.execute<{ name: string }>(sql`
      with chosen as (select id, name from products where type = 'simple' and status = 'publish'
        and visibility = 'visible' and stock_status = 'instock' order by id limit 1),
      paired as (insert into bought_together (product_id, other_id, order_count) select ${id}::bigint, id, 5 from chosen)
      select name from chosen`);
    other = rows[0]?.name ?? "";
  }),
);

test.each([1280, 360])("Add all puts all products into the cart and opens the drawer: %i px", async (width) => {
  const { page } = await browser.newPage({ width });
  await page.goto(routes.product(slug));
  await page.locator(".add-all-button").click();
  await page.waitForSelector(`${drawer}[open].active`);
  const lines = (await page.locator(`${drawer} .woocommerce-mini-cart-item`).allInnerTexts()).join();
  expect(lines).toContain("Paired tea");
  expect(lines).toContain(other);
  expect(await count(page)).toBe("2");
  expect(new URL(page.url()).pathname).toBe(routes.product(slug));
  await expectAccessible(page);
});

test("without scripts, Add all leads to the cart with all products", async () => {
  const { page } = await browser.newPage({ javaScript: false });
  await page.goto(routes.product(slug));
  await page.locator(".add-all-button").click();
  await page.waitForURL(`**${routes.cart()}`);
  const lines = await page.locator(".woocommerce-cart-form").innerText();
  expect(lines).toContain("Paired tea");
  expect(lines).toContain(other);
});
