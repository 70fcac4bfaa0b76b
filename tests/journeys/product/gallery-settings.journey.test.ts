import { beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { setSetting } from "#shop/settings/settings.ts";
import { openBrowser } from "../support/browser.ts";
import { withDatabase } from "../support/own-shop.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { newDataDir, type RunningShop, startShop } from "../support/start-shop.ts";

const browser = openBrowser();
let shop: RunningShop;
let dataDir: string;
beforeAll(async () => {
  dataDir = await newDataDir();
  shop = await startShop({ dataDir });
  return () => shop.stop();
});

const onOff = [true, false];
const combinations = onOff.flatMap((zoom) =>
  onOff.flatMap((lightbox) => onOff.map((slider) => ({ zoom, lightbox, slider }))),
);

test.each(combinations)("the gallery is usable with %o", async ({ zoom, lightbox, slider }) => {
  await withDatabase(dataDir, undefined, async (db) => {
    await setSetting(db, "zoom_enabled", zoom ? "yes" : "no");
    await setSetting(db, "photoswipe_enabled", lightbox ? "yes" : "no");
    await setSetting(db, "flexslider_enabled", slider ? "yes" : "no");
  });
  const { page, faults } = await browser.newPage({ origin: shop.origin });
  const flags = () =>
    page.evaluate(() => {
      const {
        wc_single_product_params: { zoom_enabled, photoswipe_enabled, flexslider_enabled },
      } = window as never as {
        wc_single_product_params: Record<string, string>;
      };
      return { zoom: zoom_enabled === "1", lightbox: photoswipe_enabled === "1", slider: flexslider_enabled === "1" };
    });
  await expect
    .poll(async () => {
      await page.goto(routes.product("height-growth-complex"));
      return flags();
    })
    .toEqual({ zoom, lightbox, slider });
  await page.waitForFunction(() => customElements.get("shop-gallery"));
  await expectAccessible(page, ".images");
  await expectNoSidewaysScroll(page);
  // Every picture can be reached: by its thumbnail, or because it is on the page.
  const thumbnails = page.locator(".flex-control-nav a");
  expect(await thumbnails.count()).toBe(slider ? 5 : 0);
  if (slider) await thumbnails.nth(2).click();
  const third = page.locator("#picture-3");
  await expect
    .poll(() =>
      third.evaluate((slide) => {
        const { left, right } = slide.getBoundingClientRect();
        const frame = slide.closest(".images")?.getBoundingClientRect();
        return frame !== undefined && left >= frame.left - 1 && right <= frame.right + 1;
      }),
    )
    .toBe(true);
  expect(await page.locator(".woocommerce-product-gallery__trigger").count()).toBe(zoom && lightbox ? 1 : 0);
  await third.hover();
  await expect.poll(() => page.locator(".zoomImg").count()).toBe(zoom ? 1 : 0);
  const href = await third.locator("a").getAttribute("href");
  await third.locator("a").click();
  if (lightbox) await page.waitForSelector("dialog.lightbox .pswp__button--close:focus");
  else {
    await page.waitForURL((url) => url.pathname === href);
    // The browser's own styles of a page with only a picture.
    faults.splice(0);
  }
});
