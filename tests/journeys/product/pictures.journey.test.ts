import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";

const browser = openBrowser();

/** Opens a page on a screen with two device pixels per CSS pixel. */
async function openSharp(width: number, path: string): Promise<Page> {
  const { page } = await browser.newPage({ width });
  const inside = await page.context().newCDPSession(page);
  const height = width < 600 ? 740 : 800;
  await inside.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 2, mobile: width < 600 });
  await page.goto(path);
  return page;
}

/** Returns the width of the file that the browser chose for a picture. */
async function fileWidth(page: Page, selector: string): Promise<number> {
  const image = page.locator(selector).first();
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true);
  return Number(/-(\d+)\.\w+$/.exec(await image.evaluate((one: HTMLImageElement) => one.currentSrc))?.[1]);
}

test.each([
  [360, 720],
  [1280, 1600],
])("the hero is sharp on a screen of %i px at 2x", async (width, least) => {
  const page = await openSharp(width, routes.home());
  expect(await fileWidth(page, ".hero img")).toBeGreaterThanOrEqual(least);
});

test("the main picture of a product is sharp on a screen of 1280 px at 2x", async () => {
  const page = await openSharp(1280, routes.product("growth-plan"));
  const image = page.locator(".wp-post-image");
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true);
  const chosen = await image.evaluate(({ currentSrc, srcset }: HTMLImageElement) => {
    const candidates = srcset.split(", ").map((candidate) => candidate.split(" "));
    return candidates.find(([address]) => new URL(address ?? "", location.href).href === currentSrc)?.[1];
  });
  expect(chosen).toBe("1600w");
});

test("pictures of cards are offered in up to 1600 px", async () => {
  const { page } = await browser.newPage({ javaScript: false });
  await page.goto(routes.shop());
  const offered = await page
    .locator(".card-pic source[type='image/avif']")
    .evaluateAll((sources) => sources.map((source) => /(\d+)w$/.exec((source as HTMLSourceElement).srcset)?.[1]));
  expect(offered.length).toBeGreaterThan(0);
  expect(new Set(offered)).toEqual(new Set(["1600"]));
});

test.each([
  ["home", routes.home()],
  ["shop", routes.shop()],
  ["product", routes.product("height-growth-complex")],
])(
  "a phone requests at most 7 pictures of the %s page before it scrolls, among them those of the next screen",
  async (_, path) => {
    const { page } = await browser.newPage({ width: 360 });
    const height = 740;
    const requested: string[] = [];
    page.on("request", (request) => request.resourceType() === "image" && requested.push(request.url()));
    await page.goto(path);
    await page.waitForFunction(() =>
      document.getAnimations().every((one) => one.timeline !== document.timeline || one.playState !== "running"),
    );
    const missing = () =>
      page.evaluate((bottom) => {
        const isNear = (image: HTMLImageElement) => {
          const { top, left } = image.getBoundingClientRect();
          return image.checkVisibility() && top < bottom && left < 2 * innerWidth;
        };
        return Array.from(document.images).filter((image) => isNear(image) && !image.complete).length;
      }, 2 * height);
    await expect.poll(missing).toBe(0);
    await page.waitForTimeout(500);
    expect(requested.filter((url) => !url.startsWith("data:")).length).toBeLessThanOrEqual(7);
  },
);
