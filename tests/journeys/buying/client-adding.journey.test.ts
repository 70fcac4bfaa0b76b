import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { addButtons, count, drawer, expectFocus, holdCalls, recordCalls } from "../support/cart.ts";
import { expectAccessible } from "../support/page-checks.ts";

const browser = openBrowser();

describe.each([360, 1280])("adding from a list, %i wide", (width) => {
  test("fills the cart in place, opens the drawer and shows View cart", async () => {
    const { page } = await browser.newPage({ width });
    const calls = recordCalls(page);
    await page.goto(routes.shop());
    const button = page.locator(addButtons).first();
    await button.click();
    await page.waitForSelector(`${drawer}[open].active`);
    await expectFocus(page, ".astra-cart-drawer-close");
    expect(await page.locator(`${drawer} .woocommerce-mini-cart-item`).count()).toBe(1);
    const announcement = page.locator(`${drawer} .widget_shopping_cart_live_region[role=status]:not(:empty)`);
    await announcement.waitFor({ state: "attached" });
    // Visible to screen readers only.
    expect(await announcement.boundingBox()).toMatchObject({ width: 1, height: 1 });
    expect(await count(page)).toBe("1");
    expect(await page.locator("html.ast-mobile-cart-active").count()).toBe(1);
    await expectAccessible(page, drawer);
    expect(await page.locator(".drawer-note").isVisible()).toBe(true);
    expect(await page.locator(".drawer-undo").isVisible()).toBe(false);
    await page.keyboard.press("Escape");
    await page.locator(drawer).waitFor({ state: "hidden" });
    await expectFocus(page, ".add_to_cart_button.added");
    expect(await page.locator("a.added_to_cart").getAttribute("href")).toContain(routes.checkout());
    expect(await button.getAttribute("class")).toMatch(/\badded\b/);
    // The response contains the fragments: no further request.
    expect(calls).toEqual(["add_to_cart"]);
  });
});

