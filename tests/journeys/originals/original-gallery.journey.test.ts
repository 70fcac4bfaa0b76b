import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { setChoice } from "../support/buying-box.ts";
import {
  type JQuery,
  type JQuerySet,
  jQueryKinds,
  openWithScript,
  realJQuery,
  withJQuery,
} from "../support/originals/original-scripts.ts";

const browser = openBrowser();
const product = routes.product("height-growth-complex");

/**
 * Runs in the page and does what the protocol's product script does with the gallery and its slider: it moves the pictures into a
 * viewport of its own, gives them the width of the gallery in a row of ten times that width, adds thumbnails and a button that
 * fills the root of its lightbox, and raises its events.
 */
function galleryScript(): void {
  const { jQuery } = window as never as { jQuery: JQuery };
  // Printed at the end of the page, after a script in the head has run.
  const switchesOf = () =>
    (window as never as { wc_single_product_params: Record<string, unknown> }).wc_single_product_params;
  const slideIn = (gallery: HTMLElement) => {
    const row = gallery.querySelector<HTMLElement>(".woocommerce-product-gallery__wrapper");
    const slides = [...gallery.querySelectorAll<HTMLElement>(".woocommerce-product-gallery__image")];
    if (!row) return;
    const viewport = document.createElement("div");
    viewport.className = "flex-viewport";
    Object.assign(viewport.style, { overflow: "hidden", position: "relative" });
    gallery.append(viewport);
    viewport.append(row);
    row.style.width = `${slides.length * 200}%`;
    const measure = () => {
      for (const slide of slides)
        Object.assign(slide.style, { width: `${viewport.clientWidth}px`, float: "left", display: "block" });
    };
    const list = document.createElement("ol");
    list.className = "flex-control-nav flex-control-thumbs";
    for (const [index, slide] of slides.entries()) {
      const image = new Image();
      image.src = slide.dataset.thumb ?? "";
      image.alt = "";
      const item = document.createElement("li");
      item.append(image);
      item.addEventListener("click", () => {
        row.style.transform = `translate3d(-${index * viewport.clientWidth}px, 0px, 0px)`;
      });
      list.append(item);
    }
    gallery.append(list);
    measure();
    window.addEventListener("resize", measure);
  };
  const enlarge = (gallery: HTMLElement) => {
    const root = document.querySelector<HTMLElement>(".pswp");
    const trigger = document.createElement("a");
    trigger.href = "#";
    trigger.className = "woocommerce-product-gallery__trigger";
    trigger.textContent = "View";
    gallery.prepend(trigger);
    trigger.addEventListener("click", (event) => {
      event.preventDefault();
      root?.classList.add("pswp--open", "pswp--visible");
      root?.querySelector(".pswp__ui")?.classList.remove("pswp__ui--hidden");
    });
  };
  jQuery.fn.wc_product_gallery = function (this: JQuerySet) {
    const [gallery, switches] = [this[0], switchesOf()];
    if (switches.flexslider_enabled) slideIn(gallery);
    if (switches.photoswipe_enabled && switches.zoom_enabled) enlarge(gallery);
    return this;
  };
  jQuery(() => {
    const switches = switchesOf();
    for (const gallery of document.querySelectorAll<HTMLElement>(".woocommerce-product-gallery")) {
      const set = jQuery(gallery) as JQuerySet & { wc_product_gallery: (options: unknown) => void };
      set.trigger("wc-product-gallery-before-init", [gallery, switches]);
      set.wc_product_gallery(switches);
      set.trigger("wc-product-gallery-after-init", [gallery, switches]);
      gallery.dataset.startedByOriginal = "";
    }
  });
}

/** Returns the widths of gallery and slides in px, and how many thumbnail lists and buttons are visible. */
const lookOf = (page: Page) =>
  page.evaluate(() => {
    const widthOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().width ?? 0;
    const visible = (selector: string) =>
      [...document.querySelectorAll(`.images ${selector}`)].filter((one) => one.checkVisibility()).length;
    return {
      isFitting: Math.abs(widthOf("#picture-1") - widthOf(".images")) < 1 && widthOf(".images") > 300,
      thumbnails: visible(".flex-control-nav"),
      triggers: visible(".woocommerce-product-gallery__trigger"),
    };
  });

