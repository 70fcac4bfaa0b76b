import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { setChoice } from "../support/buying-box.ts";
import { drawer } from "../support/cart.ts";

const browser = openBrowser();
const path = routes.product("height-growth-complex");
const select = "select[name=attribute_pa_pack]";
const add = "form.variations_form .single_add_to_cart_button.alt";

const variationId = (page: Page) => page.inputValue("input.variation_id");

/** Waits until the page shows this variation of the default product as purchasable. */
async function expectVariation(page: Page, id: string, sku: string, price: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector<HTMLInputElement>("input.variation_id")?.value === wanted,
    id,
  );
  await page.locator(".single_variation .price", { hasText: price }).waitFor();
  await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
  expect(await page.locator(".sku").textContent()).toBe(sku);
}

/** Asserts that the drawer opens with the option. */
async function expectInDrawer(page: Page, label: string): Promise<void> {
  await page.locator(`${drawer}[open] .woocommerce-mini-cart-item`, { hasText: label }).waitFor();
}

describe("before any interaction, a variation form", () => {
  test("is first checked 100 ms after the start, and shows the details 300 ms later", async () => {
    const { page } = await browser.newPage();
    await page.addInitScript(() => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      for (const name of ["check_variations", "found_variation", "wc_variation_form", "show_variation"]) {
        document.addEventListener(
          name,
          (event) => {
            const [variation] = ((event as CustomEvent<unknown>).detail ?? []) as { variation_id?: number }[];
            heard.push([name, variation?.variation_id]);
          },
          true,
        );
      }
    });
    await page.goto(path);
    await expectVariation(page, "102", "DEO-HG-120-1", "2,999");
    expect(await page.evaluate(() => (window as never as { heard: unknown[] }).heard)).toEqual([
      ["check_variations", undefined],
      ["found_variation", 102],
      ["wc_variation_form", undefined],
      ["show_variation", 102],
    ]);
  });

  test("still dispatches wc_variation_form when options are chosen before the first check, and updates the URL", async () => {
    const { page } = await browser.newPage();
    await page.addInitScript((selector) => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      document.addEventListener("wc_variation_form", ({ type }) => heard.push(type), true);
      const define = customElements.define.bind(customElements);
      customElements.define = (...element) => {
        define(...element);
        const list = document.querySelector<HTMLSelectElement>(selector);
        if (list) list.value = "2-bottles";
        list?.dispatchEvent(new Event("change", { bubbles: true }));
      };
    }, select);
    await page.goto(path);
    await page.waitForURL(/attribute_pa_pack=2-bottles/);
    await expect.poll(() => page.evaluate(() => (window as never as { heard: string[] }).heard)).toHaveLength(1);
    await setChoice(page, "pa_pack", "3-bottles");
    await page.waitForURL(/attribute_pa_pack=3-bottles/);
  });

  test("shows the options of a link", async () => {
    const { page } = await browser.newPage();
    await page.goto(`${path}?attribute_pa_pack=3-bottles`);
    await expectVariation(page, "104", "DEO-HG-120-3", "7,999");
  });

  test("applies an option that a script sets", async () => {
    const { page } = await browser.newPage();
    await page.goto(path);
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    await page.evaluate((selector) => {
      const list = document.querySelector<HTMLSelectElement>(selector);
      if (list) list.value = "2-bottles";
      list?.dispatchEvent(new Event("change", { bubbles: true }));
    }, select);
    expect(await variationId(page)).toBe("103");
    await expectVariation(page, "103", "DEO-HG-120-2", "5,499");
  });

  test("applies an option that the browser restores when going back", async () => {
    const { page } = await browser.newPage();
    await page.goto(path);
    await setChoice(page, "pa_pack", "3-bottles");
    await expectVariation(page, "104", "DEO-HG-120-3", "7,999");
    await page.goto(routes.shop());
    await page.goBack();
    await expect.poll(() => page.inputValue(select)).toBe("3-bottles");
    await expectVariation(page, "104", "DEO-HG-120-3", "7,999");
  });

  test("applies an option that the browser keeps over a reload", async () => {
    const { page } = await browser.newPage();
    // Chromium keeps none; other browsers restore it while parsing, without an event.
    await page.addInitScript((selector) => {
      document.addEventListener("readystatechange", () => {
        const list = document.querySelector<HTMLSelectElement>(selector);
        if (list && document.readyState === "interactive") list.value = "2-bottles";
      });
    }, select);
    await page.goto(path);
    await expectVariation(page, "103", "DEO-HG-120-2", "5,499");
  });
});

