import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { fillCart } from "../support/cart.ts";
import { openWithScript, placements } from "../support/originals/original-scripts.ts";

const browser = openBrowser();
const search = "#ast-desktop-header .ast-search-menu-icon";
const icon = `${search} a.astra-search-icon`;

/** Runs in the page and does what the notes say of the theme's search in the header. Source: wire notes 11.4. */
function searchScript(): void {
  for (const opener of document.querySelectorAll<HTMLElement>(".astra-search-icon.slide-search"))
    opener.onclick = (event) => {
      event.preventDefault();
      const box = opener.closest(".ast-search-menu-icon");
      const field = box?.querySelector<HTMLInputElement>(".search-field");
      const isOpen = box?.classList.contains("ast-dropdown-active");
      if (isOpen && field?.value) field.form?.submit();
      box?.classList.toggle("ast-dropdown-active", !isOpen);
      if (!isOpen) setTimeout(() => field?.focus(), 200);
    };
}

/** Runs in the page and does what the theme's script does with links within the page, except for skip links and tabs. */
function anchorScript(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]:not(.skip-link):not([href*="tab-"])'))
    link.addEventListener("click", (event) => {
      const top = document.querySelector<HTMLElement>(link.hash)?.offsetTop;
      if (!top) return;
      event.preventDefault();
      window.scrollTo({ top, behavior: "smooth" });
    });
}

const isExpanded = (page: Page) => page.locator(icon).getAttribute("aria-expanded");

test.each(placements)(
  "the theme's script for the search, %s: each press opens or closes it once",
  async (placement) => {
    const { page } = await browser.newPage();
    await openWithScript(page, routes.home(), `(${searchScript.toString()})()`, placement);
    await page.locator(`${icon}[aria-expanded=false]`).waitFor();
    const field = page.locator(`${search} .search-field`);
    await page.locator(icon).click();
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await isExpanded(page)).toBe("true");
    await page.locator(icon).click();
    expect(await field.isVisible()).toBe(false);
    expect(await isExpanded(page)).toBe("false");
    await page.locator(icon).click();
    await field.fill("magnesium");
    await page.locator(icon).click();
    await page.waitForURL(/s=magnesium/);
  },
);

test.each(placements)(
  "the theme's script for links within the page, %s, leaves folds and skip links",
  async (placement) => {
    const { page } = await browser.newPage();
    await fillCart(page, 1);
    await openWithScript(page, routes.cart(), `(${anchorScript.toString()})()`, placement);
    const link = page.locator(".coupon-link[aria-expanded]");
    for (const isOpen of [true, false, true]) {
      await link.click();
      expect(await page.locator("#coupon_code").isVisible()).toBe(isOpen);
      expect(await link.getAttribute("aria-expanded")).toBe(String(isOpen));
    }
    await page.locator("a.skip").press("Enter");
    expect(new URL(page.url()).hash).toBe("#main");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  },
);
