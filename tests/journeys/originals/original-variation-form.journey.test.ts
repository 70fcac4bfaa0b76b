import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { setChoice } from "../support/buying-box.ts";
import { leaveClientOut } from "../support/originals/field-scripts.ts";
import {
  type JQuery,
  jQueryKinds,
  openWithScript,
  realJQuery,
  variationScript,
  withJQuery,
} from "../support/originals/original-scripts.ts";
import { buyNow, popup } from "../support/quick-checkout.ts";

const browser = openBrowser();
const electrolytes = routes.product("daily-electrolytes");

const boxes = (page: Page) => page.locator("select[name=attribute_box] option:enabled").allTextContents();
const flavours = (page: Page) => page.locator("select[name=attribute_pa_flavour] option:enabled").allTextContents();
const chooseBox = (page: Page, value: string) => setChoice(page, "box", value);
const chooseFlavour = (page: Page, value: string) => setChoice(page, "pa_flavour", value);
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

/** Records the ids of the variations that listeners of both kinds are told of. */
async function recordFound(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const found: number[] = [];
    Object.assign(window, { found });
    const form = document.querySelector<HTMLElement>("form.variations_form");
    const { jQuery } = window as never as { jQuery: JQuery };
    if (form)
      jQuery(form).on("found_variation", (_: unknown, { variation_id: id }: { variation_id: number }) =>
        found.push(id),
      );
  });
  return () => page.evaluate(() => (window as never as { found: number[] }).found.splice(0));
}

describe.each(jQueryKinds)("the original variation script, with jQuery: %s", (_, jQuery, placements) => {
  const script = withJQuery(jQuery, variationScript);

  test("filters the options without our client", async () => {
    const { page } = await browser.newPage();
    await leaveClientOut(page);
    await openWithScript(page, electrolytes, script, "after the client");
    await page.waitForSelector("form[data-started-by-original]");
    expect(await page.evaluate(() => customElements.get("shop-variations") === undefined)).toBe(true);
    await expectFiltered(page);
  });

  test.each(placements)("%s, takes the form over from our client: each variation is found once", async (placement) => {
    const { page } = await browser.newPage();
    await openWithScript(page, electrolytes, script, placement);
    await page.waitForSelector("form[data-started-by-original='1']");
    const found = await recordFound(page);
    await expectFiltered(page);
    // The choices of `expectFiltered` that complete a variation.
    expect(await found()).toEqual([159, 157, 158]);
    expect(await page.locator("form[data-started-by-original='1']").count()).toBe(1);
  });
});

describe("with the real jQuery", () => {
  const jQuery = realJQuery;
  const script = withJQuery(jQuery, variationScript);

  test("starts for a form that our popup inserts", async () => {
    const { page } = await browser.newPage();
    await openWithScript(page, routes.shop(), script, "after the client");
    await page.waitForLoadState("load");
    await buyNow(page, "Growing Protein").click();
    await page.waitForSelector(`${popup} form[data-started-by-original='1']`);
    await setChoice(page, "pa_flavour", "", popup);
    await setChoice(page, "pa_flavour", "strawberry", popup);
    await expect.poll(() => page.inputValue(`${popup} input.variation_id`)).toMatch(/^1(?:11|14)$/);
  });

  test("starts for a form that our popup inserts while a picture still holds up the page", async () => {
    const { page } = await browser.newPage();
    const slowPicture = () => {
      new Image().src = "/slow.png";
    };
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/slow.png", async (route) => {
      await released;
      await route.fulfill({ contentType: "image/png", body: "" });
    });
    const opened = openWithScript(
      page,
      routes.shop(),
      withJQuery(jQuery, variationScript, slowPicture),
      "after the client",
    );
    await page.waitForFunction(() => document.readyState === "interactive" && customElements.get("shop-variations"));
    await page.waitForTimeout(1200);
    await buyNow(page, "Growing Protein").click();
    await page.waitForSelector(`${popup} form[data-started-by-original='1']`);
    expect(await page.evaluate(() => document.readyState)).toBe("interactive");
    release();
    await opened;
    expect(await page.locator(`${popup} form[data-started-by-original='1']`).count()).toBe(1);
  });

  test("with the setting for our client, stays without the form", async () => {
    const { page } = await browser.newPage();
    await openWithScript(page, electrolytes, withJQuery(jQuery), "in the head", "variations:client");
    await page.waitForSelector("form.variations_form[novalidate]");
    await expectFiltered(page);
  });
});
