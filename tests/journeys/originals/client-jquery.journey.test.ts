import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { jQueryKinds, openWithScript } from "../support/originals/original-scripts.ts";

const browser = openBrowser();

/** Returns the calls of the page's listeners since the last time, with their arguments. */
const heard = (page: Page) => page.evaluate(() => (window as never as { heard: unknown[] }).heard.splice(0));

/** Opens a page that loads the script in its head, as a shop's theme would. */
const openWith = (page: Page, script: string, path: string) => openWithScript(page, path, script, "in the head");

describe.each(jQueryKinds)("with jQuery on the page, %s", (_, script) => {
  test("each listener gets an event once, jQuery's with positional arguments", async () => {
    const { page } = await browser.newPage();
    await openWith(page, script, routes.shop());
    await page.evaluate(() => {
      type Set = { 0: Element; jquery: string };
      const jQuery = (window as never as { jQuery: (target: EventTarget) => { on(name: string, run: unknown): void } })
        .jQuery;
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      document.body.addEventListener("added_to_cart", (event) =>
        heard.push(["native", (event as CustomEvent<unknown[]>).detail.length]),
      );
      jQuery(document.body).on("added_to_cart", (_event: unknown, fragments: object, hash: string, button: Set) =>
        heard.push(["jQuery", Object.keys(fragments).length, hash.length, typeof button.jquery, button[0].tagName]),
      );
      jQuery(document).on("added_to_cart", () => heard.push(["jQuery on document"]));
    });
    await page.locator(".add_to_cart_button.ajax_add_to_cart").first().click();
    await page.waitForSelector("#astra-mobile-cart-drawer[open]");
    expect(await heard(page)).toEqual([["native", 3], ["jQuery", 2, 32, "string", "A"], ["jQuery on document"]]);
  });

  test("a jQuery handler that throws breaks nothing: one product is added, and the button is usable again", async () => {
    const { page, faults } = await browser.newPage();
    await openWith(page, script, routes.shop());
    const calls: string[] = [];
    page.on("request", (request) => /add.to.cart/.test(request.url()) && calls.push(request.url()));
    await page.evaluate(() => {
      const jQuery = (window as never as { jQuery: (target: EventTarget) => { on(name: string, run: unknown): void } })
        .jQuery;
      for (const name of ["adding_to_cart", "added_to_cart"])
        jQuery(document.body).on(name, () => {
          throw new Error(`Thrown in ${name}`);
        });
    });
    await page.locator(".add_to_cart_button.ajax_add_to_cart").first().click();
    await page.waitForSelector("#astra-mobile-cart-drawer[open]");
    await expect.poll(() => faults.join()).toMatch(/in adding_to_cart.*in added_to_cart/);
    expect(calls).toHaveLength(1);
    expect(await page.locator(".add_to_cart_button.loading").count()).toBe(0);
    faults.splice(0);
  });

  test("a jQuery handler that returns false prevents an add", async () => {
    const { page } = await browser.newPage();
    await openWith(page, script, routes.shop());
    const calls: string[] = [];
    page.on("request", (request) => request.url().includes("wc-ajax") && calls.push(request.url()));
    await page.evaluate(() => {
      const jQuery = (window as never as { jQuery: (target: EventTarget) => { on(name: string, run: unknown): void } })
        .jQuery;
      jQuery(document.body).on("should_send_ajax_request.adding_to_cart", () => false);
    });
    await page.locator(".add_to_cart_button.ajax_add_to_cart").first().click();
    await page.waitForTimeout(200);
    expect(calls).toEqual([]);
    expect(await page.locator(".add_to_cart_button.loading").count()).toBe(0);
  });

  test("an event triggered by jQuery is handled once, with elements unwrapped, even inside one of our own events", async () => {
    const { page } = await browser.newPage();
    await openWith(page, script, routes.shop());
    const calls: string[] = [];
    page.on("request", (request) => request.url().includes("get_refreshed_fragments") && calls.push(request.url()));
    const answered = page.waitForResponse(/get_refreshed_fragments/);
    await page.evaluate(() => {
      interface Set {
        on(name: string, run: unknown): void;
        trigger(name: string, parameters?: unknown[]): void;
      }
      const jQuery = (window as never as { jQuery: (target: EventTarget) => Set }).jQuery;
      jQuery(document.body).on("astra_test", () => undefined);
      jQuery(document).on("astra_on_slide_In_cart_open", () => jQuery(document.body).trigger("wc_fragment_refresh"));
      jQuery(document.body).trigger("added_to_cart", [{}, "", jQuery(document.body)]);
    });
    await page.waitForSelector("#astra-mobile-cart-drawer[open]");
    await (await answered).finished();
    expect(calls).toHaveLength(1);
  });

  test("an option set by jQuery is applied; a changed quantity is not mistaken for one", async () => {
    const { page } = await browser.newPage();
    await openWith(page, script, routes.product("height-growth-complex"));
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    await page.evaluate(() => {
      interface Set {
        on(name: string, run: unknown): void;
        trigger(name: string): void;
      }
      const jQuery = (window as never as { jQuery: (target: EventTarget | null) => Set }).jQuery;
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      const form = document.querySelector("form.variations_form");
      jQuery(form).on("found_variation", (_event: unknown, variation: { variation_id: number }) =>
        heard.push(variation.variation_id),
      );
      jQuery(form).on("show_variation", (_event: unknown, variation: { variation_id: number }, isBuyable: boolean) =>
        heard.push([variation.variation_id, isBuyable]),
      );
      const select = document.querySelector<HTMLSelectElement>("select[name=attribute_pa_pack]");
      if (select) select.value = "2-bottles";
      jQuery(select).trigger("change");
      jQuery(document.querySelector("input[name=quantity]")).trigger("change");
    });
    expect(await page.inputValue(".variation_id")).toBe("103");
    await page.waitForFunction(() => (window as never as { heard: unknown[] }).heard.length > 1);
    expect(await heard(page)).toEqual([103, [103, true]]);
  });
});
