import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { expectAccessible } from "../support/page-checks.ts";

const browser = openBrowser();

describe("the mobile menu", () => {
  test("opens as a dialog, reports its state, and closes by Escape and by its button", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(routes.home());
    const toggle = page.locator(".menu-toggle");
    const menu = page.locator("#ast-mobile-popup");
    await toggle.click();
    expect(await menu.isVisible()).toBe(true);
    expect(await toggle.getAttribute("aria-expanded")).toBe("true");
    expect(await page.locator("html.ast-off-canvas-active body.ast-popup-nav-open").count()).toBe(1);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.click("#menu-toggle-close");
    await menu.waitFor({ state: "hidden" });
    expect(await toggle.getAttribute("aria-expanded")).toBe("false");
    expect(await page.locator("body.ast-popup-nav-open").count()).toBe(0);
    expect(new URL(page.url()).hash).toBe("");
  });

  test("opens one submenu at a time", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(routes.home());
    await page.click(".menu-toggle");
    const entries = page.locator("#ast-mobile-popup .menu-item-has-children");
    await entries.nth(0).locator("summary").click();
    await entries.nth(1).locator("summary").click();
    await page.waitForFunction(() => document.querySelectorAll("#ast-mobile-popup .ast-submenu-expanded").length === 1);
    await expect.poll(() => entries.nth(1).getAttribute("class")).toContain("ast-submenu-expanded");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("#ast-mobile-popup details[open]").count()).toBe(0);
    expect(await page.locator("#ast-mobile-popup").isVisible()).toBe(true);
  });

  test("is opened by a link without scripts", async () => {
    const { page } = await browser.newPage({ width: 360, javaScript: false });
    await page.goto(routes.home());
    await page.click(".menu-toggle");
    expect(await page.locator("#ast-mobile-popup nav").isVisible()).toBe(true);
  });
});

test("a submenu of the desktop header closes on Escape, on a click elsewhere and when the focus leaves", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.home());
  const open = page.locator("#ast-desktop-header details[open]");
  const summary = page.locator("#ast-desktop-header summary").first();
  await summary.press("Enter");
  await expect.poll(() => open.count()).toBe(1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect.poll(() => open.count()).toBe(0);
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  await summary.click();
  await page.locator("h1").click({ position: { x: 1, y: 1 } });
  await expect.poll(() => open.count()).toBe(0);
  await summary.click();
  await page.focus("#ast-desktop-header a.cart-container");
  await expect.poll(() => open.count()).toBe(0);
});

describe.each([360, 1280])("the search field, %i wide", (width) => {
  const header = width < 922 ? "#ast-mobile-header" : "#ast-desktop-header";

  test("opens focused, is never submitted empty, closes on Escape; a second click on the icon submits it", async () => {
    const { page } = await browser.newPage({ width });
    await page.goto(routes.shop());
    const icon = page.locator(`${header} a.astra-search-icon`);
    const field = page.locator(`${header} .search-field`);
    await icon.click();
    expect(await icon.getAttribute("aria-expanded")).toBe("true");
    await page.waitForFunction(() => document.activeElement?.classList.contains("search-field"));
    await page.keyboard.press("Enter");
    await page.keyboard.type("   ");
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).pathname).toBe(routes.shop());
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "hidden" });
    expect(await icon.evaluate((element) => element === document.activeElement)).toBe(true);
    await icon.click();
    await icon.click();
    await field.waitFor({ state: "hidden" });
    expect(new URL(page.url()).pathname).toBe(routes.shop());
    await icon.click();
    await field.fill("zinc");
    await Promise.all([page.waitForURL(/[?&]s=/), icon.click()]);
    expect(new URL(page.url()).searchParams.get("s")).toBe("zinc");
  });
});

