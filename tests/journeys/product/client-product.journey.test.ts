import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { choose } from "../support/buying-box.ts";
import { countShifts } from "../support/layout-shifts.ts";
import { leaveClientOut } from "../support/originals/field-scripts.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const slug = "height-growth-complex";
const activeTab = (page: Page) => page.locator(".wc-tabs [aria-selected=true]").getAttribute("href");
const shownPanels = (page: Page) => page.locator(".wc-tab:visible").evaluateAll((panels) => panels.map(({ id }) => id));

/** Runs in the page and does what the protocol's product script does: it adds no roles, and selects by them. */
function switchTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLElement>("[role=tablist] [role=tab]")];
  const panels = document.querySelectorAll<HTMLElement>(".wc-tabs-wrapper .wc-tab");
  for (const panel of panels) panel.style.display = "none";
  for (const tab of tabs) {
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      for (const other of tabs) {
        other.setAttribute("aria-selected", String(other === tab));
        other.tabIndex = other === tab ? 0 : -1;
      }
      for (const panel of panels) panel.style.display = `#${panel.id}` === tab.getAttribute("href") ? "block" : "none";
    });
    tab.addEventListener("keydown", ({ key }) => {
      if (key === "Home") tabs[0]?.focus();
    });
  }
  document.querySelector<HTMLElement>(".wc-tabs li:first-child a")?.click();
}

describe("the tabs", () => {
  test("the URL's fragment selects the tab; the default is the description", async () => {
    const { page } = await browser.newPage();
    for (const [end, tab] of [
      ["", "#tab-description"],
      ["#reviews", "#tab-reviews"],
      ["#tab-reviews", "#tab-reviews"],
      ["#comment-1", "#tab-reviews"],
      ["#tab-additional_information", "#tab-additional_information"],
      ["#main", "#tab-description"],
      ["#sale-50%", "#tab-description"],
      ["?cpage=2", "#tab-reviews"],
      ["comment-page-1/", "#tab-reviews"],
      ["comment-page-1/#tab-additional_information", "#tab-reviews"],
      ["?cpage=1#tab-description", "#tab-reviews"],
    ] as const) {
      // When only the fragment differs, the browser does not load the page again.
      const opened = await page.goto(routes.product(slug) + end);
      if (!opened) await page.reload();
      await page.waitForSelector(".is-tabbed");
      expect({ end, tab: await activeTab(page) }).toEqual({ end, tab });
      expect(await shownPanels(page)).toEqual([tab.slice(1)]);
    }
  });

  test("move nothing when they start on a page that is reloaded below them", async () => {
    const { page } = await browser.newPage({ width: 360 });
    const shifts = await countShifts(page);
    await page.goto(routes.product(slug));
    await page.locator(".questions").scrollIntoViewIfNeeded();
    await page.reload();
    await page.waitForSelector(".is-tabbed");
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1000);
    expect(await shifts()).toBe(0);
  });

  test("arrow keys move between them; only one is in the tab order", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.product(slug));
    await page.locator(".wc-tabs [aria-selected=true]").focus();
    const steps: [string, string][] = [
      ["ArrowRight", "#tab-additional_information"],
      ["End", "#tab-reviews"],
      ["ArrowRight", "#tab-description"],
      ["ArrowLeft", "#tab-reviews"],
      ["Home", "#tab-description"],
      ["ArrowDown", "#tab-description"],
    ];
    for (const [key, tab] of steps) {
      await page.keyboard.press(key);
      expect(await activeTab(page), `after ${key}`).toBe(tab);
      expect(await page.evaluate(() => document.activeElement?.getAttribute("href")), `after ${key}`).toBe(tab);
    }
    expect(await page.locator(".wc-tabs [tabindex='0']").count()).toBe(1);
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    await page.keyboard.press("ArrowLeft");
    expect(await activeTab(page)).toBe("#tab-additional_information");
    await page.evaluate(() => {
      const list = document.querySelector<HTMLElement>(".wc-tabs");
      if (list) list.style.display = "grid";
    });
    await page.keyboard.press("ArrowDown");
    expect(await activeTab(page)).toBe("#tab-reviews");
    await page.keyboard.press("ArrowLeft");
    expect(await activeTab(page)).toBe("#tab-reviews");
    expect(await page.locator(".wc-tabs [aria-selected=true]").count()).toBe(1);
  });

  test("the review link opens the reviews and scrolls to them", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(routes.product(slug));
    await page.locator(".buy .woocommerce-review-link").click();
    expect(await activeTab(page)).toBe("#tab-reviews");
    await page.waitForFunction(() => {
      const top = document.querySelector("#reviews")?.getBoundingClientRect().top ?? 9999;
      return top >= 0 && top < window.innerHeight;
    });
  });

  test.each([360, 768, 1280])(
    "at %i pixels without scripts all three are visible below links to them",
    async (width) => {
      const { page } = await browser.newPage({ width, javaScript: false });
      await page.goto(routes.product(slug));
      expect((await shownPanels(page)).length).toBe(3);
      expect(await page.getByRole("tab").count()).toBe(0);
      await page
        .getByRole("navigation", { name: "About this product" })
        .getByRole("link", { name: /^Reviews/ })
        .click();
      expect(await page.locator(":target").getAttribute("id")).toBe("tab-reviews");
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, ".product-tabs");
    },
  );

  test("a script that only switches between tabs by their roles finds them in the server's markup", async () => {
    const { page } = await browser.newPage();
    await leaveClientOut(page);
    await page.goto(routes.product(slug));
    await expectAccessible(page, ".product-tabs");
    await page.evaluate(switchTabs);
    expect(await shownPanels(page)).toEqual(["tab-description"]);
    await page.getByRole("tab", { name: /^Reviews/ }).click();
    expect(await shownPanels(page)).toEqual(["tab-reviews"]);
    expect(await page.getByRole("tabpanel", { name: /^Reviews/ }).getAttribute("id")).toBe("tab-reviews");
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("tab", { selected: true }).getAttribute("href")).toBe("#tab-description");
    expect(await shownPanels(page)).toEqual(["tab-description"]);
    await expectAccessible(page, ".product-tabs");
  });
});