describe("adding and removing", () => {
  test("a button is normal, then loading, then added, and sends all its data attributes", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.shop());
    const button = page.locator(addButtons).first();
    const states = () =>
      button.evaluate((one) => ["loading", "added"].filter((name) => one.classList.contains(name)).join());
    await button.evaluate((one) => (one as HTMLElement).setAttribute("data-of_another_script", "7"));
    const { reached, release } = await holdCalls(page, "add_to_cart");
    const request = page.waitForRequest(/wc-ajax=add_to_cart/);
    const normal = await states();
    await button.click();
    await reached;
    const loading = await states();
    release();
    await page.waitForSelector(`${drawer}[open]`);
    expect([normal, loading, await states()]).toEqual(["", "loading", "added"]);
    const sent = Object.fromEntries(new URLSearchParams((await request).postData() ?? ""));
    const carried = await button.evaluate((one) => Object.fromEntries(Object.entries((one as HTMLElement).dataset)));
    expect(sent).toMatchObject(carried);
    expect(Object.keys(carried)).toEqual(
      expect.arrayContaining(["product_id", "quantity", "product_sku", "success_message", "of_another_script"]),
    );
  });

  test("on the cart page, adding shows no View cart, and the page shows the product", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.cart());
    await page.locator(`.cross-sells ${addButtons}`).first().click();
    await page.waitForSelector(".cart-page .cart_item");
    expect(await page.locator("a.added_to_cart").count()).toBe(0);
    expect(await page.locator(`${drawer}[open]`).count()).toBe(0);
  });

  test("a button without a product id is a link", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.shop());
    const calls = recordCalls(page);
    const button = page.locator(addButtons).first();
    await button.evaluate((one) => one.removeAttribute("data-product_id"));
    await Promise.all([page.waitForURL(`**${routes.checkout()}`), button.click()]);
    expect(calls).not.toContain("add_to_cart");
  });

  test("a product that is no longer sold is not shown as added", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.shop());
    const button = page.locator(addButtons).first();
    await button.evaluate((one) => one.setAttribute("data-product_id", "999999999"));
    await button.click();
    await page.waitForSelector(".cart-failure[role=alert]");
    expect(await page.locator(".added, a.added_to_cart, .add_to_cart_button.loading").count()).toBe(0);
    expect(await page.locator(`${drawer}[open]`).count()).toBe(0);
  });

  test("an add with another quantity after a failure is added on top; a refused add is not retried", async () => {
    const { page, faults } = await browser.newPage();
    await page.goto(routes.shop());
    let status = 500;
    let sent = 0;
    await page.route(/wc-ajax=add_to_cart/, async (route) => {
      sent++;
      const response = status === 400 ? undefined : await route.fetch();
      await route.fulfill(status === 200 && response ? { response } : { status, body: "" });
    });
    const button = page.locator(addButtons).first();
    await button.click();
    await page.waitForSelector(".cart-failure[role=alert]");
    await button.evaluate((one) => one.setAttribute("data-quantity", "5"));
    status = 200;
    await button.click();
    await page.waitForSelector(`${drawer}[open]`);
    expect(await count(page)).toBe("6");
    await page.keyboard.press("Escape");
    [status, sent] = [400, 0];
    await page.locator(addButtons).nth(1).click();
    await page.waitForSelector(".cart-failure[role=alert]");
    expect(sent).toBe(1);
    faults.splice(0);
  });

  test("a failed add is retried once automatically; then an error shows at the button, and a click does not add twice", async () => {
    const { page, faults } = await browser.newPage();
    await page.goto(routes.shop());
    let isDown = true;
    const marks: (string | undefined)[] = [];
    await page.route(/wc-ajax=add_to_cart/, async (route) => {
      marks.push(new URLSearchParams(route.request().postData() ?? "").get("chowk_attempt") ?? undefined);
      // The shop has added the product; only the response is lost.
      const response = await route.fetch();
      await (isDown ? route.fulfill({ status: 500, body: "" }) : route.fulfill({ response }));
    });
    const button = page.locator(addButtons).first();
    await button.click();
    await page.waitForSelector(".cart-failure[role=alert]");
    expect(marks).toHaveLength(2);
    expect(await page.locator(".add_to_cart_button:is(.loading, [aria-busy])").count()).toBe(0);
    isDown = false;
    await button.click();
    await page.waitForSelector(`${drawer}[open]`);
    expect(new Set(marks).size).toBe(1);
    expect(await page.locator(".cart-failure").count()).toBe(0);
    expect(faults.splice(0)).not.toEqual([]);
  });

  test("being offline is reported immediately, and adding works once back online", async () => {
    const { page, faults } = await browser.newPage();
    await page.goto(routes.shop());
    await page.context().setOffline(true);
    const button = page.locator(addButtons).first();
    await button.click();
    await page.waitForSelector(".cart-failure[role=alert]");
    await page.context().setOffline(false);
    await button.click();
    await page.waitForSelector(`${drawer}[open]`);
    expect(await count(page)).toBe("1");
    await page.context().setOffline(true);
    await page.locator(".remove_from_cart_button").click();
    await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
    await page.context().setOffline(false);
    faults.splice(0);
  });

  test("the redirect settings lead to the cart or the checkout after an add; the default stays", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.shop());
    const set = (value: string) =>
      page.evaluate((shop_add_to_cart_action) => {
        Object.assign((window as never as { astra_shop_add_to_cart: object }).astra_shop_add_to_cart, {
          shop_add_to_cart_action,
        });
      }, value);
    await set("default");
    await page.locator(addButtons).first().click();
    await page.waitForSelector("a.added_to_cart");
    expect(await page.locator(`${drawer}[open]`).count()).toBe(0);
    await set("redirect_cart_page");
    await Promise.all([page.waitForURL(`**${routes.cart()}`), page.locator(addButtons).nth(1).click()]);
    await page.goto(routes.shop());
    await set("redirect_checkout_page");
    await Promise.all([page.waitForURL(`**${routes.checkout()}`), page.locator(addButtons).nth(1).click()]);
  });

  test("requests run one at a time, in order", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.shop());
    let running = 0;
    let most = 0;
    await page.route(/wc-ajax=add_to_cart/, async (route) => {
      most = Math.max(most, ++running);
      const response = await route.fetch();
      running--;
      await route.fulfill({ response });
    });
    await page.evaluate((selector) => {
      for (const button of [...document.querySelectorAll<HTMLElement>(selector)].slice(0, 3)) button.click();
    }, addButtons);
    await page.waitForFunction(() => document.querySelector(".ast-count-text")?.textContent === "3");
    expect(most).toBe(1);
  });

  test("the events carry their arguments, and listeners may add fields or cancel", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.shop());
    await page.evaluate(() => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      document.body.addEventListener("adding_to_cart", (event) => {
        const [button, fields] = (event as CustomEvent<[Element, Record<string, string>]>).detail;
        fields.quantity = "2";
        heard.push(["adding_to_cart", button.tagName]);
      });
      document.body.addEventListener("added_to_cart", (event) => {
        const [fragments, hash, button] = (event as CustomEvent<[object, string, Element]>).detail;
        heard.push(["added_to_cart", Object.keys(fragments), hash.length, button.tagName]);
      });
      document.body.addEventListener("ajax_request_not_sent.adding_to_cart", () => heard.push(["not sent"]));
    });
    await page.locator(addButtons).first().click();
    await page.waitForFunction(() => document.querySelector(".ast-count-text")?.textContent === "2");
    await page.keyboard.press("Escape");
    await page.evaluate(() =>
      document.body.addEventListener("should_send_ajax_request.adding_to_cart", (event) => event.preventDefault()),
    );
    await page.locator(addButtons).nth(1).click();
    expect(await page.evaluate(() => (window as never as { heard: unknown[] }).heard)).toEqual([
      ["adding_to_cart", "A"],
      ["added_to_cart", ["div.widget_shopping_cart_content", "a.cart-container"], 32, "A"],
      ["not sent"],
    ]);
  });

  test("a refused add leads to an explanation on the product's page", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.shop());
    await page.evaluate((selector) => {
      const button = document.querySelector<HTMLElement>(selector);
      if (button) button.dataset.quantity = "999999";
    }, addButtons);
    await Promise.all([page.waitForURL("**/product/**"), page.locator(addButtons).first().click()]);
    expect(await page.locator(".woocommerce-error, [role=alert]").first().isVisible()).toBe(true);
  });

  test("with the redirect on, a successful add leads to the checkout and dispatches no event", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.shop());
    await page.evaluate(() => {
      Object.assign((window as never as { wc_add_to_cart_params: object }).wc_add_to_cart_params, {
        cart_redirect_after_add: "yes",
      });
      document.body.addEventListener("added_to_cart", () => sessionStorage.setItem("raised", "yes"));
    });
    await Promise.all([page.waitForURL(`**${routes.checkout()}`), page.locator(addButtons).first().click()]);
    expect(await page.evaluate(() => sessionStorage.getItem("raised"))).toBe(null);
  });
});
