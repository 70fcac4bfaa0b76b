import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks.ts";

const browser = openBrowser();
const visits = [360, 1280].flatMap((width) => [true, false].map((javaScript) => ({ width, javaScript })));

describe.each(visits)("the home page, $width wide, scripts $javaScript", (visit) => {
  test("opens with one heading, and fits", async () => {
    const { page } = await browser.newPage(visit);
    const response = await page.goto(routes.home());
    expect(response?.status()).toBe(200);
    expect(await page.locator("h1").count()).toBe(1);
    await expectNoSidewaysScroll(page);
  });

  test("is accessible", async () => {
    const { page } = await browser.newPage(visit);
    await page.goto(routes.home());
    await expectAccessible(page);
  });
});
