import { sql } from "drizzle-orm";
import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "#routes";
import { addSizes } from "#shop/cart/cart.fixtures.ts";
import { openBrowser, type PageOptions } from "../support/browser.ts";
import { drawer } from "../support/cart.ts";
import { fillCheckout } from "../support/checkout.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { inSharedShop } from "../support/shared-shop.ts";

const browser = openBrowser();
const product = routes.product("height-growth-complex");
const trigger = ".woocommerce-product-gallery__trigger";
const lightbox = "dialog.lightbox";
const [close, counter] = [`${lightbox} .pswp__button--close`, `${lightbox} .pswp__counter`];
const closeFocused = `${close}:focus`;

async function openProduct(options: PageOptions = {}) {
  const { page, faults } = await browser.newPage(options);
  await page.goto(product);
  await page.waitForFunction(() => customElements.get("shop-gallery"));
  return { page, faults };
}

/** Returns the address of the picture that the lightbox shows. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const images = [
      ...document.querySelectorAll<HTMLImageElement>("dialog.lightbox .pswp__img:not([class*=placeholder])"),
    ];
    const current = images.find((image) => {
      const { left, right } = image.getBoundingClientRect();
      return left < innerWidth / 2 && right > innerWidth / 2;
    });
    return current && { src: new URL(current.src).pathname, alt: current.alt };
  });

const large = (page: Page, slide: number) =>
  page
    .locator(`#picture-${slide} img`)
    .first()
    .evaluate((image: HTMLImageElement) => ({ src: image.dataset.large_image, alt: image.alt }));

describe("the lightbox", () => {
  test.each([360, 768, 1280])("opens on the active slide at %i pixels, without violations", async (width) => {
    const { page } = await openProduct({ width });
    await page.locator(".flex-control-nav a").nth(1).click();
    await page.click(trigger);
    await expect.poll(() => shown(page)).toEqual(await large(page, 2));
    expect(await page.textContent(counter)).toBe("2 / 5");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test("keeps the focus inside and gives it back to the button that opened it", async () => {
    const { page } = await openProduct();
    await page.locator(trigger).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(closeFocused);
    const controls = await page.locator(`${lightbox} button:enabled:visible`).count();
    const seen = new Set<string>();
    for (let press = 0; press < controls * 2; press++) {
      await page.keyboard.press(press < controls ? "Tab" : "Shift+Tab");
      seen.add(
        await page.evaluate(() => (document.activeElement?.closest("dialog") ? document.activeElement.className : "")),
      );
    }
    expect(seen.size).toBe(controls);
    expect(seen).not.toContain("");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(lightbox).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain("trigger");
  });

  test("keys change the picture; closing shows it in the gallery", async () => {
    const { page } = await openProduct();
    await page.locator("#picture-1 a").press("Enter");
    await page.waitForSelector(closeFocused);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => shown(page)).toEqual(await large(page, 3));
    await page.click(close);
    await expect.poll(() => page.locator(".flex-control-nav [aria-current]").getAttribute("href")).toBe("#picture-3");
  });

  test("in right-to-left text the left key and the left button lead to the next picture", async () => {
    const { page } = await openProduct();
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    await page.click(trigger);
    await page.waitForSelector(closeFocused);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => page.textContent(counter)).toBe("2 / 5");
    await page.getByRole("button", { name: "Next picture" }).click();
    await expect.poll(() => shown(page)).toEqual(await large(page, 3));
    expect(await page.textContent(counter)).toBe("3 / 5");
  });

  test("has no sharing and no animation; scrolling does not close it, and it leaves the address and the history alone", async () => {
    const { page } = await openProduct();
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const before = await page.evaluate(() => [location.href, history.length]);
    await page.click(trigger);
    await page.waitForSelector(closeFocused);
    // The icon of a picture that loads may turn.
    const moving = page.locator(lightbox).evaluate((dialog) => {
      const names = dialog.getAnimations({ subtree: true }).map((one) => (one as CSSAnimation).animationName);
      return names.filter((name) => name !== "pswp-clockwise");
    });
    expect([await moving, await page.locator(`${lightbox} [class*=share]`).count()]).toEqual([[], 0]);
    await page.mouse.move(640, 400);
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.locator(lightbox).isVisible()).toBe(true);
    expect(await page.evaluate(() => [location.href, history.length, scrollY])).toEqual([...before, 0]);
  });

  test("a tap leaves the controls visible", async () => {
    const { page } = await openProduct({ width: 360 });
    await page.click(trigger);
    await expect.poll(() => shown(page)).toEqual(await large(page, 1));
    await page.touchscreen.tap(180, 370);
    // A second tap would be a double tap before 300 ms.
    await page.waitForFunction(
      (start) => performance.now() - start > 400,
      await page.evaluate(() => performance.now()),
    );
    expect(await page.locator(close).evaluate((button) => getComputedStyle(button).opacity)).not.toBe("0");
    expect(await page.locator(".pswp--ui-visible").count()).toBe(1);
  });

  test("a picture that cannot be loaded is replaced by a message with a link to it", async () => {
    const { page, faults } = await openProduct();
    const { src } = await large(page, 2);
    await page.route(`**${src}`, (route) => route.abort());
    await page.locator(".flex-control-nav a").nth(1).click();
    await page.click(trigger);
    const message = page.locator(".pswp__error-msg", { hasText: "The image could not be loaded." }).first();
    await message.waitFor();
    expect(await message.locator("a").getAttribute("href")).toBe(src);
    await expectAccessible(page, lightbox);
    faults.splice(0);
  });

  test("shows the caption, or the title of a picture without one, as text", async () => {
    const { page } = await openProduct();
    await page.locator("#picture-1 img").evaluate((image: HTMLImageElement) => {
      image.dataset.caption = "<b>120 capsules</b>";
    });
    await page.click(trigger);
    const caption = page.locator(`${lightbox} .pswp__lightbox-caption`);
    await expect.poll(() => caption.textContent()).toBe("<b>120 capsules</b>");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => caption.textContent()).toBe(await page.locator("#picture-2 img").getAttribute("title"));
  });

  test("costs at most 20 kB when it is opened, and nothing before", async () => {
    const { page } = await openProduct();
    const sizes: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() === "script" || request.resourceType() === "stylesheet")
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.hover(trigger);
    expect(sizes.length).toBe(0);
    await page.click(trigger);
    await page.waitForSelector(closeFocused);
    const loaded = await Promise.all(sizes);
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(20_000);
  });

  test("without scripts the button and the pictures link to the full size", async () => {
    const { page } = await browser.newPage({ javaScript: false });
    await page.goto(product);
    const { pathname } = new URL((await page.locator(trigger).getAttribute("href")) ?? "", page.url());
    expect((await page.request.get(pathname)).headers()["content-type"]).toContain("image/");
    expect(await page.locator("#picture-1 a").getAttribute("href")).toBe(pathname);
  });
});

describe("the zoom", () => {
  const zoomed = (page: Page) => page.locator(".zoomImg");

  test("follows the mouse over the picture, and ends when it leaves", async () => {
    const { page } = await openProduct();
    const box = await page.locator("#picture-1").boundingBox();
    if (!box) throw new Error("The picture is not shown");
    await page.mouse.move(box.x + 2, box.y + 2);
    const place = () => zoomed(page).evaluate((image: HTMLElement) => image.style.transform);
    const start = await place();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height - 2);
    expect(await place()).not.toBe(start);
    expect(await zoomed(page).getAttribute("src")).toBe((await large(page, 1)).src);
    await page.mouse.move(0, 0);
    await expect.poll(() => zoomed(page).count()).toBe(0);
  });

  test("starts under a mouse that came before the code and rests", async () => {
    const { page } = await browser.newPage({ isQuick: false });
    let onAsked: (route: Route) => void = () => {};
    const asked = new Promise<Route>((resolve) => (onAsked = resolve));
    await page.route("**/assets/product-parts-*.js", (route) => onAsked(route));
    await page.goto(product);
    await page.hover("#picture-1");
    await (await asked).continue();
    await expect.poll(() => zoomed(page).count()).toBe(1);
  });

  test("a tap starts and the next one ends it, and the full-screen button still opens the lightbox", async () => {
    const { page } = await openProduct({ width: 360 });
    await page.tap("#picture-1");
    await expect.poll(() => zoomed(page).count()).toBe(1);
    await page.tap("#picture-1");
    await expect.poll(() => zoomed(page).count()).toBe(0);
    expect(await page.locator(lightbox).count()).toBe(0);
    await page.tap(trigger);
    await page.waitForSelector(closeFocused);
  });

  test("there is none for a picture that is no wider than the gallery; it is asked again after the zoom event", async () => {
    const { page } = await openProduct();
    const width = await page.locator(".gallery").evaluate((gallery) => gallery.clientWidth);
    const set = (value: number) =>
      page
        .locator("#picture-1 img")
        .first()
        .evaluate((image: HTMLImageElement, value) => {
          image.dataset.large_image_width = String(value);
          image.closest(".images")?.dispatchEvent(new Event("woocommerce_gallery_init_zoom"));
        }, value);
    await set(width);
    await page.hover("#picture-1");
    expect(await zoomed(page).count()).toBe(0);
    await set(width + 1);
    await page.mouse.move(0, 0);
    await page.hover("#picture-1");
    await expect.poll(() => zoomed(page).count()).toBe(1);
  });
});

