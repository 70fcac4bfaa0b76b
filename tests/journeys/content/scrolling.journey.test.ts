import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { untilStarted } from "../support/lazy-part.ts";

const browser = openBrowser();
const article = routes.article("how-tall-will-my-child-be");
const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

/** Scrolls to a fraction of the page's scrollable height. */
const scrollToPart = (page: Page, part: number) =>
  page.evaluate((part) => {
    const { scrollHeight, clientHeight } = document.documentElement;
    window.scrollTo({ top: (scrollHeight - clientHeight) * part, behavior: "instant" });
  }, part);

/** Waits until two frames have not scrolled the page. */
const untilStill = (page: Page) =>
  page.evaluate(async () => {
    let last: number;
    do {
      last = window.scrollY;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    } while (window.scrollY !== last);
  });

/** From now on, the page's time moves only when the test lets it. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

describe.each([article, routes.article("about"), routes.article("delivery-and-returns")])("%s", (path) => {
  test.each([{ width: 360 }, { width: 1280, colorScheme: "dark" as const }, { width: 768, javaScript: false }])(
    "the reading progress is as wide as the part of the page scrolled, %o",
    async (visit) => {
      const { page } = await browser.newPage(visit);
      await page.goto(path);
      const bar = page.locator(".progress-bar");
      for (const part of [0, 0.25, 0.5, 1]) {
        await scrollToPart(page, part);
        await expect
          .poll(() => bar.evaluate((element) => element.getBoundingClientRect().width / innerWidth))
          .toBeCloseTo(part, 1);
      }
      const header = await page.locator("#masthead").boundingBox();
      const place = await page.locator(".progress").boundingBox();
      expect(place?.y).toBe(header?.height);
    },
  );
});

describe("the link back to the top", () => {
  /** Opens an article scrolled to its end, with the code that scrolls already loaded. */
  async function openAtEnd(page: Page): Promise<void> {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto(article);
    await scrollToPart(page, 1);
    await page.locator("a.back-to-top").click();
    await expect.poll(() => page.evaluate(() => window.scrollY === 0 && window.location.hash === "#top")).toBe(true);
    await scrollToPart(page, 1);
  }

  test("fades in and out in 300 ms, after 100 px", async () => {
    const { page } = await browser.newPage();
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto(article);
    const link = page.locator("a.back-to-top");
    const look = () =>
      link.evaluate((element) => {
        const { transitionProperty, transitionDuration } = getComputedStyle(element);
        return [transitionProperty, transitionDuration, element.style.opacity];
      });
    const fade = ["opacity, visibility", "0.3s, 0.3s"];
    await expect.poll(look).toEqual([...fade, "0"]);
    for (const [top, opacity] of [[101, "1"] as const, [100, "0"] as const]) {
      await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), top);
      await expect.poll(look).toEqual([...fade, opacity]);
    }
  });

  test("scrolls there in 300 ms", async () => {
    const { page } = await browser.newPage();
    await openAtEnd(page);
    const end = await scrollY(page);
    await stopTime(page);
    await page.locator("a.back-to-top").evaluate((link: HTMLElement) => link.click());
    await page.clock.runFor(150);
    const part = (await scrollY(page)) / end;
    expect(part > 0.35 && part < 0.65, `${part} left after half the time`).toBe(true);
    await page.clock.runFor(140);
    expect(await scrollY(page)).toBeGreaterThan(0);
    await page.clock.runFor(30);
    expect(await scrollY(page)).toBe(0);
  });

  test("stops scrolling when the shopper scrolls", async () => {
    const { page } = await browser.newPage();
    await openAtEnd(page);
    await stopTime(page);
    await page.locator("a.back-to-top").evaluate((link: HTMLElement) => link.click());
    await page.clock.runFor(100);
    await page.evaluate(() => dispatchEvent(new WheelEvent("wheel")));
    const stopped = await scrollY(page);
    await page.clock.runFor(400);
    expect(await scrollY(page)).toBe(stopped);
    expect(stopped).toBeGreaterThan(0);
  });

  test.each([true, false])("jumps if the shopper prefers reduced motion; scripts: %s", async (javaScript) => {
    const { page } = await browser.newPage({ width: 360, javaScript });
    await page.goto(article);
    await scrollToPart(page, 1);
    await page.locator("a.back-to-top").click();
    await expect.poll(() => scrollY(page)).toBe(0);
    await expect.poll(() => new URL(page.url()).hash).toBe("#top");
  });

  test("leaves the keyboard at the top, each time", async () => {
    const { page } = await browser.newPage();
    await openAtEnd(page);
    const link = page.locator("a.back-to-top");
    await link.press("Enter");
    // It has faded out.
    await expect.poll(() => link.isVisible()).toBe(false);
    await page.keyboard.press("Tab");
    expect(await page.locator("a.skip").evaluate((link) => link === document.activeElement)).toBe(true);
  });
});

