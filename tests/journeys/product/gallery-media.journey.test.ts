import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { openBrowser, type PageOptions } from "../support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { inSharedShop } from "../support/shared-shop.ts";

const browser = openBrowser();
const product = routes.product("ashwagandha-root");
const [video, spin] = ["#product-video", "#product-spin"];
const view = `${spin} .spin-view`;

async function openProduct(options: PageOptions = {}) {
  const { page, faults } = await browser.newPage(options);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(product);
  await page.waitForFunction(() => customElements.get("shop-video"));
  await page.waitForSelector(`${view}[role=slider]`);
  return { page, faults, requested };
}

/** Goes to a slide by its thumbnail and waits until it fills the gallery. */
async function goTo(page: Page, slide: string) {
  await page.locator(`.flex-control-nav [href='${slide}']`).click();
  await expect.poll(() => distanceTo(page, slide)).toBeLessThan(1);
}

const distanceTo = (page: Page, slide: string) =>
  page.evaluate((selector) => {
    const [one, strip] = [selector, ".gallery-strip"].map((name) =>
      document.querySelector(name)?.getBoundingClientRect(),
    );
    return Math.abs((one?.left ?? 0) - (strip?.left ?? 9999));
  }, slide);

const frame = (page: Page) => page.locator(view).getAttribute("aria-valuenow").then(Number);
const isLoaded = async (page: Page) =>
  page.waitForFunction((selector) => !document.querySelector(selector)?.ariaBusy, view);

describe("the video", () => {
  test.each([360, 1280])(
    "loads nothing before it is played, plays in its place with captions, and stops when left, at %i px",
    async (width) => {
      const { page, requested } = await openProduct({ width });
      await goTo(page, video);
      await expectNoSidewaysScroll(page);
      expect(requested.filter((url) => /\.(?:webm|vtt)$/.test(url))).toEqual([]);
      await page.locator(`${video} .media-still`).click();
      const state = () =>
        page.locator(`${video} video`).evaluate((one: HTMLVideoElement) => ({
          hasStarted: one.currentTime > 0,
          isFocused: document.activeElement === one,
          cues: one.textTracks[0]?.cues?.length ?? 0,
          mode: one.textTracks[0]?.mode,
        }));
      await expect.poll(state).toEqual({ hasStarted: true, isFocused: true, cues: 3, mode: "showing" });
      await goTo(page, "#picture-1");
      await expect
        .poll(() => page.locator(`${video} video`).evaluate((one: HTMLVideoElement) => one.paused))
        .toBe(true);
    },
  );

  test("says when its file cannot be loaded, and shows the poster again", async () => {
    const { page, faults } = await openProduct();
    await page.route(/\.webm$/, (route) => route.abort());
    await goTo(page, video);
    await page.locator(`${video} .media-still`).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(`${video} [role=alert]`).textContent()).toBe("The video could not be loaded.");
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("media-still");
    faults.splice(0);
  });

  test("plays without its captions if they cannot be loaded", async () => {
    const { page, faults } = await openProduct();
    let isRefused = false;
    await page.route(/\.vtt$/, async (route) => {
      await route.abort();
      isRefused = true;
    });
    await goTo(page, video);
    await page.locator(`${video} .media-still`).click();
    const track = page.locator(`${video} track`);
    await expect.poll(() => track.evaluate((one: HTMLTrackElement) => one.readyState === one.ERROR)).toBe(true);
    expect(isRefused).toBe(true);
    await expect
      .poll(() => page.locator(`${video} video`).evaluate((one: HTMLVideoElement) => one.currentTime))
      .toBeGreaterThan(0);
    expect(await page.locator(`${video} [role=alert]`).count()).toBe(0);
    faults.splice(0);
  });

  test("plays once when its poster is double-clicked before its code has loaded", async () => {
    const { page } = await browser.newPage();
    await page.addInitScript(() => {
      const play: (this: HTMLMediaElement) => Promise<void> = Reflect.get(HTMLMediaElement.prototype, "play");
      HTMLMediaElement.prototype.play = function () {
        document.documentElement.dataset.plays = String(Number(document.documentElement.dataset.plays ?? 0) + 1);
        return play.call(this);
      };
    });
    await page.goto(product);
    await page.waitForFunction(() => customElements.get("shop-video"));
    await goTo(page, video);
    await page.locator(`${video} .media-still`).evaluate((poster: HTMLElement) => {
      poster.click();
      poster.click();
    });
    await expect
      .poll(() => page.locator(`${video} video`).evaluate((one: HTMLVideoElement) => one.currentTime))
      .toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.dataset.plays)).toBe("1");
  });

  test("without scripts the browser's own player is there, with a poster, and the spin set is a picture", async () => {
    const { page } = await browser.newPage({ javaScript: false });
    await page.goto(`${product}${video}`);
    const player = page.locator(`${video} video`);
    // Slides after the first are laid out a second later.
    await expect.poll(() => player.isVisible()).toBe(true);
    expect(await player.getAttribute("preload")).toBe("none");
    expect(await page.locator(`${video} .media-still`).isVisible()).toBe(false);
    expect(await page.locator(`${spin} img`).count()).toBe(1);
    expect(await page.locator(`${spin} button`).first().isVisible()).toBe(false);
  });

  test("on YouTube, is asked for when it is pressed and not before, from the player without cookies", async () => {
    const slug = "tea-on-youtube";
    await inSharedShop(async (db) => {
      const id = await addProduct(db, { slug, name: "Tea" });
      await db.execute(sql`insert into product_videos (product_id, source, file, media_type, youtube_id)
        values (${id}, 'tea', '', '', 'dQw4w9WgXcQ')`);
    });
    const { page, faults } = await browser.newPage();
    const asked: string[] = [];
    await page.route(/^https:/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: "text/html", body: "<title>Player</title>" });
    });
    await page.goto(routes.product(slug));
    await page.waitForFunction(() => customElements.get("shop-video"));
    await goTo(page, video);
    expect(asked).toEqual([]);
    await page.locator(`${video} .media-still`).click();
    await expect
      .poll(() => asked)
      .toEqual(["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&playsinline=1&rel=0&hl=en"]);
    expect(await page.locator(`${video} iframe`).getAttribute("title")).toBe("Video: Tea");
    await page.locator(".gallery-strip").evaluate((strip) => strip.scrollTo({ left: 0, behavior: "instant" }));
    await expect.poll(() => page.locator(`${video} .media-still`).count()).toBe(1);
    // The request to another site is what this journey is about.
    faults.splice(0);
  });

  test.each(["ltr", "rtl"])("slides into sight when it is reached by Tab, in %s text", async (dir) => {
    const { page } = await openProduct();
    await page.evaluate((dir) => (document.documentElement.dir = dir), dir);
    await page.locator("#picture-2 a").focus();
    for (const slide of ["#picture-3", video, spin]) {
      await page.keyboard.press("Tab");
      await expect.poll(() => distanceTo(page, slide)).toBeLessThan(1);
      await page.waitForSelector(`.thumbs [href='${slide}'][aria-current]`);
    }
  });

  test("is left out of the lightbox, whose button it hides", async () => {
    const { page } = await openProduct();
    await goTo(page, video);
    await expect.poll(() => page.locator(".gallery-main > .zoom").isVisible()).toBe(false);
    await goTo(page, "#picture-2");
    await page.locator(".gallery-main > .zoom").click();
    await expect.poll(() => page.locator("dialog.lightbox .pswp__counter").textContent()).toBe("2 / 3");
  });
});

