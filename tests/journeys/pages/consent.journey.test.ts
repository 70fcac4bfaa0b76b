import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { setSetting } from "#shop/settings/settings.ts";
import { openBrowser } from "../support/browser.ts";
import { countShifts } from "../support/layout-shifts.ts";
import { shareOwnShop } from "../support/own-shop.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const origin = shareOwnShop((db) => setSetting(db, "consent_banner", "yes"));

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

test("without scripts the footer leads to a form that saves the choice", async () => {
  const { page } = await browser.newPage({ origin: origin(), javaScript: false });
  await page.goto("/");
  expect(await banner(page).isVisible()).toBe(false);
  await page.locator("footer").getByRole("link", { name: "Privacy choices" }).click();
  await expectAccessible(page);
  await page.locator("main").getByRole("button", { name: "Accept" }).click();
  await page.getByRole("status").getByText("saved").waitFor();
  expect(new URL(page.url()).pathname).toBe(routes.privacyChoices());
  expect(await consentOf(page)).toEqual(["chowk_consent", "wp_consent_marketing=allow", "wp_consent_statistics=allow"]);
});
