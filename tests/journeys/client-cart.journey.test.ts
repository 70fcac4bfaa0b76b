import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";
import { expectAccessible } from "./support/page-checks.ts";

const browser = openBrowser();
const drawer = "#astra-mobile-cart-drawer";
const addButtons = ".add_to_cart_button.ajax_add_to_cart";
const cartLink = "a.cart-container:visible";

/** The names of the shop calls that the page makes, in order. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const name = new URL(request.url()).searchParams.get("wc-ajax");
    if (name) calls.push(name);
  });
  return calls;
}

const count = (page: Page) => page.locator(`${cartLink} .ast-count-text`).textContent();

/** The focus is where the selector says. */
async function expectFocus(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
}

/** Puts the first product of the list into the cart and puts the drawer away. */
async function addOne(page: Page): Promise<void> {
  await page.goto(routes.shop());
  await page.locator(addButtons).first().click();
  await page.waitForSelector(`${drawer}[open]`);
  await page.keyboard.press("Escape");
}

describe.each([360, 1280])("adding from a list, %i wide", (width) => {
  test("fills the cart in place, opens the drawer and offers View cart", async () => {
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
    // For screen readers alone.
    expect(await announcement.boundingBox()).toMatchObject({ width: 1, height: 1 });
    expect(await count(page)).toBe("1");
    expect(await page.locator("html.ast-mobile-cart-active").count()).toBe(1);
    await expectAccessible(page, drawer);
    expect(await page.locator(".drawer-note").isVisible()).toBe(true);
    expect(await page.locator(".drawer-undo").isVisible()).toBe(false);
    await page.keyboard.press("Escape");
    await page.locator(drawer).waitFor({ state: "hidden" });
    await expectFocus(page, "a.added_to_cart.wc-forward");
    expect(await page.locator("a.added_to_cart").getAttribute("href")).toContain(routes.checkout());
    expect(await button.getAttribute("class")).toMatch(/\badded\b/);
    // Its own fragments are used: no further call.
    expect(calls).toEqual(["add_to_cart"]);
  });
});

describe("the drawer", () => {
  test.each([360, 1280])("opens from the cart icon, %i wide, and closes in every way", async (width) => {
    const { page } = await browser.newPage({ width });
    const calls = recordCalls(page);
    await page.goto(routes.shop());
    expect(calls).toEqual([]);
    const open = async () => {
      await page.locator(cartLink).click();
      await page.waitForSelector(`${drawer}[open]`);
      await expectFocus(page, ".astra-cart-drawer-close");
    };
    await open();
    await page.waitForSelector(`${drawer} .woocommerce-mini-cart__empty-message`);
    expect(calls).toEqual(["get_refreshed_fragments"]);
    await page.keyboard.press("Escape");
    await expectFocus(page, "a.cart-container");
    await open();
    await page.click(".astra-cart-drawer-close");
    await page.locator(drawer).waitFor({ state: "hidden" });
    await open();
    await page.setViewportSize({ width: width + 10, height: 700 });
    await page.waitForFunction((selector) => !document.querySelector<HTMLDialogElement>(selector)?.open, drawer);
  });

  test("closes on a click beside it", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.shop());
    await page.locator(cartLink).click();
    await expectFocus(page, ".astra-cart-drawer-close");
    await page.mouse.click(20, 300);
    await page.locator(drawer).waitFor({ state: "hidden" });
  });

  test("never opens on the cart page", async () => {
    const { page } = await browser.newPage();
    await addOne(page);
    await page.goto(routes.cart());
    await page.evaluate(() => document.body.dispatchEvent(new CustomEvent("added_to_cart", { bubbles: true })));
    expect(await page.locator(`${drawer}[open]`).count()).toBe(0);
  });

  test("with the mode redirect small screens follow the link, wide ones do not", async () => {
    const small = await browser.newPage({ width: 360 });
    const wide = await browser.newPage();
    for (const { page } of [small, wide]) {
      await page.goto(routes.shop());
      await page.evaluate(() => {
        const { astra_cart } = window as never as { astra_cart: { responsive_cart_click: string } };
        astra_cart.responsive_cart_click = "redirect";
      });
      await page.locator(cartLink).click();
    }
    await wide.page.waitForSelector(`${drawer}[open]`);
    await small.page.waitForURL(`**${routes.cart()}`);
    expect(new URL(wide.page.url()).pathname).toBe(routes.shop());
  });

  test("without scripts the icon is a link to the cart, and a button adds", async () => {
    const { page } = await browser.newPage({ javaScript: false });
    await page.goto(routes.shop());
    await page.locator(addButtons).first().click();
    await page.goto(routes.shop());
    await page.locator(cartLink).click();
    expect(new URL(page.url()).pathname).toBe(routes.cart());
    expect(await page.locator(".cart_item, .woocommerce-cart-form").count()).toBeGreaterThan(0);
  });
});