test.each([360, 1280])("%i wide, a notice is scrolled to in 1000 ms, to 100 px below the upper edge", async (width) => {
  const { page } = await browser.newPage({ width });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(routes.shop());
  const topAfterRefresh = () =>
    page.evaluate(() => {
      window.scrollTo({ top: 1500, behavior: "instant" });
      document.body.dispatchEvent(new CustomEvent("updated_wc_div", { bubbles: true }));
    });
  const noticeTop = () =>
    page.locator(".page-notices .woocommerce-message").evaluate((notice) => notice.getBoundingClientRect().top);
  await page.evaluate(() => {
    const notice = document.createElement("div");
    Object.assign(notice, { className: "woocommerce-message", role: "alert", textContent: "Done." });
    document.querySelector(".page-notices")?.append(notice);
  });
  await topAfterRefresh();
  await expect.poll(async () => Math.round(await noticeTop())).toBe(100);
  await untilStill(page);
  await stopTime(page);
  await topAfterRefresh();
  await page.clock.runFor(900);
  expect(await noticeTop()).toBeLessThan(99);
  await page.clock.runFor(140);
  expect(Math.round(await noticeTop())).toBe(100);
});

describe("an address with a hash", () => {
  /**
   * Opens an article at a heading. An image that is still loading delays the load event until the code that scrolls has
   * started, because it does nothing if it starts later than 750 ms after that event.
   * @returns what ends the loading
   */
  async function openLoading(page: Page, id: string): Promise<() => void> {
    let endLoading = (): void => {};
    const ended = new Promise<void>((resolve) => {
      endLoading = resolve;
    });
    await page.route("**/late.svg", async (route) => {
      await ended;
      await route.fulfill({ contentType: "image/svg+xml", body: "<svg xmlns='http://www.w3.org/2000/svg'/>" });
    });
    await page.addInitScript(() => {
      Object.assign(new Image(), { src: "/late.svg" });
    });
    await page.goto(`${article}?from=mail#${id}`, { waitUntil: "domcontentloaded" });
    await untilStarted(page, "scroll-to-hash");
    return endLoading;
  }

  /** Opens an article at a heading, above which a block appears 100 ms after the page has loaded. @returns its id */
  async function openAtHeading(page: Page): Promise<string> {
    await page.goto(article);
    const id = await page.locator(".prose h2[id]").nth(2).getAttribute("id");
    await page.addInitScript(() => {
      const shift = () => {
        const block = document.createElement("div");
        block.style.blockSize = "400px";
        document.documentElement.style.overflowAnchor = "none";
        document.querySelector(".prose")?.prepend(block);
      };
      addEventListener("load", () => setTimeout(shift, 100));
      addEventListener("scroll", () => Object.assign(window, { scrolledAt: performance.now() }));
    });
    const endLoading = await openLoading(page, id ?? "");
    endLoading();
    await page.waitForFunction(() => document.documentElement.style.overflowAnchor === "none");
    return id ?? "";
  }

  const topOf = (page: Page, id: string) =>
    page.locator(`[id="${id}"]`).evaluate((heading) => Math.round(heading.getBoundingClientRect().top));

  test.each([360, 1280])("%i wide, is scrolled to 750 ms after load, below the header", async (width) => {
    const { page } = await browser.newPage({ width });
    const id = await openAtHeading(page);
    await expect.poll(() => topOf(page, id)).toBe(96);
    const header = await page.locator("#masthead").boundingBox();
    expect(header?.height).toBeLessThanOrEqual(96);
    const wait = () =>
      page.evaluate(() => {
        const [{ loadEventStart }] = performance.getEntriesByType("navigation") as [PerformanceNavigationTiming];
        return (window as never as { scrolledAt: number }).scrolledAt - loadEventStart;
      });
    // The event follows the movement in the next frame.
    await expect.poll(wait).toBeGreaterThanOrEqual(750);
  });

  /** Waits until the code that scrolls would have done so: its timer fires before one that is set later and for longer. */
  const untilDue = (page: Page) =>
    page.evaluate(async () => {
      if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve));
      await new Promise((resolve) => setTimeout(resolve, 1000));
    });

  test("is left alone once the shopper scrolls", async () => {
    const { page } = await browser.newPage();
    await page.goto(article);
    const id = (await page.locator(".prose h2[id]").nth(2).getAttribute("id")) ?? "";
    const endLoading = await openLoading(page, id);
    // A wheel before the browser has scrolled there by itself would keep it from doing so.
    await expect.poll(() => topOf(page, id)).toBe(96);
    await page.evaluate(() => {
      const listen = () => Object.assign(window, { hasWheel: true });
      addEventListener("wheel", listen, { passive: true });
    });
    await page.mouse.move(600, 400);
    // The browser scrolls by itself at first: it tells the page of wheel events only once it has drawn it with the listener.
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 30);
        return page.evaluate(() => "hasWheel" in window);
      })
      .toBe(true);
    // The movement begins some frames after the event.
    await expect.poll(() => topOf(page, id)).toBeLessThan(96);
    endLoading();
    await untilDue(page);
    // Scrolled to, it would be at 96.
    expect(await topOf(page, id)).toBeLessThan(96);
  });

  test.each(["reload", "back"])("is left alone after %s, when the browser restores the position", async (way) => {
    const { page } = await browser.newPage();
    const id = await openAtHeading(page);
    await expect.poll(() => topOf(page, id)).toBe(96);
    await page.evaluate(() => window.scrollTo({ top: 300, behavior: "instant" }));
    await page.waitForTimeout(300);
    if (way === "reload") await page.reload();
    else {
      await page.goto(routes.shop());
      await page.goBack();
    }
    await untilDue(page);
    expect(await scrollY(page)).toBe(300);
  });
});

