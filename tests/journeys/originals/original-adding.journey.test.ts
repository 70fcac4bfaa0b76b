import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import {
  addButtons,
  count,
  drawer,
  expectCount,
  fillCart,
  holdResponses,
  recordAnswers,
  recordCalls,
  recordChanges,
} from "../support/cart.ts";
import { addingScript, drawerScript, fragmentsScript } from "../support/originals/original-cart-scripts.ts";
import {
  type JQuery,
  jQueryKinds,
  openWithScript,
  realJQuery,
  withJQuery,
} from "../support/originals/original-scripts.ts";

const browser = openBrowser();
const firstButton = (page: Page) => page.locator(addButtons).first();

/** Counts how often the drawer opens, by its class. */
async function countOpenings(page: Page): Promise<() => Promise<number>> {
  await page.evaluate((selector) => {
    const openings = { count: 0 };
    Object.assign(window, { openings });
    const element = document.querySelector(selector);
    const isOpen = () => element?.hasAttribute("open") ?? false;
    let wasOpen = isOpen();
    new MutationObserver(() => {
      if (isOpen() && !wasOpen) openings.count += 1;
      wasOpen = isOpen();
    }).observe(element ?? document.body, { attributeFilter: ["open"] });
  }, drawer);
  return () => page.evaluate(() => (window as never as { openings: { count: number } }).openings.count);
}

describe.each(jQueryKinds)("the original add-to-cart script, with jQuery: %s", (_, jQuery, placements) => {
  const script = withJQuery(jQuery, addingScript, fragmentsScript, drawerScript);

  describe.each(placements)("%s", (placement) => {
    test("a press is one call and one product, and opens the drawer once", async () => {
      const { page } = await browser.newPage({ width: 360 });
      const calls = recordCalls(page);
      await openWithScript(page, routes.shop(), script, placement);
      await expect.poll(() => calls).toEqual(["get_refreshed_fragments"]);
      await page.waitForLoadState("networkidle");
      calls.splice(0);
      const openings = await countOpenings(page);
      await firstButton(page).click();
      await page.waitForSelector(`${drawer}[open].active .woocommerce-mini-cart-item`);
      await page.waitForLoadState("networkidle");
      expect(calls).toEqual(["add_to_cart"]);
      expect(await count(page)).toBe("1");
      expect(await openings()).toBe(1);
      expect(await page.locator(`${drawer} .woocommerce-mini-cart-item`).count()).toBe(1);
      expect(await page.locator(".add_to_cart_button.loading").count()).toBe(0);
      await page.keyboard.press("Escape");
      await page.locator(drawer).waitFor({ state: "hidden" });
    });

    test("two quick presses are two calls, as with the original script alone", async () => {
      const { page } = await browser.newPage();
      // Without a session, each of two calls at once would start its own cart.
      await fillCart(page, 1);
      await openWithScript(page, routes.shop(), withJQuery(jQuery, addingScript), placement);
      await page.waitForLoadState("networkidle");
      const calls = recordChanges(page);
      await firstButton(page).dblclick();
      await expectCount(page, 3);
      expect(calls).toEqual(["add_to_cart", "add_to_cart"]);
    });
  });

  test.each(placements)(
    "Buy now on a product's page is one request next to its original script, %s",
    async (placement) => {
      const { page } = await browser.newPage();
      const buyNow = () => {
        const { jQuery } = window as never as { jQuery: JQuery };
        jQuery(document).on("click", ".qcfw_single_buy_now_button", function (this: HTMLButtonElement, event: Event) {
          event.preventDefault();
          event.stopPropagation();
          const query = new URLSearchParams({ "add-to-cart": this.value });
          for (const [name, value] of new FormData(this.form ?? undefined))
            if (typeof value === "string") query.append(name, value);
          window.location.assign(`${this.dataset.href}?${query}`);
        });
      };
      await openWithScript(page, routes.product("magnesium-glycinate"), withJQuery(jQuery, buyNow), placement);
      await page.waitForFunction(() => customElements.get("shop-tabs") !== undefined);
      await page.waitForLoadState("networkidle");
      const requests: string[] = [];
      page.on("request", (request) => request.url().includes("add-to-cart=") && requests.push(request.url()));
      await page.locator(".qcfw_single_buy_now_button").click();
      await page.waitForURL((url) => url.pathname === routes.checkout() && url.search === "");
      expect(requests).toHaveLength(1);
      expect(await page.locator(".checkout-cart input.qty").inputValue()).toBe("1");
    },
  );
});

