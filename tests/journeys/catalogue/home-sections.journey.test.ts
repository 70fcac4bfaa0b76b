import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();

describe.each([
  { width: 1280, shown: 3 },
  { width: 900, shown: 2 },
  { width: 360, shown: 1 },
])("the carousel, $width wide", ({ width, shown }) => {
  /** Returns the numbers of the slides that are completely in view. */
  const slidesInView = (page: Page) =>
    page.locator(".slides").evaluate((strip) => {
      const { left, right } = strip.getBoundingClientRect();
      return [...strip.children].flatMap((slide, index) => {
        const own = slide.getBoundingClientRect();
        return own.left >= left - 1 && own.right <= right + 1 ? [index + 1] : [];
      });
    });
  const from = (first: number) => Array.from({ length: shown }, (_, index) => first + index);

  test.each(["ltr", "rtl"])(`shows ${shown} of 6 slides; its buttons scroll by one, %s`, async (direction) => {
    const { page } = await browser.newPage({ width });
    await page.goto(routes.home());
    await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
    await page.locator(".slides").scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator(".slides-steps").isVisible()).toBe(true);
    expect(await slidesInView(page)).toEqual(from(1));
    const [back, on] = [page.locator(".slides-step--back"), page.locator(".slides-step--on")];
    expect(await back.getAttribute("aria-disabled")).toBe("true");
    await on.click();
    await expect.poll(() => slidesInView(page)).toEqual(from(2));
    await back.press("Enter");
    await expect.poll(() => slidesInView(page)).toEqual(from(1));
    await page.locator(".slides a").last().focus();
    await expect.poll(() => slidesInView(page)).toEqual(from(7 - shown));
    await expect.poll(() => on.getAttribute("aria-disabled")).toBe("true");
    await expectAccessible(page, ".slides");
    await expectNoSidewaysScroll(page);
  });

  test(`a button starts from the slides in view, ${shown}, in browsers without scrollend`, async () => {
    const { page } = await browser.newPage({ width });
    await page.addInitScript(() => {
      addEventListener("scrollend", (event) => event.stopImmediatePropagation(), { capture: true });
    });
    await page.goto(routes.home());
    const strip = page.locator(".slides");
    await strip.scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "Next slide" }).click();
    await expect.poll(() => slidesInView(page)).toEqual(from(2));
    await strip.evaluate((strip) => strip.scrollTo({ left: strip.scrollWidth, behavior: "instant" }));
    await expect.poll(() => slidesInView(page)).toEqual(from(7 - shown));
    await page.waitForTimeout(300);
    await page.getByRole("button", { name: "Previous slide" }).click();
    await expect.poll(() => slidesInView(page)).toEqual(from(6 - shown));
  });

  test(`shows ${shown} slides without scripts`, async () => {
    const { page } = await browser.newPage({ width, javaScript: false });
    await page.goto(routes.home());
    expect(await slidesInView(page)).toEqual(from(1));
    expect(await page.locator(".slides-steps").isVisible()).toBe(false);
  });
});

describe.each([360, 1280])("the background picture of a section, %i wide", (width) => {
  const picture = (page: Page) => page.locator("shop-backdrop img");

  /** Scrolls so that the section is that far outside the window, and lets the page notice. */
  async function placeSection(page: Page, side: "above" | "below", distance: number): Promise<void> {
    await page.waitForFunction(() =>
      document.getAnimations().every((one) => one.timeline !== document.timeline || one.playState !== "running"),
    );
    await page.locator(".backdrop").evaluate(
      (section, [side, distance]) => {
        const { top, bottom } = section.getBoundingClientRect();
        const by = side === "below" ? top - innerHeight - distance : bottom + distance;
        window.scrollBy({ top: by, behavior: "instant" });
      },
      [side, distance] as const,
    );
    await page.waitForFunction(() => customElements.get("shop-backdrop") !== undefined);
    await page.waitForTimeout(200);
    const gap = await page.locator(".backdrop").evaluate((section, side) => {
      const { top, bottom } = section.getBoundingClientRect();
      return Math.round(side === "below" ? top - innerHeight : -bottom);
    }, side);
    expect(Math.abs(gap - distance)).toBeLessThanOrEqual(1);
  }

  test.each(["below", "above"] as const)("is loaded when the section is within 200 px %s the window", async (side) => {
    const { page } = await browser.newPage({ width });
    const loaded: string[] = [];
    await page.goto(routes.home());
    await placeSection(page, side, 210);
    expect(await picture(page).count()).toBe(0);
    page.on("request", (request) => request.resourceType() === "image" && loaded.push(request.url()));
    await placeSection(page, side, 190);
    await expect.poll(() => picture(page).evaluate((image: HTMLImageElement) => image.currentSrc)).not.toBe("");
    expect(loaded).toContain(await picture(page).evaluate((image: HTMLImageElement) => image.currentSrc));
    await page.locator(".backdrop h2").scrollIntoViewIfNeeded();
    await expectAccessible(page, ".backdrop");
  });

  test("is shown without scripts", async () => {
    const { page } = await browser.newPage({ width, javaScript: false });
    await page.goto(routes.home());
    await page.locator(".backdrop").scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
  });
});