test("a press of a thumbnail slides the strip for half a second", async () => {
  const { page } = await openProduct();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  const strip = page.locator(".gallery-strip");
  const part = () => strip.evaluate(({ scrollLeft, clientWidth }) => scrollLeft / clientWidth);
  await page.locator(".flex-control-nav a").nth(1).click();
  await page.clock.runFor(32);
  await page.clock.runFor(220);
  expect(await part()).toBeGreaterThan(0.3);
  expect(await part()).toBeLessThan(0.7);
  await page.clock.runFor(300);
  expect(await part()).toBeCloseTo(1, 2);
  // S9.25: no arrows, no slideshow, no loop.
  expect(await page.locator(".woocommerce-product-gallery .flex-direction-nav").count()).toBe(0);
  await page.clock.runFor(20_000);
  expect(await part()).toBeCloseTo(1, 2);
  const slides = await page.locator(".flex-control-nav a").count();
  expect(await strip.evaluate(({ scrollWidth, clientWidth }) => Math.round(scrollWidth / clientWidth))).toBe(slides);
});

test("a single picture has no thumbnails and no slider", async () => {
  const { page } = await openProduct();
  await page.goto(routes.product("growth-plan"));
  expect(await page.locator(".woocommerce-product-gallery__image").count()).toBe(1);
  expect(await page.locator(".flex-control-nav").count()).toBe(0);
  const strip = page.locator(".gallery-strip");
  expect(await strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

describe("a product without pictures", () => {
  const slug = "tea-without-picture";
  beforeAll(() =>
    inSharedShop(async (db) => {
      const { large } = await addSizes(db, { slug, name: "Tea without picture", visibility: "hidden" });
      await db.execute(sql`insert into product_media (product_id, position, media_id)
        select ${large}, 0, min(id) from media where width = height`);
    }),
  );
  const image = ".woocommerce-product-gallery__image--placeholder > img";

  test.each([360, 1280])("shows the picture of its variation instead of the drawing at %i pixels", async (width) => {
    const { page } = await browser.newPage({ width });
    await page.goto(routes.product(slug));
    const slide = page.locator(".woocommerce-product-gallery__image--placeholder");
    const drawing = () => slide.evaluate((element) => getComputedStyle(element, "::before").content !== "none");
    const height = (await slide.boundingBox())?.height;
    expect([await drawing(), await page.locator(image).isVisible()]).toEqual([true, false]);
    await page.selectOption("select[name=attribute_size]", "Large");
    await expect.poll(() => page.locator(image).getAttribute("src")).toMatch(/^\/media\//);
    expect([await drawing(), await page.locator(image).isVisible()]).toEqual([false, true]);
    expect((await slide.boundingBox())?.height).toBe(height);
    await page.click(".reset_variations");
    await expect.poll(() => page.locator(image).isVisible()).toBe(false);
    expect(await drawing()).toBe(true);
    await expectNoSidewaysScroll(page);
  });

  test("shows the drawing in the cart, the drawer and the order, as large as a picture", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(routes.product(slug));
    await page.selectOption("select[name=attribute_size]", "Small");
    await page.click(".single_add_to_cart_button");
    const expectDrawing = async (place: string) => {
      const blank = page.locator(`${place} .line-blank:visible`).first();
      await blank.waitFor();
      const { width = 0, height = 1 } = (await blank.boundingBox()) ?? {};
      expect(width).toBeGreaterThan(40);
      expect(width / height).toBeCloseTo(1, 1);
      expect(await blank.evaluate((element) => getComputedStyle(element, "::before").maskImage)).toContain("svg");
    };
    await expectDrawing(drawer);
    await page.goto(routes.cart());
    await expectDrawing("main");
    await page.goto(routes.checkout());
    await fillCheckout(page);
    await page.locator("#place_order").click();
    await page.waitForURL(/order-received/);
    await expectDrawing("main");
  });
});