test("the store notice can be dismissed by keyboard and stays dismissed", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.home());
  const notice = page.locator(".woocommerce-store-notice");
  await notice.locator("a").focus();
  await page.keyboard.press("Space");
  expect(await notice.count()).toBe(0);
  await page.goto(routes.shop());
  expect(await notice.isVisible()).toBe(false);
});

test("the links back to the top appear once the page is scrolled", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.home());
  const button = page.locator("#ast-scroll-top");
  const link = page.locator("a.back-to-top");
  expect(await button.isVisible()).toBe(false);
  expect(await link.evaluate((element) => element.style.visibility)).toBe("hidden");
  await page.evaluate(() => window.scrollTo(0, 150));
  await page.waitForFunction(() => document.querySelector<HTMLElement>("a.back-to-top")?.style.opacity === "1");
  expect(await button.isVisible()).toBe(false);
  await page.evaluate(() => window.scrollTo(0, 400));
  await page.waitForFunction(() => document.querySelector<HTMLElement>("#ast-scroll-top")?.style.display === "block");
  // It is hidden where it would cover controls.
  await page.waitForFunction(() => {
    const { visibility } = getComputedStyle(document.querySelector("#ast-scroll-top") as HTMLElement);
    if (visibility === "hidden") window.scrollBy(0, 24);
    return visibility === "visible";
  });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.scrollY === 0);
});

test("choosing a sort order submits the form immediately", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  await Promise.all([page.waitForURL(/orderby=price-desc/), page.selectOption("select.orderby", "price-desc")]);
  const count = page.locator(".woocommerce-result-count");
  await page.waitForSelector(".woocommerce-result-count[aria-hidden=false]");
  expect((await count.textContent())?.trim()).not.toBe("");
});

test("resizing in steps counts as one change, 50 ms after the last step, and closes the mobile menu", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await page.goto(routes.home());
  await page.click(".menu-toggle");
  await page.locator("#ast-mobile-popup").waitFor({ state: "visible" });
  await page.evaluate(() => {
    const resizes = { steps: 0, last: 0, after: [] as number[] };
    Object.assign(window, { resizes });
    document.addEventListener("astLayoutWidthChanged", () => resizes.after.push(performance.now() - resizes.last));
    window.addEventListener("resize", () => {
      resizes.last = performance.now();
      resizes.steps += 1;
      if (resizes.steps < 5) setTimeout(() => window.dispatchEvent(new Event("resize")), 20);
    });
  });
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.locator("#ast-mobile-popup").waitFor({ state: "hidden" });
  const { steps, after } = await page.evaluate(
    () => (window as unknown as { resizes: { steps: number; after: number[] } }).resizes,
  );
  expect([steps >= 5, after.length]).toEqual([true, 1]);
  expect(after[0]).toBeGreaterThanOrEqual(49);
});

test.each([360, 1280])("%i wide, a notice is scrolled to 100 px below the upper edge", async (width) => {
  const { page } = await browser.newPage({ width });
  await page.goto(routes.shop());
  const top = await page.evaluate(() => {
    const notice = document.createElement("div");
    Object.assign(notice, { className: "woocommerce-message", role: "alert", textContent: "Done." });
    document.querySelector(".page-notices")?.append(notice);
    window.scrollTo(0, 1500);
    document.body.dispatchEvent(new CustomEvent("updated_wc_div", { bubbles: true }));
    return notice.getBoundingClientRect().top;
  });
  expect(Math.round(top)).toBe(100);
});

test("a menu opened by its URL before the scripts ran closes by its button and by Escape", async () => {
  const { page } = await browser.newPage({ width: 360 });
  for (const close of ["press", "Escape"]) {
    await page.goto(`${routes.home()}?close=${close}#ast-mobile-popup`);
    const menu = page.locator("#ast-mobile-popup");
    await menu.waitFor({ state: "visible" });
    if (close === "press") await page.click("#menu-toggle-close");
    else await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    expect(await page.locator(".menu-toggle").getAttribute("aria-expanded")).toBe("false");
  }
});
