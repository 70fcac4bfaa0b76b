import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { setChoice } from "../support/buying-box.ts";
import {
  buyNow,
  call,
  changeTimers,
  chooseInPopup,
  move,
  openQuickCheckout,
  popup,
  shownPicture,
  strip,
  type WireVariation,
} from "../support/quick-checkout.ts";

const browser = openBrowser();

describe("the form in the popup", () => {
  test("selects the variation, shows its picture and price, and buys it", async () => {
    const { page } = await browser.newPage();
    await openQuickCheckout(page, "Height Growth Complex");
    await page.waitForSelector(".slide-dots");
    await chooseInPopup(page, "pa_pack", "2-bottles");
    await page.waitForSelector(".slide-dots button:not(:first-child)[aria-current]");
    await expect.poll(() => shownPicture(page)).toBeGreaterThan(1);
    await expect.poll(() => page.locator(`${popup} .price--big`).textContent()).toContain("5,499");
    expect(new URL(page.url()).search).toBe("");
    await page.locator(`${popup} .plus`).click();
    await page.getByRole("button", { name: "Buy now", exact: true }).click();
    await page.waitForURL((url) => url.pathname === routes.checkout());
    expect(await page.locator("main").textContent()).toContain("2 bottles");
    expect(await page.inputValue("main input.qty")).toBe("2");
  });

  test("shows a picture that the strip does not contain in place of the first, and in its copy after the last", async () => {
    const { page } = await browser.newPage();
    await page.route(call, async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: body.replaceAll("gallery_thumbnail_src&quot;:&quot;", "$&/none") });
    });
    await openQuickCheckout(page, "Height Growth Complex");
    await page.waitForSelector(".slide-dots");
    const first = page.locator(`${strip} .qcfw-checkout-product-image img`).first();
    const copy = page.locator(`${strip} .slide-copy:last-child img`);
    const pictures = () => Promise.all([first, copy].map((image) => image.getAttribute("src")));
    // The product's own picture, which the default variation's may have replaced already.
    const own = await first.evaluate((image) => image.dataset.o_src ?? image.getAttribute("src"));
    const other = await page.locator(`${popup} form.cart`).evaluate((form) => {
      const all: WireVariation[] = JSON.parse(form.dataset.product_variations ?? "[]");
      return all.find(({ attributes }) => attributes.attribute_pa_pack === "2-bottles")?.image.src;
    });
    await chooseInPopup(page, "pa_pack", "2-bottles");
    await expect.poll(pictures).toEqual([other, other]);
    await page.getByRole("link", { name: "Clear selection" }).click();
    await expect.poll(pictures).toEqual([own, own]);
  });

  test("explains what is missing before buying, and focuses it", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await openQuickCheckout(page);
    await setChoice(page, "pa_flavour", "", popup);
    await page.waitForSelector(`${popup} .woocommerce-variation-add-to-cart-disabled`);
    await page.locator(`${popup} .single_add_to_cart_button`).click({ force: true });
    await page.locator(`${popup} .variation-complaint:focus`).waitFor();
    expect(new URL(page.url()).pathname).toBe(routes.shop());
  });

  test("buys a simple product once, however often the button is clicked", async () => {
    const { page } = await browser.newPage();
    await openQuickCheckout(page, "L-lysine 1000 mg");
    const answers: Route[] = [];
    await page.route(/\/product\//, async (route) => {
      // The shop has added the product, but the response does not arrive.
      if (answers.push(route) < 3) await route.fetch({ maxRedirects: 0 });
      else await route.continue();
    });
    const button = page.locator(`${popup} .single_add_to_cart_button`);
    // Click inside the page: Playwright's click would wait for the pending navigation.
    await button.evaluate((element: HTMLElement) => {
      for (const at of [0, 400, 800]) setTimeout(() => element.click(), at);
    });
    await expect.poll(() => answers.length).toBe(3);
    await page.waitForURL((url) => url.pathname === routes.checkout());
    expect(await page.inputValue("main input.qty")).toBe("1");
  });

  test("stops showing its loading state when no navigation follows, and can be submitted again", async () => {
    const { page } = await browser.newPage();
    await changeTimers(page, "early", 8000);
    await openQuickCheckout(page, "L-lysine 1000 mg");
    await page.route(/\/product\//, (route) => route.fulfill({ status: 204 }), { times: 1 });
    const button = page.locator(`${popup} .single_add_to_cart_button`);
    await button.click();
    await page.waitForSelector(`${popup} .single_add_to_cart_button.loading`);
    await page.waitForSelector(`${popup} .single_add_to_cart_button:not(.loading)`);
    await button.click();
    await page.waitForURL((url) => url.pathname === routes.checkout());
    expect(await page.inputValue("main input.qty")).toBe("1");
  });

  test("on a product's page leaves that page's form, URL and SKU unchanged", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.product("height-growth-complex"));
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    const state = () =>
      page.evaluate(() => [
        window.location.href,
        document.querySelector(".product_meta .sku")?.textContent,
        document.querySelector<HTMLSelectElement>("#buy-form select")?.value,
        document.querySelector(".woocommerce-product-gallery__image img")?.getAttribute("src"),
      ]);
    const before = await state();
    await page.locator(".related li.product-type-variable .qcfw_shop_buy_now_button").first().click();
    await page.waitForSelector(`${popup} form.variations_form`);
    await page.locator(`${popup} .choice-button`).first().click();
    await page.waitForSelector(`${popup} [class*=woocommerce-variation-add-to-cart-]`);
    expect(await state()).toEqual(before);
    expect(await page.locator("[id]").evaluateAll((all) => all.length - new Set(all.map(({ id }) => id)).size)).toBe(0);
  });
});