describe("with the real jQuery", () => {
  const jQuery = realJQuery;

  test("with the setting for our client, our client alone handles each press", async () => {
    const { page } = await browser.newPage();
    await openWithScript(page, routes.shop(), withJQuery(jQuery, addingScript), "after the client", "adding:client");
    await page.waitForLoadState("networkidle");
    const calls = recordChanges(page);
    await firstButton(page).click();
    await page.waitForSelector(`${drawer}[open]`);
    expect(await count(page)).toBe("1");
    await page.keyboard.press("Escape");
    await firstButton(page).dblclick();
    await expectCount(page, 2);
    await page.waitForLoadState("networkidle");
    expect(calls).toEqual(["add_to_cart", "add_to_cart"]);
  });

  test("with the setting for other scripts but without any, the button is a link", async () => {
    const { page } = await browser.newPage();
    const calls = recordChanges(page);
    await openWithScript(page, routes.shop(), withJQuery(jQuery), "in the head", "adding:scripts");
    await page.waitForLoadState("networkidle");
    await Promise.all([page.waitForURL(`**${routes.checkout()}`), firstButton(page).click()]);
    expect(calls).toEqual([]);
    expect(await page.locator(".checkout-cart input.qty").inputValue()).toBe("1");
  });

  test.each([
    { prevents: true, sent: 1 },
    { prevents: false, sent: 2 },
  ])("each press counts once with a script that sends jQuery's data of the card, %o", async ({ prevents, sent }) => {
    const { page } = await browser.newPage();
    const prevent = () => addEventListener("click", (event) => event.preventDefault());
    const sendData = () => {
      const { jQuery } = window as never as { jQuery: JQuery };
      jQuery(document).on("click", ".add_to_cart_button", function (this: HTMLElement) {
        const body = new URLSearchParams(jQuery(this).data() as Record<string, string>);
        void fetch("/?wc-ajax=add_to_cart", { method: "POST", body });
      });
    };
    const script = withJQuery(jQuery, sendData, ...(prevents ? [prevent] : []));
    await openWithScript(page, routes.shop(), script, "in the head", "drawer:scripts");
    await page.waitForLoadState("networkidle");
    const answers = recordAnswers(page, "add_to_cart");
    for (const press of [1, 2]) {
      await firstButton(page).click();
      await expect.poll(() => answers.length).toBe(press * sent);
      await firstButton(page).and(page.locator(":not(.loading)")).waitFor();
    }
    await page.reload();
    await expectCount(page, 2);
  });

  test("a script that sends a card's data and does not prevent the click counts once with our client", async () => {
    const { page } = await browser.newPage();
    const careless = () => {
      const { jQuery } = window as never as { jQuery: JQuery };
      jQuery(document).on("click", ".add_to_cart_button", function (this: HTMLElement) {
        const body = new URLSearchParams(this.dataset as Record<string, string>);
        void fetch("/?wc-ajax=add_to_cart", { method: "POST", body });
      });
    };
    await openWithScript(page, routes.shop(), withJQuery(jQuery, careless), "in the head");
    await page.waitForLoadState("networkidle");
    const calls = recordChanges(page);
    await firstButton(page).click();
    await page.waitForSelector(`${drawer}[open]`);
    await page.waitForLoadState("networkidle");
    expect(calls).toEqual(["add_to_cart", "add_to_cart"]);
    await page.reload();
    await expectCount(page, 1);
  });
});

test.each([routes.shop(), routes.cart(), routes.checkout(), routes.product("whey-protein")])(
  "%s takes events that scripts dispatch on document and window without errors",
  async (path) => {
    const { page, faults } = await browser.newPage();
    await fillCart(page, 1);
    await page.goto(path, { waitUntil: "networkidle" });
    await page.evaluate(() => {
      for (const target of [document, window])
        for (const event of [
          new MouseEvent("click", { bubbles: true }),
          new KeyboardEvent("keydown", { bubbles: true, key: " " }),
          new SubmitEvent("submit", { bubbles: true }),
        ])
          target.dispatchEvent(event);
    });
    expect(faults).toEqual([]);
  },
);

describe("a product page's form", () => {
  const plain = routes.product("magnesium-glycinate");
  const button = (page: Page) => page.locator("form.cart .single_add_to_cart_button.alt");
  const quantity = (page: Page) => page.locator(".checkout-cart input.qty").inputValue();

  /** Sends the form in the background when its button is pressed. */
  const sendForm = (prevents: boolean) =>
    `addEventListener("click", (event) => {
      const form = event.target.closest(".single_add_to_cart_button")?.form;
      if (!form) return;
      if (${prevents}) event.preventDefault();
      const fields = new URLSearchParams([...new FormData(form)]);
      const add = form.querySelector("button[name=add-to-cart]").value;
      fields.set("add-to-cart", add);
      window.sent = fetch(form.action, { method: "POST", body: fields });
    })`;

  test("counts once if a script sends it and does not prevent its submission", async () => {
    const { page } = await browser.newPage();
    await openWithScript(page, plain, sendForm(false), "in the head");
    await page.waitForFunction(() => customElements.get("shop-tabs") !== undefined);
    await button(page).click();
    await page.waitForSelector(`${drawer}[open] .woocommerce-mini-cart-item`);
    await page.evaluate(() => (window as never as { sent: Promise<Response> }).sent);
    await page.goto(routes.checkout());
    expect(await quantity(page)).toBe("1");
  });

  test("counts every press that a script handles alone", async () => {
    const { page } = await browser.newPage();
    await openWithScript(page, plain, sendForm(true), "in the head");
    await page.waitForFunction(() => customElements.get("shop-tabs") !== undefined);
    for (const _ of [1, 2]) {
      await button(page).click();
      await page.evaluate(() => (window as never as { sent: Promise<Response> }).sent);
    }
    await page.goto(routes.checkout());
    expect(await quantity(page)).toBe("2");
  });

  test("is left to the browser with the setting for other scripts, and counts once when pressed again meanwhile", async () => {
    const { page } = await browser.newPage();
    await openWithScript(page, plain, "", "in the head", "adding:scripts");
    await page.waitForFunction(() => customElements.get("shop-tabs") !== undefined);
    const { reached, release } = await holdResponses(page, new RegExp(`${plain}$`));
    let posts = 0;
    page.on("request", (request) => (posts += request.method() === "POST" ? 1 : 0));
    // A click by Playwright would wait for the navigation.
    await button(page).evaluate((one: HTMLButtonElement) => {
      for (const delay of [0, 1500]) setTimeout(() => one.click(), delay);
    });
    await reached;
    await expect.poll(() => posts).toBe(2);
    release();
    await page.unrouteAll({ behavior: "wait" });
    await page.goto(routes.checkout());
    expect(await quantity(page)).toBe("1");
  });
});