describe.each(jQueryKinds)("the original script for the gallery, with jQuery: %s", (_, jQuery, placements) => {
  test.each(placements)("%s, has slider, thumbnails and lightbox to itself", async (placement) => {
    const { page } = await browser.newPage();
    await openWithScript(page, product, withJQuery(jQuery, galleryScript), placement);
    await page.waitForSelector("[data-started-by-original]");
    await expect.poll(() => lookOf(page)).toEqual({ isFitting: true, thumbnails: 1, triggers: 1 });
    const thumbnail = page.locator(".images > .flex-control-nav:not(.thumbs) li").nth(1);
    await thumbnail.click();
    const placeOf = (selector: string) =>
      page.evaluate((selector) => {
        const [slide, frame] = [selector, ".flex-viewport"].map((one) => document.querySelector(one));
        const { left = 0, width = 1, height = 0 } = slide?.getBoundingClientRect() ?? {};
        return {
          widths: Math.round((left - (frame?.getBoundingClientRect().left ?? 0)) / width),
          hasHeight: height > 100,
        };
      }, selector);
    await expect.poll(() => placeOf("#picture-2")).toEqual({ widths: 0, hasHeight: true });
    expect(await placeOf("#picture-4")).toEqual({ widths: 2, hasHeight: true });
    await page.locator(".images > .woocommerce-product-gallery__trigger").click();
    const button = page.locator("#photoswipe-fullscreen-dialog .pswp__button--close");
    await expect.poll(() => button.isVisible()).toBe(true);
    expect(await page.locator("dialog.lightbox").count()).toBe(0);
  });
});

test("a video plays and a spin set turns in the original script's gallery", async () => {
  const { page } = await browser.newPage();
  const jQuery = realJQuery;
  await openWithScript(page, routes.product("ashwagandha-root"), withJQuery(jQuery, galleryScript), "in the head");
  await page.waitForSelector("[data-started-by-original]");
  const thumbnails = page.locator(".images > .flex-control-nav:not(.thumbs) li");
  await expect.poll(() => thumbnails.count()).toBe(5);
  await thumbnails.nth(3).click();
  await page.locator("#product-video .media-still").click();
  const seconds = () => page.locator("#product-video video").evaluate((one: HTMLVideoElement) => one.currentTime);
  await expect.poll(seconds).toBeGreaterThan(0);
  await thumbnails.nth(4).click();
  await page.locator("#product-spin [data-turn='1']").click();
  await expect.poll(() => page.locator(".spin-view").getAttribute("aria-valuenow")).toBe("4");
  expect(await page.locator(".pswp--open").count()).toBe(0);
});

describe("scripts that add to the gallery", () => {
  const events = ["wc-product-gallery-before-init", "wc-product-gallery-after-init", "woocommerce_gallery_init_zoom"];

  test.each(jQueryKinds)("hear its events from our client with the parameters, with jQuery: %s", async (_, jQuery) => {
    const { page } = await browser.newPage();
    const listen = `jQuery(() => {
      const heard = window.heard = [];
      for (const name of ${JSON.stringify(events)})
        jQuery(document.body).on(name, (event, gallery, switches) => heard.push([name, switches && switches.zoom_enabled]));
    })`;
    await openWithScript(page, product, `${jQuery};\n${listen}`, "in the head");
    await setChoice(page, "pa_pack", "2-bottles");
    const heard = () => page.evaluate(() => (window as never as { heard: unknown[] }).heard);
    await expect.poll(heard).toEqual(expect.arrayContaining([[events[2], undefined]]));
    const started = (await heard()).filter((one) => String(one).startsWith("wc-product"));
    expect(started).toEqual([
      [events[0], "1"],
      [events[1], "1"],
    ]);
  });

  test("show a picture by clicking its thumbnail with the slider's event, and the first again", async () => {
    const { page } = await browser.newPage();
    const jQuery = realJQuery;
    await openWithScript(page, product, jQuery, "in the head");
    const current = () => page.locator(".flex-control-nav [aria-current]").getAttribute("href");
    const trigger = (selector: string, name: string) =>
      page.evaluate(
        ([selector, name]) => {
          const { jQuery } = window as never as { jQuery: JQuery };
          jQuery(document.querySelector(selector) ?? document).trigger(name);
        },
        [selector, name] as const,
      );
    await page.waitForFunction(() => customElements.get("shop-gallery"));
    await trigger(".flex-control-nav li:nth-child(3) img", "flexslider-click");
    await expect.poll(current).toBe("#picture-3");
    await trigger(".images", "woocommerce_gallery_reset_slide_position");
    await expect.poll(current).toBe("#picture-1");
  });
});