describe("the stored copy of the cart", () => {
  test("a visitor without a cart causes no call; one with a cart none while the copy is fresh", async () => {
    const { page } = await browser.newPage();
    const calls = recordCalls(page);
    await page.goto(routes.home());
    await addOne(page);
    expect(calls).toEqual(["add_to_cart"]);
    await page.goto(routes.home());
    expect(await count(page)).toBe("1");
    await page.waitForTimeout(300);
    expect(calls).toEqual(["add_to_cart"]);
  });

  test.each([
    ["older than a day", () => sessionStorage.setItem("wc_cart_created", String(Date.now() - 86_400_001))],
    ["without a time", () => sessionStorage.removeItem("wc_cart_created")],
    ["of another cart", () => keyed("wc_cart_hash_", "0")],
    ["that is none", () => keyed("wc_fragments_", "undefined")],
  ])("a copy %s is fetched again, by one call", async (_, spoil) => {
    const { page } = await browser.newPage();
    await addOne(page);
    const calls = recordCalls(page);
    await page.evaluate(`(${keyed.toString()}); (${spoil.toString().replaceAll("keyed", `(${keyed.toString()})`)})()`);
    const answered = () => page.waitForResponse((response) => response.url().includes("get_refreshed_fragments"));
    const first = answered();
    await page.goto(routes.home());
    await (await first).finished();
    await page.waitForFunction(() => document.querySelector(".ast-count-text")?.textContent === "1");
    expect(calls).toEqual(["get_refreshed_fragments"]);
    const second = answered();
    await page.evaluate(() => {
      for (let time = 0; time < 3; time++) document.body.dispatchEvent(new CustomEvent("wc_fragment_refresh"));
    });
    await (await second).finished();
    await page.waitForTimeout(500);
    expect(calls).toHaveLength(2);
  });

  test("another tab's change is fetched here", async () => {
    const { page } = await browser.newPage();
    await addOne(page);
    const other = await page.context().newPage();
    await other.goto(routes.shop());
    await other.locator(addButtons).nth(1).click();
    await other.waitForSelector(`${drawer}[open]`);
    await page.waitForFunction(() => document.querySelector(".ast-count-text")?.textContent !== "1");
    expect(await count(page)).toBe("2");
  });

  test("a call that fails is told by its event, and nothing breaks", async () => {
    const { page, faults } = await browser.newPage();
    await addOne(page);
    await page.route(/get_refreshed_fragments/, (route) => route.abort("failed"));
    const failed = page.evaluate(
      () =>
        new Promise((resolve) => {
          document.body.addEventListener("wc_fragments_ajax_error", () => resolve("told"), { once: true });
          document.body.dispatchEvent(new CustomEvent("wc_fragment_refresh"));
        }),
    );
    expect(await failed).toBe("told");
    faults.splice(0);
  });
});

/** Overwrites what is stored under a name that begins so. */
function keyed(beginning: string, value: string): void {
  const name = Object.keys(sessionStorage).find((key) => key.startsWith(beginning));
  if (name) sessionStorage.setItem(name, value);
}