test("a script that cannot start is reported, and the others work", async () => {
  const { page, faults } = await browser.newPage();
  await page.addInitScript("delete window.IntersectionObserver");
  await page.goto(routes.product(slug));
  await page.locator("a.cart-container:visible").click();
  await page.waitForSelector("#astra-mobile-cart-drawer[open]");
  expect(faults.splice(0).filter((fault) => fault.includes("IntersectionObserver")).length).toBeGreaterThan(0);
});

describe("the gallery", () => {
  const current = (page: Page) => page.locator(".flex-control-nav [aria-current]").getAttribute("href");

  /** Returns the full-size picture of a slide, and the target of the full-screen link. */
  const fullSizes = (page: Page, slide: string) =>
    Promise.all([
      page.locator(`[id="${slide}"] a`).getAttribute("href"),
      page.locator(".woocommerce-product-gallery__trigger").evaluate((link: HTMLAnchorElement) => link.pathname),
    ]);

  test("thumbnails have unique names and scroll the strip, not the page; scrolling the strip marks the thumbnail", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.product(slug));
    const names = await page.locator(".flex-control-nav a").evaluateAll((links) => links.map((link) => link.ariaLabel));
    expect(new Set(names).size).toBe(names.length);
    await page.locator(".flex-control-nav a").nth(2).focus();
    const scrolled = await page.evaluate(() => window.scrollY);
    await page.keyboard.press("Enter");
    expect(await current(page)).toBe("#picture-3");
    const [third, full] = await fullSizes(page, "picture-3");
    expect(full).toBe(third);
    await page.waitForFunction(() => (document.querySelector(".gallery-strip")?.scrollLeft ?? 0) > 0);
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
    expect(new URL(page.url()).hash).toBe("");
    await page.evaluate(() => document.querySelector(".gallery-strip")?.scrollTo({ left: 0, behavior: "instant" }));
    await page.waitForFunction(
      () => document.querySelector(".flex-control-nav [aria-current]")?.getAttribute("href") === "#picture-1",
    );
  });

  test("a picture selected by the URL stays shown after the form's first check", async () => {
    const { page } = await browser.newPage();
    await page.goto(`${routes.product(slug)}#picture-3`);
    await page.waitForSelector("form.variations_form[current-image]");
    await page.waitForFunction(() => {
      const strip = document.querySelector(".gallery-strip");
      const shown = strip?.querySelector("#picture-3");
      if (!strip || !shown) return false;
      return Math.abs(shown.getBoundingClientRect().left - strip.getBoundingClientRect().left) < 2;
    });
    expect(await current(page)).toBe("#picture-3");
  });

  test("the picture of linked options is shown at its place in the gallery", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.product(slug));
    const main = page.locator(".woocommerce-product-gallery__image img").first();
    const own = await main.getAttribute("src");
    await page.goto(routes.productChoice(slug, { pa_pack: "2-bottles" }));
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    await expect.poll(() => main.getAttribute("src")).toBe(own);
    const shown = (await current(page))?.slice(1);
    expect(shown).not.toBe("picture-1");
    const thumbnail = page.locator(".flex-control-nav [aria-current] img");
    const stem = (await thumbnail.getAttribute("src"))?.replace(/-\d+\.\w+$/, "") ?? "";
    expect(await page.locator(`[id="${shown}"] img`).getAttribute("src")).toContain(stem);
  });

  test("a variation's own picture replaces the first one, and is taken back", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.product(slug));
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    const main = page.locator(".woocommerce-product-gallery__image img").first();
    const before = await main.getAttribute("src");
    const words = await main.getAttribute("alt");
    const thumbnail = page.locator(".flex-control-nav img").first();
    const small = await thumbnail.getAttribute("src");
    expect(words).not.toBe("");
    await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>("form.variations_form");
      const all = JSON.parse(form?.dataset.product_variations ?? "[]") as Record<string, unknown>[];
      const src = document.querySelectorAll<HTMLImageElement>(".flex-control-nav img")[1]?.getAttribute("src");
      const picture = { src, src_w: 10, src_h: 20, alt: "Another", full_src: src, srcset: false, sizes: false };
      const other = { image_id: 8, image: { ...picture, gallery_thumbnail_src: `${src}?other` } };
      // The second variation's picture has its own slide, the others' have not; the first one's has no alt text.
      Object.assign(all[0] ?? {}, { image_id: 6, image: { ...other.image, alt: "" } });
      Object.assign(all[1] ?? {}, { image_id: 7, image: { ...picture, gallery_thumbnail_src: src } });
      Object.assign(all[2] ?? {}, other);
      if (form) form.dataset.product_variations = JSON.stringify(all);
      form?.dispatchEvent(new CustomEvent("reload_product_variations"));
    });
    await choose(page, "pa_pack", "2-bottles");
    expect(await current(page)).toBe("#picture-2");
    expect(await page.getAttribute("form.variations_form", "current-image")).toBe("7");
    await choose(page, "pa_pack", "3-bottles");
    expect(await current(page)).toBe("#picture-1");
    const [placed, full] = await fullSizes(page, "picture-1");
    expect(full).toBe(placed);
    expect(await main.getAttribute("alt")).toBe("Another");
    expect(await main.getAttribute("data-o_src")).toBe(before);
    expect(await thumbnail.getAttribute("src")).toMatch(/\?other$/);
    await choose(page, "pa_pack", "1-bottle");
    expect([await main.getAttribute("src"), await main.getAttribute("alt")]).not.toContain(before);
    expect(await main.getAttribute("alt")).toBe(words);
    await page.click(".reset_variations");
    const [own, ownFull] = await fullSizes(page, "picture-1");
    expect(ownFull).toBe(own);
    expect([await main.getAttribute("src"), await main.getAttribute("alt")]).toEqual([before, words]);
    expect(await thumbnail.getAttribute("src")).toBe(small);
    expect(await page.getAttribute("form.variations_form", "current-image")).toBe(null);
  });
});