describe("the pictures in the popup", () => {
  test.each(["ltr", "rtl"])("move one at a time by dots and buttons in an endless loop, %s", async (dir) => {
    const { page } = await browser.newPage();
    await page.goto(routes.shop());
    await page.evaluate((direction) => document.documentElement.setAttribute("dir", direction), dir);
    await buyNow(page, "Growing Protein").click();
    await page.waitForSelector(".slide-dots");
    expect(await page.locator(".slide-dots button").count()).toBe(3);
    expect(await shownPicture(page)).toBe(1);
    await move(page, "Next picture", 2);
    await move(page, "Picture 3 of 3", 3);
    await move(page, "Next picture", 1);
    await move(page, "Previous picture", 3);
    await move(page, "Previous picture", 2);
  });

  test("quick clicks all count", async () => {
    const { page } = await browser.newPage();
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openQuickCheckout(page);
    const next = page.getByRole("button", { name: "Next picture" });
    await next.evaluate((button: HTMLElement) => [1, 2, 3, 4, 5].forEach(() => button.click()));
    await page.waitForSelector(".slide-dots button:nth-child(3)[aria-current]");
    await expect.poll(() => shownPicture(page)).toBe(3);
  });

  test("start with the default variation's picture", async () => {
    const { page } = await browser.newPage();
    await page.route(call, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/(<option value="1-bottle"[^>]*) selected=""/, "$1");
      await route.fulfill({ response, body: body.replace('<option value="2-bottles"', '$& selected=""') });
    });
    await openQuickCheckout(page, "Height Growth Complex");
    await page.waitForSelector(".slide-dots button:not(:first-child)[aria-current]");
    await expect.poll(() => shownPicture(page)).toBeGreaterThan(1);
  });

  test("have no dots or buttons if there is only one", async () => {
    const { page } = await browser.newPage();
    await openQuickCheckout(page, "The growth guide", routes.search("growth guide"));
    expect(await page.locator(`${strip} img`).count()).toBe(1);
    expect(await page.locator(".slide-dots, .slide-step").count()).toBe(0);
  });
});