test.each([
  [360, routes.shop()],
  [360, routes.product("growing-protein")],
  [1280, routes.shop()],
])("%i wide, the round button back to the top never covers a control on %s", async (width, path) => {
  const { page } = await browser.newPage({ width });
  await page.goto(path);
  await page.waitForFunction(() => customElements.get("shop-tabs") !== undefined);
  const seen = await page.evaluate(async () => {
    const button = document.querySelector<HTMLElement>("#ast-scroll-top");
    const controls = [
      ...document.querySelectorAll<HTMLElement>("main a, main button, main input, main select, .buybar .btn"),
    ];
    const covered: string[] = [];
    let shown = 0;
    for (let y = 200; y < document.body.scrollHeight && button; y += 53) {
      scrollTo({ top: y, behavior: "instant" });
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      if (!button.checkVisibility({ visibilityProperty: true })) continue;
      shown += 1;
      const own = button.getBoundingClientRect();
      for (const control of controls) {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const isOver = left < own.right && right > own.left && top < own.bottom && bottom > own.top;
        if (isOver && control.checkVisibility({ visibilityProperty: true }))
          covered.push(`${y}: ${control.outerHTML.slice(0, 80)}`);
      }
    }
    return { covered, shown };
  });
  expect(seen.covered).toEqual([]);
  expect(seen.shown).toBeGreaterThan(0);
});