describe("the quantity", () => {
  test("changes within its limits and is raised to the minimum", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(routes.product("moringa-leaf"));
    const field = page.locator("input[name=quantity]");
    expect(await field.inputValue()).toBe("2");
    const heard = page.evaluate(
      () =>
        new Promise((resolve) =>
          document.addEventListener("change", (event) => resolve((event.target as Element).tagName)),
        ),
    );
    await page.click(".quantity .plus");
    expect(await heard).toBe("INPUT");
    expect(await field.inputValue()).toBe("3");
    for (let press = 0; press < 6; press++) await page.click(".quantity .plus");
    expect(await field.inputValue()).toBe("6");
    for (let press = 0; press < 6; press++) await page.click(".quantity .minus");
    expect(await field.inputValue()).toBe("2");
  });
});

describe("the buy bar on phones", () => {
  test("appears when the form is scrolled out of view, and submits it", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(routes.product("whey-protein"));
    await page.waitForSelector(".woocommerce-variation-add-to-cart-disabled");
    const bar = page.locator(".buybar");
    expect(await bar.isVisible()).toBe(false);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await bar.waitFor({ state: "visible" });
    await page.click(".buybar-add");
    const complaint = page.locator(".variation-complaint");
    expect(await complaint.evaluate((element) => element === document.activeElement)).toBe(true);
    await bar.waitFor({ state: "hidden" });
  });

  test("shows picture, options and price of the choice, and never covers what has the focus", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(routes.product(slug));
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    const bar = page.locator(".buybar");
    expect(await bar.locator("img").count()).toBe(0);
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await bar.waitFor({ state: "visible" });
    const before = await bar.locator("img").getAttribute("src");
    await choose(page, "pa_pack", "2-bottles");
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await expect.poll(() => bar.locator("small").textContent()).toBe("2 bottles");
    await expect.poll(() => bar.locator("img").getAttribute("src")).not.toBe(before);
    await page.locator(".reset_variations").evaluate((link: HTMLElement) => link.click());
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    await expect.poll(() => bar.locator("small").textContent()).toBe("Height Growth Complex");
    await expect.poll(() => bar.locator("img").getAttribute("src")).toBe(before);
    await bar.waitFor({ state: "visible" });
    await expectAccessible(page);
    const covered = await page.evaluate(() => {
      const barTop = () => document.querySelector(".buybar")?.getBoundingClientRect().top ?? 0;
      const links = [...document.querySelectorAll<HTMLElement>(".related a, footer a")].filter((one) =>
        one.checkVisibility(),
      );
      const isCovered = (link: HTMLElement) => {
        link.focus();
        const { top, bottom } = link.getBoundingClientRect();
        return document.activeElement === link && bottom > barTop() + 1 && top < innerHeight;
      };
      return document.querySelector<HTMLElement>(".buybar")?.hidden === false
        ? links.filter(isCovered).map(({ textContent }) => textContent)
        : [];
    });
    expect(covered).toEqual([]);
  });

  test("moves nothing when it appears", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(routes.product(slug));
    const shifts = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          // Not those while the page loaded: the arriving font moves letters of the notice by fractions of a pixel.
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
          }).observe({ type: "layout-shift" });
          const bar = document.querySelector<HTMLElement>(".buybar");
          const observer = new MutationObserver(() => {
            if (bar && !bar.hidden) requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
          });
          if (bar) observer.observe(bar, { attributes: true });
          window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" });
        }),
    );
    expect(await shifts).toBe(0);
  });

  test("shows the price of the chosen options", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(routes.product(slug));
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    await choose(page, "pa_pack", "2-bottles");
    expect(await page.locator(".buybar-price").textContent()).toContain("5,499");
  });
});

describe("Buy now", () => {
  test("leads to the checkout with product and form values in the URL", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.product("moringa-leaf"));
    const asked = page.waitForRequest((request) => request.url().includes("add-to-cart="));
    await page.click(".qcfw_single_buy_now_button");
    const { pathname, searchParams } = new URL((await asked).url());
    expect(pathname).toBe(routes.checkout());
    expect(Number(searchParams.get("add-to-cart"))).toBeGreaterThan(0);
    expect(searchParams.get("quantity")).toBe("2");
    await page.waitForURL((url) => url.pathname === routes.checkout() && url.search === "");
    expect(await page.locator("main").textContent()).toContain("Moringa");
  });

  test("shows an error while options are missing", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.product("whey-protein"));
    await page.waitForSelector(".woocommerce-variation-add-to-cart-disabled");
    await page.click(".qcfw_single_buy_now_button", { force: true });
    await page.locator(".variation-complaint").waitFor();
    expect(new URL(page.url()).pathname).toBe(routes.product("whey-protein"));
  });
});
