import { describe, expect, inject, test } from "vitest";
import { routes } from "#routes";
import { openBrowser, openBrowserWithScrollBars } from "../support/browser.ts";
import { Buyer } from "../support/buyer.ts";
import {
  addButtons,
  addToCart,
  cartLink,
  dispatch,
  drawer,
  expectCount,
  expectFocus,
  expectStoredCopy,
  fillCart,
  holdResponses,
  openDrawer,
  openWithOne,
} from "../support/cart.ts";
import { expectAccessible } from "../support/page-checks.ts";

const browser = openBrowser();
const changes = `${drawer} .drawer-changes[role=status]`;
const inStock = 36;

/** Returns the product id of an oil that only these journeys buy. */
async function findOil(): Promise<string> {
  const html = await (await fetch(inject("shopOrigin") + routes.product("evening-primrose-oil"))).text();
  return /value="(\d+)"[^>]*name="add-to-cart"/.exec(html)?.[1] ?? "";
}

/** Orders one as another customer. */
async function sellOne(productId: string): Promise<void> {
  const buyer = new Buyer(inject("shopOrigin"));
  await buyer.fillCart(Number(productId));
  expect(await buyer.order()).toMatchObject({ result: "success" });
}

test("changes to the cart by other customers' orders are reported once: in the drawer, or on the page if the drawer was closed", async () => {
  const shoppers = await Promise.all([360, 1280, 1280].map((width) => browser.newPage({ width })));
  const [byIcon, byAdd, closed] = shoppers.map(({ page }) => page);
  if (!byIcon || !byAdd || !closed) throw new Error("Three shoppers expected");
  const oil = await findOil();
  for (const page of [byIcon, byAdd, closed]) {
    await addToCart(page, oil, inStock);
    await page.goto(routes.shop());
    await expectCount(page, inStock);
  }
  await sellOne(oil);
  const words = new RegExp(`Only ${inStock - 1} of “Evening primrose oil”`);

  await byIcon.locator(cartLink).click();
  await byIcon.waitForSelector(`${changes} .woocommerce-error`);
  expect(await byIcon.locator(changes).innerText()).toMatch(words);
  expect(await byIcon.locator(`${drawer} input.qty`).inputValue()).toBe(String(inStock - 1));
  expect(await byIcon.locator(`${changes} [role=alert]`).count()).toBe(0);
  await expectAccessible(byIcon, drawer);
  await byIcon.keyboard.press("Escape");
  await byIcon.goto(routes.cart());
  expect(await byIcon.locator(".woocommerce-error").count()).toBe(0);

  await byAdd.locator(addButtons).first().click();
  await byAdd.waitForSelector(`${changes} .woocommerce-error`);
  expect(await byAdd.locator(changes).innerText()).toMatch(words);
  expect(await byAdd.locator(".drawer-note").innerText()).toContain("added");

  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await closed.route(`**${routes.visitorState()}`, async (route) => {
    await held;
    await route.continue();
  });
  const asked = closed.waitForRequest(`**${routes.visitorState()}`);
  await closed.locator(cartLink).click();
  await asked;
  await closed.keyboard.press("Escape");
  release();
  await expectFocus(closed, ".woocommerce-notices-wrapper .woocommerce-error");
  expect(await closed.locator(".woocommerce-notices-wrapper").innerText()).toMatch(words);
});

test("a change that still applies is shown once in the open drawer, and again the next time it is opened", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await openWithOne(page);
  const line = (words: string) => `<li role="none" class="notice notice--bad"><div>${words}</div></li>`;
  let words = ["Out of stock."];
  await page.route(`**${routes.visitorState()}`, (route) => {
    const list = `<ul class="woocommerce-error notices" role="alert">${words.map(line).join("")}</ul>`;
    return route.fulfill({ json: { notices: `<div class="woocommerce-notices-wrapper notices">${list}</div>` } });
  });
  await page.context().addCookies([{ name: "chowk_notice", value: "1", url: page.url() }]);
  await openDrawer(page);
  const notices = page.locator(`${changes} .notice`);
  await expect.poll(() => notices.allInnerTexts()).toEqual(["Out of stock."]);
  words = [...words, ...Array.from({ length: 20 }, (_, number) => `Change ${number}.`)];
  await dispatch(page, "wc_fragment_refresh");
  await expect.poll(() => notices.allInnerTexts()).toEqual(words);
  // This many must be scrollable by keyboard, too.
  await expectAccessible(page, drawer);
  await page.keyboard.press("Tab");
  await expectFocus(page, ".drawer-changes");
  await page.keyboard.press("Escape");
  await expect.poll(() => notices.count()).toBe(0);
  await openDrawer(page);
  await expect.poll(() => notices.allInnerTexts()).toEqual(words);
});

