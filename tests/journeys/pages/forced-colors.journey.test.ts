import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { openCheckout } from "../support/checkout.ts";

const browser = openBrowser();

/** Opens pages with the colours of a contrast theme. */
async function newForcedPage(): Promise<Page> {
  const { page } = await browser.newPage();
  await page.emulateMedia({ forcedColors: "active" });
  return page;
}

/** Returns a computed property of the first matching element, and the page's background. */
function painted(page: Page, selector: string, property: string): Promise<{ value: string; ground: string }> {
  return page
    .locator(selector)
    .first()
    .evaluate(
      (element, name) => ({
        value: getComputedStyle(element).getPropertyValue(name),
        ground: getComputedStyle(document.documentElement).backgroundColor,
      }),
      property,
    );
}

async function expectVisible(page: Page, selector: string, property: string): Promise<void> {
  const { value, ground } = await painted(page, selector, property);
  expect(value, `${property} of ${selector}`).not.toBe(ground);
}

test("with forced colours, buttons, stars and steppers of a product stay visible", async () => {
  const page = await newForcedPage();
  await page.goto(routes.product("height-growth-complex"));
  await expectVisible(page, ".btn--main", "border-top-color");
  await expectVisible(page, ".btn--ink", "border-top-color");
  await expectVisible(page, ".stepper", "border-top-color");
  await expectVisible(page, ".buy .star-rating-fill", "fill");
  const [chosen, other] = [".tab-list [aria-selected=true]", ".tab-list [aria-selected=false]"];
  expect(await painted(page, chosen, "border-bottom-color")).not.toEqual(
    await painted(page, other, "border-bottom-color"),
  );
});

test("with forced colours, checked choices and the focus at the checkout stay visible", async () => {
  const page = await newForcedPage();
  await openCheckout(page);
  expect((await painted(page, ".pay input:checked", "appearance")).value).toBe("auto");
  await page.locator("#billing_first_name").press("Tab");
  expect((await painted(page, ":focus-visible", "outline-style")).value).toBe("solid");
  await expectVisible(page, ":focus-visible", "outline-color");
});
