import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";
import { jQueryKinds, openWithScript, variationScript, withJQuery } from "./support/original-scripts.ts";

const browser = openBrowser();
const electrolytes = routes.product("daily-electrolytes");

const boxes = (page: Page) => page.locator("select[name=attribute_box] option:enabled").allTextContents();
const flavours = (page: Page) => page.locator("select[name=attribute_pa_flavour] option:enabled").allTextContents();
const chooseBox = (page: Page, value: string) => page.selectOption("select[name=attribute_box]", value);
const chooseFlavour = (page: Page, value: string) => page.selectOption("select[name=attribute_pa_flavour]", value);
const variationId = (page: Page) => page.inputValue("input.variation_id");

/** Chooses combinations, and expects that impossible ones are not offered. */
async function expectFiltered(page: Page): Promise<void> {
  await chooseBox(page, "");
  await chooseFlavour(page, "mango");
  expect(await boxes(page)).toEqual(["Choose an option", "20 sachets"]);
  await chooseBox(page, "20 sachets");
  expect(await variationId(page)).toBe("159");
  await chooseFlavour(page, "lemon");
  expect(await boxes(page)).toEqual(["Choose an option", "20 sachets", "40 sachets"]);
  await chooseBox(page, "40 sachets");
  expect(await flavours(page)).toEqual(["Choose an option", "Orange", "Lemon"]);
}

/** Turns our client off before it starts. */
const turnClientOff = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.documentElement) document.documentElement.dataset.chowkClient = "off";
    }).observe(document, { childList: true });
  });

describe.each(jQueryKinds)("the original variation script, with jQuery: %s", (_, jQuery) => {
  const script = withJQuery(jQuery, variationScript);

  test("filters the options while our client is off", async () => {
    const { page } = await browser.newPage();
    await turnClientOff(page);
    await openWithScript(page, electrolytes, script, "after the client");
    await page.waitForSelector("form[data-started-by-original]");
    expect(await page.evaluate(() => customElements.get("shop-variations") === undefined)).toBe(true);
    await expectFiltered(page);
  });
});