describe("at the first interaction", () => {
  test("an option chosen by touch is applied immediately and can be bought", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(path);
    await page.locator(".choice-button", { hasText: "3 bottles" }).tap();
    expect(await variationId(page)).toBe("104");
    await expectVariation(page, "104", "DEO-HG-120-3", "7,999");
    expect(await page.locator(".buybar-price").textContent()).toContain("7,999");
    await page.locator(add).tap();
    await expectInDrawer(page, "3 bottles");
  });

  test("an option chosen by keyboard is applied immediately, keeps the focus and can be bought", async () => {
    const { page } = await browser.newPage();
    await page.goto(path);
    await page.focus(".choice-button :checked");
    await page.keyboard.press("ArrowDown");
    expect(await variationId(page)).toBe("103");
    await expectVariation(page, "103", "DEO-HG-120-2", "5,499");
    expect(await page.inputValue(select)).toBe("2-bottles");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("attribute_pa_pack");
    await expectVariation(page, "103", "DEO-HG-120-2", "5,499");
    await page.keyboard.press("ArrowDown");
    await expectVariation(page, "104", "DEO-HG-120-3", "7,999");
    await page.focus(add);
    await page.keyboard.press("Enter");
    await expectInDrawer(page, "3 bottles");
  });

  test("quick clicks on the quantity all count", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await page.goto(path);
    for (let press = 0; press < 3; press++) await page.locator(".quantity .plus").tap();
    expect(await page.inputValue("input[name=quantity]")).toBe("4");
  });

  test("clicking a disabled button sends nothing and shows an explanation", async () => {
    const { page } = await browser.newPage();
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.goto(routes.product("whey-protein"));
    await page.waitForSelector(`${add}.wc-variation-selection-needed`);
    await page.click(add, { force: true });
    const complaint = page.locator(".variation-complaint");
    await complaint.waitFor();
    expect(await complaint.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(posts).toEqual([]);
  });
});

describe("a variation form", () => {
  test("that is inserted later works, and the removed one stops", async () => {
    const { page } = await browser.newPage();
    const html = await (await page.request.get(path)).text();
    await page.goto(path);
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    await page.evaluate((text) => {
      const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("form.variations_form");
      const old = document.querySelector("form.variations_form");
      Object.assign(window, { old });
      if (fresh) old?.replaceWith(document.importNode(fresh, true));
    }, html);
    await expectVariation(page, "102", "DEO-HG-120-1", "2,999");
    await setChoice(page, "pa_pack", "3-bottles");
    await expectVariation(page, "104", "DEO-HG-120-3", "7,999");
    const left = await page.evaluate(
      () => (window as never as { old: Element }).old.querySelector<HTMLInputElement>(".variation_id")?.value,
    );
    expect(left).toBe("0");
  });

  test("keeps working when moved within the page", async () => {
    const { page } = await browser.newPage();
    await page.goto(path);
    await page.waitForSelector(".woocommerce-variation-add-to-cart-enabled");
    await page.evaluate(() =>
      document.querySelector(".product")?.append(document.querySelector("form.variations_form") ?? ""),
    );
    await setChoice(page, "pa_pack", "3-bottles");
    await expectVariation(page, "104", "DEO-HG-120-3", "7,999");
  });

  test("with unreadable data stays as rendered by the server and can be submitted", async () => {
    const { page, faults } = await browser.newPage();
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace('data-product_variations="[', 'data-product_variations="no list'),
      });
    });
    await page.goto(path);
    await setChoice(page, "pa_pack", "2-bottles");
    await page.unroute(`**${path}`);
    // Of the form and its buttons.
    expect(new Set(faults.splice(0).filter((fault) => fault.startsWith("exception:"))).size).toBe(1);
    await page.click(add);
    await expectInDrawer(page, "2 bottles");
  });
});