describe("adding and removing", () => {
  test("a refresh that an add overtook is not shown", async () => {
    const { page } = await browser.newPage();
    await addOne(page);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const asked = new Promise<void>((resolve) => {
      void page.route(/get_refreshed_fragments/, async (route) => {
        const response = await route.fetch();
        resolve();
        await held;
        await route.fulfill({ response });
      });
    });
    await page.evaluate(() => document.body.dispatchEvent(new CustomEvent("wc_fragment_refresh")));
    await asked;
    await page.locator(addButtons).nth(1).click();
    await page.waitForFunction(() => document.querySelector(".ast-count-text")?.textContent === "2");
    const answered = page.waitForResponse(/get_refreshed_fragments/);
    letGo();
    await (await answered).finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(await count(page)).toBe("2");
  });

  test("a failure is tried once more by itself; then a word stands at the button, and a press counts once in all", async () => {
    const { page, faults } = await browser.newPage();
    await page.goto(routes.shop());
    let isDown = true;
    const marks: (string | undefined)[] = [];
    await page.route(/wc-ajax=add_to_cart/, async (route) => {
      marks.push(new URLSearchParams(route.request().postData() ?? "").get("chowk_attempt") ?? undefined);
      // The shop has done it; only its answer is lost.
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

  test("who is offline is told so at once, and adds when he is not", async () => {
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

  test.each([
    ["redirect_cart_page", routes.cart()],
    ["redirect_checkout_page", routes.checkout()],
  ])("with the action %s an add leads to %s, with default it stays", async (action, path) => {
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
    await set(action);
    await Promise.all([page.waitForURL(`**${path}`), page.locator(addButtons).nth(1).click()]);
  });

  test("a line that is asked to go twice goes once, and nobody is thrown off the page", async () => {
    const { page } = await browser.newPage();
    await addOne(page);
    await page.locator(cartLink).click();
    const calls = recordCalls(page);
    await page.locator(".remove_from_cart_button").evaluate((link) => {
      (link as HTMLElement).click();
      (link as HTMLElement).click();
    });
    await page.waitForSelector(`${drawer} .woocommerce-mini-cart__empty-message`);
    await page.waitForSelector(`${drawer} .widget_shopping_cart_live_region:not(:empty)`, { state: "attached" });
    expect(calls).toEqual(["remove_from_cart"]);
    expect(new URL(page.url()).pathname).toBe(routes.shop());
  });

  test("calls go one at a time, in order", async () => {
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

  test("a line goes in place, by key, comes back by Undo, and the focus stays in the drawer", async () => {
    const { page } = await browser.newPage();
    await addOne(page);
    await page.locator(cartLink).click();
    await expectFocus(page, ".astra-cart-drawer-close");
    await page.focus(".remove_from_cart_button");
    await page.keyboard.press("Space");
    await page.waitForSelector(`${drawer} .woocommerce-mini-cart__empty-message`);
    await expectFocus(page, ".drawer-undo");
    expect(await page.locator(cartLink).locator(".count").isVisible()).toBe(false);
    await page.keyboard.press("Enter");
    await expectFocus(page, ".remove_from_cart_button");
    expect(await count(page)).toBe("1");
    expect(await page.locator(".drawer-note").isVisible()).toBe(false);
    await page.keyboard.press("Escape");
    await expectFocus(page, "a.cart-container");
  });

  test("what is refused is explained on the product's page", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.shop());
    await page.evaluate((selector) => {
      const button = document.querySelector<HTMLElement>(selector);
      if (button) button.dataset.quantity = "999999";
    }, addButtons);
    await Promise.all([page.waitForURL("**/product/**"), page.locator(addButtons).first().click()]);
    expect(await page.locator(".woocommerce-error, [role=alert]").first().isVisible()).toBe(true);
  });

  test("with the redirect on, a successful add leads to the checkout and raises no event", async () => {
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

describe("the drawer's quantities", () => {
  test("save themselves once they rest, keep the focus, and say when they are held", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await addOne(page);
    const calls = recordCalls(page);
    await page.locator(cartLink).click();
    await expectFocus(page, ".astra-cart-drawer-close");
    await page.locator(`${drawer} .plus`).click();
    await page.locator(`${drawer} .plus`).click();
    await page.waitForFunction(() => document.querySelector(".ast-count-text")?.textContent === "3");
    await expectFocus(page, ".plus");
    expect(calls).toEqual(["chowk_set_quantity"]);
    await expectAccessible(page, drawer);
    await page.locator(`${drawer} input.qty`).fill("999999999");
    await page.locator(`${drawer} input.qty`).press("Tab");
    await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
    await page.locator(`${drawer} input.qty`).fill("0");
    await page.locator(`${drawer} input.qty`).press("Tab");
    await page.waitForSelector(`${drawer} .woocommerce-mini-cart__empty-message`);
  });

  test("go back to what the shop knows when it cannot be reached", async () => {
    const { page, faults } = await browser.newPage();
    await addOne(page);
    await page.locator(cartLink).click();
    await page.route(/chowk_set_quantity/, (route) => route.abort("failed"));
    await page.locator(`${drawer} .plus`).click();
    await page.waitForSelector(".drawer-note.notice--bad:not([hidden])");
    expect(await page.locator(`${drawer} input.qty`).inputValue()).toBe("1");
    faults.splice(0);
  });
});

describe("the header's number", () => {
  test.each(["with", "without"])("is right while the client has not come, %s a stored copy", async (copy) => {
    const { page } = await browser.newPage();
    await addOne(page);
    if (copy === "without") await page.evaluate(() => sessionStorage.clear());
    await page.route(/\/assets\/shop-/, (route) => route.abort("aborted"));
    await page.goto(routes.home(), { waitUntil: "domcontentloaded" });
    expect(await count(page)).toBe("1");
    expect(await page.locator(cartLink).locator(".count").isVisible()).toBe(true);
  });
});