describe("an open drawer", () => {
  test("keeps the Tab key inside, from the last control to the first and back", async () => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    await page.keyboard.press("Shift+Tab");
    await expectFocus(page, "a.checkout");
    await page.keyboard.press("Tab");
    await expectFocus(page, ".astra-cart-drawer-close");
    for (const next of ["a", ".minus", "input.qty", ".plus", ".save-for-later", ".remove_from_cart_button"]) {
      await page.keyboard.press("Tab");
      await expectFocus(page, `.woocommerce-mini-cart-item ${next}`);
    }
  });

  test("keeps the focus on its control when another tab changes the lines", async () => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    await page.focus(`${drawer} .plus`);
    const product_id = (await page.locator(`${drawer} [data-product_id]`).getAttribute("data-product_id")) ?? "";
    await page.request.post("/?wc-ajax=add_to_cart", { form: { product_id } });
    await dispatch(page, "wc_fragment_refresh");
    await expectCount(page, 2);
    await expectFocus(page, `${drawer} .plus`);
  });

  test("keeps its scroll position when a line far down changes", async () => {
    const { page } = await browser.newPage();
    await page.setViewportSize({ width: 1280, height: 600 });
    await fillCart(page, 6);
    await page.goto(routes.shop());
    await expectStoredCopy(page);
    await openDrawer(page);
    await page.locator(`${drawer} .plus`).last().click();
    await expectCount(page, 7);
    await expectFocus(page, ".plus");
    const body = page.locator(`${drawer} .body`);
    await expect.poll(() => body.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(200);
    const hasPlusInSight = () =>
      page
        .locator(`${drawer} .plus`)
        .last()
        .evaluate((plus) => {
          const { top, bottom } = plus.getBoundingClientRect();
          const lines = plus.closest(".body")?.getBoundingClientRect();
          return lines !== undefined && top >= lines.top && bottom <= lines.bottom;
        });
    await expect.poll(hasPlusInSight).toBe(true);
  });

  test("clears old messages after a successful change", async () => {
    const { page, faults } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    await page.evaluate(() => document.querySelector(".drawer-changes")?.append("Old message."));
    await page.route(/chowk_set_quantity/, (route) => route.abort("failed"), { times: 1 });
    await page.locator(`${drawer} .plus`).click();
    const region = page.locator(`${drawer} .widget_shopping_cart_live_region[role=status]`);
    await expect.poll(() => region.textContent()).toMatch(/could not be saved/);
    await page.locator(`${drawer} .plus`).click();
    await expectCount(page, 2);
    await expect.poll(() => region.textContent()).toMatch(/^Quantity of [^:]+: 2\. Total Rs [\d,]+/);
    expect(await page.locator(`${drawer} .drawer-changes`).textContent()).toBe("");
    expect(await page.locator(".drawer-note").isVisible()).toBe(false);
    faults.splice(0);
  });

  test("dims the total while a quantity takes long to be saved, and moves nothing", async () => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    const { reached, release } = await holdResponses(page, /chowk_set_quantity/);
    const total = page.locator(`${drawer} .total .amount`);
    const before = await total.boundingBox();
    await page.locator(`${drawer} .plus`).click();
    await reached;
    const opacity = () => total.evaluate((amount) => Number(getComputedStyle(amount).opacity));
    await expect.poll(opacity).toBeLessThan(0.5);
    expect(await total.boundingBox()).toEqual(before);
    release();
    await expectCount(page, 2);
    await expect.poll(opacity).toBe(1);
  });

  test("announces a restored line in place of its removal", async () => {
    const { page } = await browser.newPage();
    await openWithOne(page);
    await openDrawer(page);
    const region = page.locator(`${drawer} .widget_shopping_cart_live_region[role=status]`);
    await page.locator(".remove_from_cart_button").click();
    await expect.poll(() => region.textContent()).toMatch(/has been removed from your cart/);
    await page.locator(".drawer-undo").click();
    await expect.poll(() => region.textContent()).toMatch(/is back in your cart/);
  });
});

test.each([
  { width: 740, height: 360 },
  { width: 320, height: 256 },
])(
  "in a window of $width x $height the whole drawer scrolls: the focused control and the header stay visible",
  async (size) => {
    const { page } = await browser.newPage();
    await fillCart(page, 2);
    await page.setViewportSize(size);
    await page.goto(routes.shop());
    await openDrawer(page);
    const stops = await page.locator(`${drawer} :is(.body, .foot) :is(a, button, input)`).count();
    const seen = () =>
      page.evaluate((selector) => {
        const edges = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
        const head = edges(document.querySelector(`${selector} .head`));
        const focused = edges(document.activeElement);
        return head.top === 0 && focused.top >= head.bottom && focused.bottom <= window.innerHeight;
      }, drawer);
    for (let stop = 0; stop < stops; stop++) {
      await page.keyboard.press("Tab");
      await expect.poll(seen).toBe(true);
    }
    await expectFocus(page, "a.checkout");
  },
);

describe("in a window with a scroll bar", () => {
  const withScrollBars = openBrowserWithScrollBars();

  test.each([768, 1280])("the drawer reaches the edge and the page does not move, %i wide", async (width) => {
    const { page } = await withScrollBars.newPage({ width });
    await page.goto(routes.shop());
    const edge = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().right);
    const before = await edge("main");
    expect(before).toBeLessThan(width);
    await page.locator(cartLink).click();
    await expectFocus(page, ".astra-cart-drawer-close");
    expect([await edge(drawer), await edge("main")]).toEqual([width, before]);
  });

  test("the page scrolls again after a drawer that was closed and opened at once has been closed", async () => {
    const { page } = await withScrollBars.newPage({ width: 1280 });
    await page.goto(routes.shop());
    const isLocked = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY === "hidden");
    await page.locator(cartLink).click();
    await expectFocus(page, ".astra-cart-drawer-close");
    expect(await isLocked()).toBe(true);
    // The browser tells of the first close when the drawer is open again.
    const link = await page.locator(cartLink).elementHandle();
    await page.locator(drawer).evaluate((open, link) => {
      (open as HTMLDialogElement).close();
      (link as HTMLElement).click();
    }, link);
    await expectFocus(page, ".astra-cart-drawer-close");
    expect(await isLocked()).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(isLocked).toBe(false);
  });
});
