import { expect, test } from "vitest";
import { openBrowser } from "./support/browser.ts";
import { pageTypes } from "./support/page-types.ts";

const browser = openBrowser();

test.each(pageTypes)("$name has targets of at least 24 px", async ({ open }) => {
  for (const width of [360, 1280]) {
    const { page, faults } = await browser.newPage({ width });
    await open(page);
    expect(faults.splice(0).filter((fault) => !fault.startsWith("404"))).toEqual([]);
    expect(await page.evaluate(smallTargets), `${width} px`).toEqual([]);
  }
});

/** Runs in the page and describes targets under 24 px; WCAG 2.5.8 exempts links in sentences. */
function smallTargets(): string[] {
  const targets = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]";
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(".skip, .vh, .screen-reader-text, [aria-hidden=true]") &&
    getComputedStyle(element).clipPath === "none";
  const isInSentence = (element: Element) => {
    const block = element.closest("p, li, td, dd, small, label, address");
    const own = element.textContent?.trim() ?? "";
    return getComputedStyle(element).display === "inline" && (block?.textContent?.trim().length ?? 0) > own.length;
  };
  const sizeOf = (element: Element) => {
    const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
    return { width: Math.round(width * 10) / 10, height: Math.round(height * 10) / 10 };
  };
  return [...document.querySelectorAll(targets)]
    .filter((element) => isShown(element) && !isInSentence(element))
    .map((element) => ({ element, ...sizeOf(element) }))
    .filter(({ width, height }) => width > 1 && (width < 24 || height < 24))
    .map(({ element, width, height }) => `${width} x ${height}: ${element.outerHTML.slice(0, 120)}`);
}