describe("the spin set", () => {
  test("loads its pictures when it is used, and is turned by keys and announced as a slider", async () => {
    const { page, requested } = await openProduct();
    await goTo(page, spin);
    const frames = () => new Set(requested.filter((url) => url.endsWith(".webp"))).size;
    const before = frames();
    await page.locator(view).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(frames).toBeGreaterThanOrEqual(before + 19);
    const told = () =>
      page
        .getByRole("slider", { name: "Ashwagandha Root from all sides" })
        .evaluate((one) => [one.ariaValueNow, one.ariaValueText]);
    expect(await told()).toEqual(["2", "Picture 2 of 20"]);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    expect(await told()).toEqual(["20", "Picture 20 of 20"]);
    await isLoaded(page);
    const shown = await page.locator(`${view} .spin-frame`).getAttribute("src");
    const sources = JSON.parse((await page.locator("shop-spin").getAttribute("data-frames")) ?? "[]");
    expect(new URL(shown ?? "", page.url()).pathname).toBe(sources[19]);
    await expectAccessible(page);
  });

  test("is turned by dragging with the mouse, once around across its width", async () => {
    const { page } = await openProduct();
    await goTo(page, spin);
    const box = await page.locator(view).boundingBox();
    const { x = 0, y: top = 0, width = 0, height = 0 } = box ?? {};
    // The middle may be under the page's header.
    const y = top + height * 0.8;
    await page.mouse.move(x + width * 0.25, y);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.5, y, { steps: 4 });
    await expect.poll(() => frame(page)).toBe(6);
    await page.mouse.up();
    await page.mouse.move(x + width * 0.9, y);
    expect(await frame(page)).toBe(6);
    expect(await distanceTo(page, spin)).toBeLessThan(1);
  });

  test.each([
    ["picture by picture", "no-preference", ["2", "3", "4", "3", "2", "1"]],
    ["at once where motion is reduced", "reduce", ["4", "1"]],
  ] as const)("is turned by its buttons, %s", async (_, reducedMotion, positions) => {
    const { page } = await openProduct({ width: 360 });
    await page.emulateMedia({ reducedMotion });
    await goTo(page, spin);
    await page.locator(view).evaluate((slider) => {
      const told: (string | null)[] = [];
      new MutationObserver(() => {
        if (slider.ariaValueNow !== told.at(-1)) told.push(slider.ariaValueNow);
        slider.setAttribute("data-told", told.join());
      }).observe(slider, { attributeFilter: ["aria-valuenow"] });
    });
    await page.getByRole("button", { name: "Turn to the right" }).click();
    await expect.poll(() => frame(page)).toBe(4);
    await page.getByRole("button", { name: "Turn to the left" }).click();
    await expect.poll(() => page.locator(view).getAttribute("data-told")).toBe(positions.join());
  });

  test("turns by a button that was pressed before its code had loaded", async () => {
    const { page } = await browser.newPage();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/spin-[\w-]+\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(product, { waitUntil: "domcontentloaded" });
    await page.waitForFunction(() => customElements.get("shop-spin"));
    await goTo(page, spin);
    await page.getByRole("button", { name: "Turn to the right" }).click();
    expect(await page.locator(view).getAttribute("role")).toBeNull();
    release();
    await expect.poll(() => frame(page)).toBe(4);
  });
});

test("the thumbnails of video and spin set say what they are, also in right-to-left text", async () => {
  const { page } = await openProduct({ width: 360 });
  await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
  await page.getByRole("link", { name: "Video: Ashwagandha Root" }).click();
  await expect.poll(() => distanceTo(page, video)).toBeLessThan(1);
  await page.getByRole("link", { name: "Ashwagandha Root from all sides" }).click();
  await expect.poll(() => distanceTo(page, spin)).toBeLessThan(1);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
