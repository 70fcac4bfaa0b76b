import { expect, test } from "vitest";
import { openBrowser } from "./support/browser.ts";
import { pageTypes } from "./support/page-types.ts";

const browser = openBrowser();

/** Printable width of A4 with margins of 16 mm, in CSS pixels. */
const paperWidth = 673;

test.each(pageTypes)("$name prints its content without controls", async ({ open }) => {
  const { page, faults } = await browser.newPage({ colorScheme: "dark" });
  await open(page);
  expect(faults.splice(0).filter((fault) => !fault.startsWith("404"))).toEqual([]);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: paperWidth, height: 1000 });
  const found = await page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility())
        .map((one) => one.className);
    const { clientWidth, scrollWidth } = document.documentElement;
    return {
      controls: shown(".tools, .nav, .menu-toggle, .site-footer, .store-notice, dialog, .btn, .stepper button"),
      words: (document.querySelector("main") as HTMLElement).innerText.split(/\s+/).length,
      ink: getComputedStyle(document.body).color,
      tooWide: scrollWidth - clientWidth,
    };
  });
  expect(found).toMatchObject({ controls: [], ink: "rgb(27, 30, 24)", tooWide: 0 });
  expect(found.words).toBeGreaterThan(3);
});
