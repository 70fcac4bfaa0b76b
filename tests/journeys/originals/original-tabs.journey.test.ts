import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { type JQuery, jQueryKinds, openWithScript, withJQuery } from "../support/originals/original-scripts.ts";

const browser = openBrowser();
const product = routes.product("height-growth-complex");
const [description, information, reviews] = ["#tab-description", "#tab-additional_information", "#tab-reviews"];

/**
 * Runs in the page and does what the protocol's product script does with tabs: it shows a panel by its inline display, and
 * selects by click only. Left and right move the focus, whatever the text's direction.
 */
function tabsScript(): void {
  const { jQuery } = window as never as { jQuery: JQuery };
  const panels = () => [...document.querySelectorAll<HTMLElement>(".wc-tabs-wrapper .wc-tab")];
  const tabs = () => [...document.querySelectorAll<HTMLAnchorElement>(".wc-tabs a[role=tab]")];
  const hideAll = () => {
    for (const panel of panels()) panel.style.display = "none";
  };
  const show = (panel: HTMLElement) => {
    panel.style.display = "";
    if (getComputedStyle(panel).display === "none") panel.style.display = "block";
  };
  jQuery(() => {
    const body = jQuery(document.body);
    body.on("init", ".wc-tabs-wrapper", () => {
      hideAll();
      for (const first of tabs().slice(0, 1)) jQuery(first).trigger("click");
    });
    body.on("click", ".wc-tabs li a", function (this: HTMLAnchorElement, event: Event) {
      event.preventDefault();
      hideAll();
      for (const tab of tabs()) {
        tab.setAttribute("aria-selected", String(tab === this));
        tab.tabIndex = tab === this ? 0 : -1;
      }
      for (const panel of panels()) if (`#${panel.id}` === this.hash) show(panel);
    });
    body.on("keydown", ".wc-tabs li a", function (this: HTMLAnchorElement, event: { originalEvent: KeyboardEvent }) {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.originalEvent.key];
      if (step === undefined) return;
      event.originalEvent.preventDefault();
      const all = tabs();
      all.at((all.indexOf(this) + step) % all.length)?.focus();
    });
    jQuery(document.querySelector(".wc-tabs-wrapper") ?? document.body).trigger("init");
    document.body.dataset.tabsStarted = "";
  });
}

/** Expects one tab to be selected, and its panel alone to be shown. */
async function expectOpen(page: Page, tab: string | undefined): Promise<void> {
  expect(await page.locator(".wc-tabs [aria-selected=true]").getAttribute("href")).toBe(tab);
  const shown = await page.locator(".wc-tab:visible").evaluateAll((panels) => panels.map(({ id }) => `#${id}`));
  expect(shown).toEqual([tab]);
}

describe.each(jQueryKinds)("the original script for tabs, with jQuery: %s", (_, jQuery, placements) => {
  test.each(placements)("%s, shows the panels that our client selects, and the other way round", async (placement) => {
    const { page } = await browser.newPage();
    await openWithScript(page, product, withJQuery(jQuery, tabsScript), placement);
    await page.waitForSelector("[data-tabs-started] .is-tabbed");
    const tab = (hash: string | undefined) => page.locator(`.wc-tabs a[href='${hash}']`);
    await expectOpen(page, description);
    await tab(reviews).click();
    await expectOpen(page, reviews);
    await page.keyboard.press("ArrowLeft");
    await expectOpen(page, information);
    await tab(description).click();
    await expectOpen(page, description);
    await page.evaluate((hash) => window.location.assign(hash ?? ""), reviews);
    await expect.poll(() => page.locator(String(reviews)).isVisible()).toBe(true);
    await expectOpen(page, reviews);
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    await tab(description).click();
    await page.keyboard.press("ArrowLeft");
    await expectOpen(page, information);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe(information);
  });
});
