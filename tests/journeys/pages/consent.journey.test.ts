import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { openBrowser } from "../support/browser.ts";
import { countShifts } from "../support/layout-shifts.ts";
import { shareOwnShop } from "../support/own-shop.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
let productId: number;
const origin = shareOwnShop(async (db) => {
  await setSetting(db, "consent_banner", "yes");
  await setSetting(db, "consent_exempt_countries", ["PK"]);
  productId = await addProduct(db, { name: "Tea", regularPrice: 500, visibility: "hidden" });
});

const banner = (page: Page) => page.locator("shop-consent");
const answer = (page: Page, name: string) => banner(page).getByRole("button", { name, exact: true });
const consentOf = async (page: Page) =>
  (await page.context().cookies())
    .filter(({ name }) => /^(?:wp_consent_(?:statistics|marketing)|chowk_consent)$/.test(name))
    .map(({ name, value }) => (name === "chowk_consent" ? name : `${name}=${value}`))
    .sort();

test.each([
  { width: 360, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const)("the banner has three answers of one size, moves nothing, and a refusal lasts: %o", async (options) => {
  const { page } = await browser.newPage({ ...options, origin: origin() });
  const shifts = await countShifts(page);
  await page.goto("/");
  await banner(page).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const sizes = await banner(page)
    .locator("button")
    .evaluateAll((buttons) => buttons.map((button) => [button.clientWidth, button.clientHeight]));
  expect(new Set(sizes.map(String)).size).toBe(1);
  expect(await shifts()).toBeLessThan(0.01);
  await answer(page, "Refuse").click();
  await banner(page).waitFor({ state: "hidden" });
  await expect
    .poll(() => consentOf(page))
    .toEqual(["chowk_consent", "wp_consent_marketing=deny", "wp_consent_statistics=deny"]);
  await page.reload();
  expect(await banner(page).isVisible()).toBe(false);
});

test("with the keyboard, Choose shows the categories, and Save keeps what is ticked and tells scripts", async () => {
  const { page } = await browser.newPage({ origin: origin() });
  await page.goto("/");
  await banner(page).waitFor();
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    document.addEventListener("wp_listen_for_consent_change", (event) => heard.push((event as CustomEvent).detail));
  });
  await answer(page, "Choose").press("Enter");
  const statistics = banner(page).getByRole("checkbox", { name: /^Statistics/ });
  await expect.poll(() => statistics.evaluate((box) => box === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await page.keyboard.press("Space");
  await answer(page, "Save").press("Enter");
  await banner(page).waitFor({ state: "hidden" });
  await expect
    .poll(() => consentOf(page))
    .toEqual(["chowk_consent", "wp_consent_marketing=deny", "wp_consent_statistics=allow"]);
  expect(await page.evaluate("window.heard")).toContainEqual({ statistics: "allow" });
});

test("without scripts the checkout asks, and the footer leads to a form that saves the choice", async () => {
  const { page } = await browser.newPage({ origin: origin(), javaScript: false });
  await page.goto(`/?add-to-cart=${productId}`);
  await answer(page, "Choose").click();
  expect(new URL(page.url()).pathname).toBe(routes.privacyChoices());
  await page.goto("/");
  expect(await banner(page).isVisible()).toBe(false);
  await page.locator("footer").getByRole("link", { name: "Privacy choices" }).click();
  await expectAccessible(page);
  await page.locator("main").getByRole("button", { name: "Accept" }).click();
  await page.getByRole("status").getByText("saved").waitFor();
  expect(new URL(page.url()).pathname).toBe(routes.privacyChoices());
  expect(await consentOf(page)).toEqual(["chowk_consent", "wp_consent_marketing=allow", "wp_consent_statistics=allow"]);
});

test("visitors in an exempt country are not asked, and a refusal at the footer's page holds", async () => {
  const { page } = await browser.newPage({ origin: origin(), timeZone: "Asia/Karachi" });
  await page.goto("/");
  expect(await banner(page).isVisible()).toBe(false);
  expect(await page.evaluate("[wp_consent_type, wp_has_consent('marketing')]")).toEqual(["optout", true]);
  const names = async () => (await page.context().cookies()).map(({ name }) => name);
  expect((await names()).filter((name) => name.includes("consent"))).toEqual(["chowk_consent_exempt"]);
  await page.goto(routes.privacyChoices());
  const marketing = page.locator("main").getByRole("checkbox", { name: /^Marketing/ });
  expect(await marketing.isChecked()).toBe(true);
  await page.locator("main").getByRole("button", { name: "Refuse" }).click();
  await page.getByRole("status").getByText("saved").waitFor();
  expect(await page.evaluate("wp_has_consent('marketing')")).toBe(false);
});

test.each(["ltr", "rtl"])("at the checkout the question covers nothing and moves nothing, %s", async (direction) => {
  const { page } = await browser.newPage({ origin: origin(), width: 360 });
  const shifts = await countShifts(page);
  await page.goto(`/?add-to-cart=${productId}`);
  expect(new URL(page.url()).pathname).toBe(routes.checkout());
  expect(await shifts()).toBeLessThan(0.01);
  await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const isOnTop = (target: Locator) =>
    target.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  const button = page.locator("#place_order");
  for (const control of [button, page.locator("#billing_phone"), answer(page, "Refuse")]) {
    await control.focus();
    await control.scrollIntoViewIfNeeded();
    await expect.poll(() => isOnTop(control)).toBe(true);
  }
  await answer(page, "Refuse").press("Enter");
  await banner(page).waitFor({ state: "hidden" });
  await expect.poll(() => consentOf(page)).toContain("wp_consent_marketing=deny");
  await page.reload();
  await button.waitFor();
  expect(await banner(page).count()).toBe(0);
});
