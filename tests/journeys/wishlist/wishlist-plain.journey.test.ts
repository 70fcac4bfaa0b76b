import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { fillWishlist, hearts, openWishlist, rows } from "../support/wishlist.ts";

const browser = openBrowser();
const message = ".woocommerce-message";
const names = (page: Page) => page.locator(`${rows} .name`).allTextContents();

describe.each([360, 1280])("without scripts, %i wide", (width) => {
  const newPage = () => browser.newPage({ width, javaScript: false });

  test("a heart adds its product, and the header leads to the wishlist", async () => {
    const { page } = await newPage();
    await page.goto(routes.shop());
    const name = (await page.locator(".card .card-name a").first().textContent())?.trim() ?? "";
    await page.locator(hearts).first().click();
    expect(await page.locator(message).textContent()).toContain("Product added!");
    if (width < 600) await page.locator(".menu-toggle:visible").click();
    await page.locator(".wishlist-link:visible").click();
    await expect.poll(async () => name.includes((await names(page))[0] ?? "?")).toBe(true);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  test("an empty wishlist says what to do", async () => {
    const { page } = await newPage();
    await page.goto(routes.wishlist());
    await expectAccessible(page);
    await page.getByRole("link", { name: "See all products" }).click();
    await page.waitForURL(routes.shop());
  });

  test("rows are moved, counted and removed by buttons and links", async () => {
    const { page } = await newPage();
    await openWishlist(page, 3);
    const [first = "", second = "", third = ""] = await names(page);
    await page.getByRole("button", { name: `Move ${first} down` }).click();
    await expect.poll(() => names(page)).toEqual([second, first, third]);
    await page.getByRole("button", { name: `Move ${third} up` }).click();
    await expect.poll(() => names(page)).toEqual([second, third, first]);
    await page.locator(`${rows} input.qty`).first().fill("4");
    await page.getByRole("button", { name: "Save changes" }).click();
    expect(await page.locator(`${rows} input.qty`).first().inputValue()).toBe("4");
    await page.getByRole("link", { name: `Remove ${second} from your wishlist` }).click();
    await expect.poll(() => names(page)).toEqual([third, first]);
  });

  test("the list is renamed by Enter, and its privacy is chosen", async () => {
    const { page } = await newPage();
    await openWishlist(page, 1);
    expect(await page.locator("#wishlist-name-fault").isVisible()).toBe(false);
    await page.getByLabel("Name of the wishlist").fill("For Eid");
    await page.getByLabel("Name of the wishlist").press("Enter");
    expect(await page.locator(".wishlist-title h2").textContent()).toBe("For Eid");
    await page.getByLabel("Who can see it").selectOption({ label: "Only me" });
    await page.locator(".save-privacy").click();
    expect(await page.getByLabel("Who can see it").inputValue()).toBe("2");
    await expect.poll(() => page.locator(".yith-wcwl-share").count()).toBe(0);
  });

  test("Enter in a quantity saves the quantity", async () => {
    const { page } = await newPage();
    await openWishlist(page, 2);
    await page.locator(`${rows} input.qty`).first().fill("7");
    await page.locator(`${rows} input.qty`).first().press("Enter");
    expect(await page.locator(`${rows} input.qty`).first().inputValue()).toBe("7");
    await expect.poll(() => names(page)).toHaveLength(2);
  });

  test("selected products are removed together", async () => {
    const { page } = await newPage();
    await openWishlist(page, 3);
    const [, , third = ""] = await names(page);
    for (const index of [0, 1]) await page.locator(`${rows} .check`).nth(index).check();
    await page.locator("#bulk_actions").selectOption({ label: "Remove" });
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => names(page)).toEqual([third]);
  });

  test("an estimate is asked for below the list", async () => {
    const { page } = await newPage();
    await openWishlist(page, 1);
    await page.getByRole("link", { name: "Ask for an estimate" }).click();
    await expectAccessible(page);
    await page.getByLabel("Your email").fill("sana@example.com");
    await page.getByRole("button", { name: "Send request" }).click();
    expect(await page.locator(message).textContent()).toContain("Estimate request sent");
  });

  test("another visitor opens the shared list, without controls, and prints it", async () => {
    const { page } = await newPage();
    await openWishlist(page, 2);
    const link = await page.getByLabel("Link to this wishlist", { exact: true }).inputValue();
    const { page: other } = await newPage();
    await other.goto(link);
    expect(await names(other)).toHaveLength(2);
    expect(await other.locator(".product-remove, .product-checkbox, .hidden-title-form").count()).toBe(0);
    await expectAccessible(other);
    await other.getByRole("link", { name: "Print" }).click();
    await expect.poll(() => other.locator(".wl-paper tbody tr").count()).toBe(2);
    await expectAccessible(other);
  });
});

test("the grid and the list for phones are accessible and fit", async () => {
  const { page } = await browser.newPage({ width: 360, userAgent: "Mozilla/5.0 (Linux; Android 14) Mobile" });
  await openWishlist(page, 3);
  expect(await page.locator("ul.wishlist_table.mobile").count()).toBe(1);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.locator(".wl-layout").click();
  await page.locator(".images_grid").waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("a QR code shows the link of the list", async () => {
  const { page } = await browser.newPage({ javaScript: false });
  await fillWishlist(page, 1);
  await page.goto(routes.wishlist());
  await page.getByText("QR code").click();
  expect(await page.getByRole("img", { name: "QR code with the link to this wishlist" }).isVisible()).toBe(true);
});
