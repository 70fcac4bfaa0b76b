import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const visits = [360, 1280].flatMap((width) => [true, false].map((javaScript) => ({ width, javaScript })));

test.each(visits)("the home page has one heading, does not scroll sideways and is accessible; %o", async (visit) => {
  const { page } = await browser.newPage(visit);
  const response = await page.goto(routes.home());
  expect(response?.status()).toBe(200);
  expect(await page.locator("h1").count()).toBe(1);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
