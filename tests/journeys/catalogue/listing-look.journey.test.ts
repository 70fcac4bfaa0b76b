import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";

const browser = openBrowser();

test("filters and sorting fit one row at 1280 px", async () => {
  const { page } = await browser.newPage({ width: 1280 });
  await page.goto(routes.shop());
  const tops = await page
    .locator(".bar :is(.facet, .sort-form)")
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
  expect(tops.length).toBeGreaterThan(5);
  expect(new Set(tops).size).toBe(1);
});

test.each(["light", "dark"] as const)("a card without a picture shows a drawing, %s", async (colorScheme) => {
  const { page } = await browser.newPage({ colorScheme });
  await page.goto(routes.shop());
  const drawing = await page
    .locator(".card-pic")
    .first()
    .evaluate((link) => {
      link.replaceChildren();
      const { backgroundColor, maskImage, width } = getComputedStyle(link, "::before");
      return {
        ink: backgroundColor,
        ground: getComputedStyle(link).backgroundColor,
        maskImage,
        width: Number.parseFloat(width),
      };
    });
  expect(drawing.maskImage).toContain("svg");
  expect(drawing.width).toBeGreaterThan(60);
  expect(drawing.ink).not.toBe(drawing.ground);
});
