import type { CDPSession, Cookie, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { type JourneyPage, openBrowser } from "../support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { pageTypes } from "../support/page-types.ts";

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

/** Printable width of A4 with margins of 16 mm, in CSS pixels. */
const paperWidth = 673;

describe.each(pageTypes)("$name", ({ open, isPublic = false, isMissing = false, isPassing = false }) => {
  // Other journeys check the pages with a visitor's data, in more states.
  const sound = isPublic ? ["has one heading of the first level, is accessible and fits"] : [];
  /** The page's address and its visitor's cookies, to open it again. */
  let opened: { url: string; cookies: Cookie[] } | undefined;
  const openWithoutFaults = async ({ page, faults }: JourneyPage) => {
    if (opened && !isPassing) {
      await page.context().addCookies(opened.cookies);
      await page.goto(opened.url);
    } else await open(page);
    opened ??= { url: page.url(), cookies: await page.context().cookies() };
    expect(faults.splice(0)).toEqual(isMissing ? [expect.stringMatching(/^404/)] : []);
  };

  describe("360 px wide", () => {
    const page = browser.sharePage({ width: 360 }, openWithoutFaults);

    test("has targets of at least 24 px", async () => {
      expect(await page().evaluate(smallTargets)).toEqual([]);
    });

    test.each(sound)("%s", () => expectSound(page()));

    test("fits the window in any text size, with the cart in reach", async () => {
      const inside = await page().context().newCDPSession(page());
      for (const { width, percent } of windows) {
        await page().setViewportSize({ width, height: 740 });
        await chooseFontSize(page(), inside, percent);
        expect(await outside(page()), `${width} px, text at ${percent} %`).toEqual([]);
        if (percent === 100) continue;
        await chooseFontSize(page(), inside, 100);
        await page().evaluate((size) => (document.documentElement.style.fontSize = size), `${percent}%`);
        expect(await outside(page()), `${width} px, text at ${percent} % by a style`).toEqual([]);
        await page().evaluate(() => (document.documentElement.style.fontSize = ""));
      }
    });
  });

  describe("1280 px wide, dark", () => {
    const page = browser.sharePage({ colorScheme: "dark" }, openWithoutFaults);

    test("has targets of at least 24 px", async () => {
      expect(await page().evaluate(smallTargets)).toEqual([]);
    });

    test.each(sound)("%s", () => expectSound(page()));

    test("prints its content without controls", async () => {
      // The client links them after the page's pictures.
      await page().waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes("/print-")));
      await page().emulateMedia({ media: "print" });
      await page().setViewportSize({ width: paperWidth, height: 1000 });
      const found = await page().evaluate(() => {
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
  });
});

// Products in two halves, so that a busy machine has time for each test.
test.each([
  ["products", 0],
  ["products", 1],
  ["articles", 0],
  ["pages", 0],
] as const)("all %s (part %i) fit a narrow window with text twice as large", async (part, half) => {
  // Without scripts nothing is folded.
  const { page } = await browser.newPage({ width: 320, javaScript: false });
  await page.route(/\/media\/|\.(?:avif|webp|jpe?g|png|woff2)$/, (route) => route.fulfill({ body: "" }));
  const list = await (await page.request.get(routes.sitemapPart(part, 1))).text();
  const addresses = [...list.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => url);
  const wanted = part === "products" ? addresses.filter((_, at) => at % 2 === half) : addresses;
  expect(wanted.length).toBeGreaterThan(6);
  const found: unknown[] = [];
  for (const address of wanted) {
    await page.goto(new URL(address).pathname, { waitUntil: "domcontentloaded" });
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    const causes = await outside(page);
    if (causes.length > 0) found.push([address, causes]);
  }
  expect(found).toEqual([]);
});

test("the order at the checkout breaks no word in a narrow window with text twice as large", async () => {
  const { page } = await browser.newPage({ width: 320 });
  await pageTypes.find(({ name }) => name === "checkout")?.open(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
    for (const fold of document.querySelectorAll<HTMLDetailsElement>(".sum-fold")) fold.open = true;
  });
  const words = await page.evaluate(() => {
    const table = document.querySelector(".woocommerce-checkout-review-order-table") as HTMLElement;
    const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    const found: { word: string; lines: number }[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of (text.textContent ?? "").matchAll(/[\p{L}\d,.]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        found.push({ word, lines: new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size });
      }
    return found;
  });
  expect(words.map(({ word }) => word)).toContain("Subtotal");
  expect(words.filter(({ lines }) => lines > 1)).toEqual([]);
  await expectNoSidewaysScroll(page);
});

async function expectSound(page: Page): Promise<void> {
  expect(await page.locator("h1").count()).toBe(1);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}

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
