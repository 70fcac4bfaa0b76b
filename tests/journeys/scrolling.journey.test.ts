import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";

const browser = openBrowser();
const article = routes.article("how-tall-will-my-child-be");

/** Scrolls to a fraction of the page's scrollable height. */
const scrollToPart = (page: Page, part: number) =>
  page.evaluate((part) => {
    const { scrollHeight, clientHeight } = document.documentElement;
    window.scrollTo({ top: (scrollHeight - clientHeight) * part, behavior: "instant" });
  }, part);

describe.each([article, routes.article("about"), routes.article("delivery-and-returns")])("%s", (path) => {
  test.each([{ width: 360 }, { width: 1280, colorScheme: "dark" as const }, { width: 768, javaScript: false }])(
    "the reading progress is as wide as the part of the page scrolled, %o",
    async (visit) => {
      const { page } = await browser.newPage(visit);
      await page.goto(path);
      const bar = page.locator(".progress-bar");
      for (const part of [0, 0.25, 0.5, 1]) {
        await scrollToPart(page, part);
        await expect
          .poll(() => bar.evaluate((element) => element.getBoundingClientRect().width / innerWidth))
          .toBeCloseTo(part, 1);
      }
      const header = await page.locator("#masthead").boundingBox();
      const place = await page.locator(".progress").boundingBox();
      expect(place?.y).toBe(header?.height);
    },
  );
});
