import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";

const browser = openBrowser();
const path = routes.product("height-growth-complex");

/** Replaces an element by the same one from the server's HTML; the old one stays in `window.old`. */
async function replaceByServerHtml(page: Page, selector: string): Promise<void> {
  const html = await (await page.request.get(page.url())).text();
  await page.evaluate(
    ([text, wanted]) => {
      const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(wanted);
      const old = document.querySelector(wanted);
      Object.assign(window, { old });
      if (fresh) old?.replaceWith(document.importNode(fresh, true));
    },
    [html, selector] as const,
  );
}

test("tabs inserted later work, and removed ones no longer follow the address", async () => {
  const { page } = await browser.newPage();
  await page.goto(path);
  await page.waitForSelector(".is-tabbed");
  await replaceByServerHtml(page, "shop-tabs");
  await page.click(".wc-tabs [href='#tab-additional_information']");
  expect(await page.locator(".wc-tab:visible").getAttribute("id")).toBe("tab-additional_information");
  await page.evaluate(() => (window.location.hash = "#tab-reviews"));
  await expect.poll(() => page.locator(".wc-tab:visible").getAttribute("id")).toBe("tab-reviews");
  const selectedInOld = await page.evaluate(() =>
    (window as never as { old: Element }).old.querySelector("[aria-selected=true]")?.getAttribute("href"),
  );
  expect(selectedInOld).toBe("#tab-description");
});

test("a gallery inserted later works", async () => {
  const { page } = await browser.newPage();
  await page.goto(path);
  await page.waitForSelector(".is-tabbed");
  await replaceByServerHtml(page, "shop-gallery");
  await page.click(".flex-control-nav [href='#picture-2']");
  expect(new URL(page.url()).hash).toBe("");
  expect(await page.locator(".flex-control-nav [aria-current]").getAttribute("href")).toBe("#picture-2");
});

test("a removed mobile menu leaves a page that can be used", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await page.goto(routes.home());
  await page.click(".menu-toggle");
  await page.locator("#ast-mobile-popup").waitFor({ state: "visible" });
  await page.evaluate(() => document.querySelector("shop-mobile-menu")?.remove());
  await expect.poll(() => page.getAttribute(".menu-toggle", "aria-expanded")).toBe("false");
  expect(await page.locator("html.ast-off-canvas-active, body.ast-popup-nav-open").count()).toBe(0);
  await page.click(".logo:visible");
});

test("a password field that is removed and inserted again has one button", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.account());
  const toggles = page.locator("#password ~ .show-password-input");
  await toggles.waitFor();
  await page.evaluate(async () => {
    const field = document.querySelector("shop-password");
    const form = field?.closest("form");
    field?.remove();
    await Promise.resolve();
    if (field) form?.append(field);
  });
  expect(await toggles.count()).toBe(1);
  await toggles.click();
  expect(await page.getAttribute("#password", "type")).toBe("text");
});
