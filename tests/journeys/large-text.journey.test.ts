import type { CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openBrowser } from "./support/browser.ts";
import { pageTypes } from "./support/page-types.ts";

const browser = openBrowser();

/**
 * Widths of windows in CSS pixels, with the size of the text in percent of the usual 16 px. The first ones keep the width in
 * which the page was opened, because the cart drawer closes when it changes.
 */
const windows = [
  { width: 360, percent: 130 },
  { width: 360, percent: 200 },
  { width: 320, percent: 100 },
  { width: 768, percent: 200 },
  { width: 1280, percent: 130 },
  { width: 1280, percent: 200 },
];

test.each(pageTypes)("$name fits the window in any text size, with the cart in reach", async ({ open }) => {
  const { page, faults } = await browser.newPage({ width: 360 });
  await open(page);
  expect(faults.splice(0).filter((fault) => !fault.startsWith("404"))).toEqual([]);
  const inside = await page.context().newCDPSession(page);
  for (const { width, percent } of windows) {
    await page.setViewportSize({ width, height: 740 });
    await chooseFontSize(page, inside, percent);
    expect(await outside(page), `${width} px, text at ${percent} %`).toEqual([]);
    await chooseFontSize(page, inside, 100);
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), `${percent}%`);
    expect(await outside(page), `${width} px, text at ${percent} % by a style`).toEqual([]);
    await page.evaluate(() => (document.documentElement.style.fontSize = ""));
  }
});

/** Sets the font size of the browser, which the breakpoints follow. */
async function chooseFontSize(page: Page, inside: CDPSession, percent: number): Promise<void> {
  const size = Math.round((16 * percent) / 100);
  await inside.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
  await page.waitForFunction((wanted) => getComputedStyle(document.documentElement).fontSize === `${wanted}px`, size);
}

/** Returns the innermost elements that make the page scroll sideways, and a cart link that is not in the window. */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const isOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > clientWidth + 0.5 || left < -0.5);
    };
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== "visible" || isClipped(element.parentElement));
    const describe = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute("class")}"> ${element.textContent?.slice(0, 30)}`;
    const isCause = (element: Element) =>
      isOut(element) && ![...element.children].some(isOut) && !isClipped(element.parentElement);
    const causes = [...document.querySelectorAll("body *")].filter(isCause).map(describe);
    const lost = [...document.querySelectorAll(".header .ast-header-woo-cart a, .slim-head a")].filter(isOut);
    const scrolling = [...document.querySelectorAll("dialog[open], dialog[open] .body")].filter(
      (part) => part.scrollWidth > part.clientWidth,
    );
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`, ...causes] : []),
      ...scrolling.map((part) => `scrolls sideways: ${describe(part)}`),
      ...lost.map((link) => `out of the window: ${describe(link)}`),
    ];
  });
}
