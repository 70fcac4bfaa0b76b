import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { importMenus } from "#shop/content/import/import-menus.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { openBrowser } from "../support/browser.ts";
import { openWithScript } from "../support/originals/original-scripts.ts";
import { shareOwnShop } from "../support/own-shop.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const menus = fileURLToPath(new URL("../../../demo/menus.json", import.meta.url));
const menuOf = (page: Page) => page.locator("#ast-mobile-menu");
const toggleOf = (page: Page) => page.locator(".menu-toggle");

/** The shop has the demo's menus and `mobile_menu` set to dropdown. */
const origin = shareOwnShop(async (db) => {
  await importMenus(db, menus);
  await setSetting(db, "mobile_menu", "dropdown");
});

/** Expects the menu to be closed and the focus on its button. */
async function expectClosed(page: Page): Promise<void> {
  await menuOf(page).waitFor({ state: "hidden" });
  await expect.poll(() => toggleOf(page).getAttribute("aria-expanded")).toBe("false");
  expect(await page.locator("body.ast-main-header-nav-open").count()).toBe(0);
}

const hasFocus = (page: Page, selector: string) =>
  page.evaluate((selector) => document.activeElement?.matches(selector), selector);

async function expectOpensAndCloses(page: Page): Promise<void> {
  const toggle = toggleOf(page);
  await toggle.click();
  expect(await menuOf(page).isVisible()).toBe(true);
  expect(await toggle.getAttribute("aria-expanded")).toBe("true");
  expect(await page.locator("#ast-mobile-popup").count()).toBe(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await toggle.click();
  await expectClosed(page);
  await toggle.press("Enter");
  expect(await menuOf(page).isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await expectClosed(page);
  expect(await hasFocus(page, ".menu-toggle")).toBe(true);
  await toggle.click();
  await page.mouse.click(180, 720);
  await expectClosed(page);
}

/** Expects that Escape closes a submenu first, and that leaving the menu by keyboard closes it. */
async function expectKeyboard(page: Page): Promise<void> {
  await toggleOf(page).press("Enter");
  const submenus = menuOf(page).locator("summary");
  await submenus.nth(0).press("Enter");
  await submenus.nth(1).press("Enter");
  expect(await menuOf(page).locator("details[open]").count()).toBe(1);
  await page.keyboard.press("Escape");
  expect(await menuOf(page).locator("details[open]").count()).toBe(0);
  expect(await menuOf(page).isVisible()).toBe(true);
  await page.locator("#ast-mobile-header .logo").focus();
  await expectClosed(page);
}

/** Expects the open menu directly below the sticky header, as wide as the window, in a page that has been scrolled. */
async function expectBelowHeader(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.style.minBlockSize = "3000px";
    window.scrollTo({ top: 600, behavior: "instant" });
  });
  // Playwright's own click would scroll.
  await toggleOf(page).evaluate((toggle: HTMLElement) => toggle.click());
  expect(await menuOf(page).boundingBox()).toMatchObject({ x: 0, y: 64, width: 360 });
  expect(await page.evaluate(() => window.scrollY)).toBe(600);
  await page.keyboard.press("Escape");
}

test("mobile_menu = dropdown opens the menu below the header, by pointer and keyboard, in both directions", async () => {
  const { page } = await browser.newPage({ width: 360, origin: origin() });
  await page.goto(routes.home());
  expect(await page.locator("#ast-mobile-header").getAttribute("data-type")).toBe("dropdown");
  await expectOpensAndCloses(page);
  await expectKeyboard(page);
  await expectBelowHeader(page);
  await page.evaluate(() => (document.documentElement.dir = "rtl"));
  await expectBelowHeader(page);
  expect((await toggleOf(page).boundingBox())?.x).toBeGreaterThan(180);
  await toggleOf(page).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator(".menu-toggle[aria-expanded=false]").waitFor({ state: "attached" });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectClosed(page);
});

/** Runs in the page and does what the theme's script does with submenus, which it expects right after what toggles them. */
function submenuScript(): void {
  for (const toggle of document.querySelectorAll<HTMLElement>(
    "#ast-mobile-header ul.main-header-menu .ast-menu-toggle",
  ))
    toggle.addEventListener("click", (event) => {
      event.preventDefault();
      const item = toggle.parentElement;
      if (!item?.classList.contains("menu-item-has-children")) return;
      const isExpanded = item.classList.toggle("ast-submenu-expanded");
      const submenu = item.querySelector<HTMLElement>(".sub-menu");
      if (submenu) submenu.style.display = isExpanded ? "block" : "none";
    });
}

test("mobile_menu = dropdown: submenus open next to the theme's script", async () => {
  const { page } = await browser.newPage({ width: 360, origin: origin() });
  await openWithScript(page, routes.home(), `(${submenuScript.toString()})()`, "after the client");
  await toggleOf(page).click();
  await menuOf(page).locator("summary").first().click();
  expect(await menuOf(page).locator(".sub-menu").first().isVisible()).toBe(true);
  await menuOf(page).locator(".ast-submenu-expanded").waitFor();
});

test("mobile_menu = dropdown: links open and close the menu without scripts, and before they run", async () => {
  const { page } = await browser.newPage({ width: 360, javaScript: false, origin: origin() });
  await page.goto(routes.home());
  await toggleOf(page).click();
  expect(await menuOf(page).isVisible()).toBe(true);
  expect(await toggleOf(page).isVisible()).toBe(false);
  await expectAccessible(page);
  await page.locator(".menu-close").click();
  expect(await menuOf(page).isVisible()).toBe(false);
  expect(await toggleOf(page).isVisible()).toBe(true);
  const scripted = await browser.newPage({ width: 360, origin: origin() });
  await scripted.page.goto(`${routes.home()}#ast-mobile-menu`);
  await scripted.page.locator(".menu-toggle[aria-expanded=true]").waitFor();
  await scripted.page.keyboard.press("Escape");
  await expectClosed(scripted.page);
});
