import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";
import { expectFocus, holdResponses } from "./support/cart.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks.ts";

const browser = openBrowser();
const popup = "#quick-checkout[open]";
const panel = `${popup} .qcfw-checkout-product-modal`;
const strip = "#qcfw-checkout-image-slider";
const call = /admin-ajax\.php$/;

/** The fields of a variation that these tests read. */
interface WireVariation {
  attributes: Record<string, string>;
  image: { src: string };
}

const buyNow = (page: Page, name: string) => page.getByRole("button", { name: `Buy now: “${name}”` }).first();

/** Opens the quick checkout of a product from the list, and waits for its form. */
async function open(page: Page, name = "Growing Protein", path = routes.shop()): Promise<void> {
  await page.goto(path);
  await buyNow(page, name).click();
  await page.waitForSelector(panel);
}

const choose = (page: Page, attribute: string, value: string) =>
  page.selectOption(`${popup} select[name=attribute_${attribute}]`, value);

/** Returns the number, from 1, of the picture in the middle of the strip. */
async function shownPicture(page: Page): Promise<number> {
  return page.locator(strip).evaluate((element) => {
    const { left, width } = element.getBoundingClientRect();
    const isShown = (slide: Element) => {
      const box = slide.getBoundingClientRect();
      return box.left < left + width / 2 && box.right > left + width / 2;
    };
    return [...element.querySelectorAll(".qcfw-checkout-product-image")].findIndex(isShown) + 1;
  });
}

/** Clicks a control of the strip and waits until this picture is shown and its dot is marked. */
async function move(page: Page, control: string, number: number): Promise<void> {
  await page.getByRole("button", { name: control }).click();
  await page.waitForSelector(`.slide-dots button:nth-child(${number})[aria-current]`);
  await expect.poll(() => shownPicture(page)).toBe(number);
}

describe.each([360, 768, 1280])("at %i px Buy now on a card", (width) => {
  test("opens the quick checkout over the list; Escape returns to the button (S1.9, S2.35, S2.65)", async () => {
    const { page } = await browser.newPage({ width });
    await open(page);
    expect(new URL(page.url()).pathname).toBe(routes.shop());
    await page.getByRole("dialog", { name: "Growing Protein" }).waitFor();
    await expect.poll(() => page.locator(`${popup} .price--big`).textContent()).not.toContain("–");
    await expectFocus(page, `${popup} .x`);
    expect(await page.locator(`${panel} select`).count()).toBe(2);
    await page.waitForSelector(".slide-dots");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.waitForSelector(popup, { state: "detached" });
    expect(await buyNow(page, "Growing Protein").evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

test("the quick checkout is accessible in dark mode", async () => {
  const { page } = await browser.newPage({ width: 360, colorScheme: "dark" });
  await open(page);
  await page.waitForSelector(".slide-dots");
  await expectAccessible(page);
});

/**
 * Makes the page's timers within a range of lengths (ms) fire after 500 ms, or never. Call it before opening the page.
 * @param most default: `least`
 */
async function changeTimers(page: Page, goOff: "early" | "never", least: number, most = least): Promise<void> {
  await page.addInitScript(
    ([from, to, isEarly]) => {
      const later = window.setTimeout;
      const changed = (act: () => void, ms = 0, ...given: []) => {
        if (ms < from || ms > to) return later(act, ms, ...given);
        return isEarly ? later(act, 500, ...given) : 0;
      };
      window.setTimeout = changed as typeof setTimeout;
    },
    [least, most, goOff === "early"] as const,
  );
}

test("“Loading...” covers the page immediately and disappears once the content is there (S2.67, S4.26 to S4.28, S9.17, S9.21)", async () => {
  const { page } = await browser.newPage();
  // A script that relied on a timer of 500 ms or more would never finish.
  await changeTimers(page, "never", 500, Number.MAX_SAFE_INTEGER);
  const held = await holdResponses(page, call);
  await page.goto(routes.shop());
  await buyNow(page, "Growing Protein").click();
  const overlay = page.locator(".loading-overlay");
  expect((await overlay.textContent())?.trim()).toBe("Loading...");
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
  await held.reached;
  held.release();
  await page.waitForSelector(panel);
  expect(await overlay.count()).toBe(0);
});

test("Close and a click outside the popup close it; dragging across its edge does not", async () => {
  const { page } = await browser.newPage();
  await open(page);
  await page.getByRole("button", { name: "Close" }).click();
  await page.waitForSelector(popup, { state: "detached" });
  await buyNow(page, "Growing Protein").click();
  await page.locator("#quick-title").hover();
  await page.mouse.down();
  await page.mouse.move(20, 400);
  await page.mouse.up();
  expect(await page.locator(panel).count()).toBe(1);
  await page.mouse.move(20, 400);
  await page.mouse.down();
  await page.locator("#quick-title").hover();
  await page.mouse.up();
  expect(await page.locator(panel).count()).toBe(1);
  await page.mouse.click(20, 400);
  await page.waitForSelector(popup, { state: "detached" });
});

test("closing the popup while it loads cancels its request, and the next one opens", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  const answers: Route[] = [];
  await page.route(call, (route) => answers.push(route));
  await buyNow(page, "Growing Protein").click();
  await expect.poll(() => answers.length).toBe(1);
  const cancelled = page.waitForEvent("requestfailed", (request) => call.test(request.url()));
  await page.keyboard.press("Escape");
  expect((await cancelled).failure()?.errorText).toBe("net::ERR_ABORTED");
  await buyNow(page, "Growing Protein").click();
  await page.keyboard.press("Escape");
  await buyNow(page, "Teen Growth Daily").click();
  await expect.poll(() => answers.length).toBe(3);
  await answers[2]?.continue();
  await page.getByRole("dialog", { name: "Teen Growth Daily" }).waitFor();
});

test("the second click of a double click does not close the popup", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  await page.locator("li.card:nth-child(4) .qcfw_shop_buy_now_button").hover();
  const press = async (clickCount: number) => {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  };
  await press(1);
  await page.waitForSelector(panel);
  await press(2);
  expect(await page.locator(panel).count()).toBe(1);
  await press(1);
  await page.waitForSelector(popup, { state: "detached" });
});

test("an add that finishes meanwhile does not open the drawer over the popup", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  const held = await holdResponses(page, /wc-ajax=add_to_cart/);
  await page.locator(".ajax_add_to_cart").first().click();
  await held.reached;
  await buyNow(page, "Growing Protein").click();
  await page.waitForSelector(panel);
  await page.evaluate(() =>
    document.body.addEventListener("added_to_cart", () => document.body.classList.add("test-added")),
  );
  held.release();
  await page.waitForSelector("body.test-added");
  expect(await page.locator("dialog[open]").count()).toBe(1);
});

describe("the form in the popup", () => {
  test("selects the variation, shows its picture and price, and buys it (S4.29)", async () => {
    const { page } = await browser.newPage();
    await open(page, "Height Growth Complex");
    await page.waitForSelector(".slide-dots");
    await choose(page, "pa_pack", "2-bottles");
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
    await open(page, "Height Growth Complex");
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
    await choose(page, "pa_pack", "2-bottles");
    await expect.poll(pictures).toEqual([other, other]);
    await page.getByRole("link", { name: "Clear selection" }).click();
    await expect.poll(pictures).toEqual([own, own]);
  });

  test("explains what is missing before buying, and focuses it", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await open(page);
    await choose(page, "pa_flavour", "");
    await page.waitForSelector(`${popup} .woocommerce-variation-add-to-cart-disabled`);
    await page.locator(`${popup} .single_add_to_cart_button`).click({ force: true });
    await page.locator(`${popup} .variation-complaint:focus`).waitFor();
    expect(new URL(page.url()).pathname).toBe(routes.shop());
  });

  test("buys a simple product once, however often the button is clicked", async () => {
    const { page } = await browser.newPage();
    await open(page, "L-lysine 1000 mg");
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
    await open(page, "L-lysine 1000 mg");
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
    const [other] = await page.locator(`${popup} select option:not([value=''])`).all();
    await page
      .locator(`${popup} select`)
      .first()
      .selectOption((await other?.getAttribute("value")) ?? "");
    await page.waitForSelector(`${popup} [class*=woocommerce-variation-add-to-cart-]`);
    expect(await state()).toEqual(before);
    expect(await page.locator("[id]").evaluateAll((all) => all.length - new Set(all.map(({ id }) => id)).size)).toBe(0);
  });
});

describe("the pictures in the popup", () => {
  test.each(["ltr", "rtl"])(
    "move one at a time by dots and buttons in an endless loop, %s (S4.30, S9.20)",
    async (dir) => {
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
    },
  );

  test("quick clicks all count", async () => {
    const { page } = await browser.newPage();
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await open(page);
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
    await open(page, "Height Growth Complex");
    await page.waitForSelector(".slide-dots button:not(:first-child)[aria-current]");
    await expect.poll(() => shownPicture(page)).toBeGreaterThan(1);
  });

  test("have no dots or buttons if there is only one", async () => {
    const { page } = await browser.newPage();
    await open(page, "The growth guide", routes.search("growth guide"));
    expect(await page.locator(`${strip} img`).count()).toBe(1);
    expect(await page.locator(".slide-dots, .slide-step").count()).toBe(0);
  });
});

describe("when loading fails", () => {
  const failed = "The content could not be loaded.";
  const productPage = (page: Page) => page.getByRole("link", { name: "Open the product page" });

  /** Waits for the message and the logged error, and removes the error from the faults. */
  async function expectMessage(page: Page, faults: string[], words: string): Promise<void> {
    await page.getByRole("alert").filter({ hasText: words }).waitFor();
    await expect.poll(() => faults).toContain("console: Error retrieving product details.");
    faults.splice(0);
  }

  async function tryAgain(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForSelector(panel);
    await expectFocus(page, `${popup} .x`);
  }

  test.each([
    ["an error", { status: 500, body: "" }],
    ["the notice about an expired page", { status: 200, body: "This page has grown old." }],
  ])("because the response is %s, it is reported and logged, with a retry and a link (S8.16)", async (_, answer) => {
    const { page, faults } = await browser.newPage({ width: 360 });
    await page.goto(routes.shop());
    await page.route(call, (route) => route.fulfill({ contentType: "text/html", ...answer }));
    await buyNow(page, "Growing Protein").click();
    await expectMessage(page, faults, failed);
    await expectAccessible(page, popup);
    const { pathname } = new URL((await productPage(page).getAttribute("href")) ?? "", page.url());
    expect(pathname).toBe(routes.product("growing-protein"));
    await page.unroute(call);
    await tryAgain(page);
    expect(await page.getByRole("alert").filter({ hasText: failed }).count()).toBe(0);
  });

  test("because the product is gone or the response is empty, it reports “not found” without a retry (S8.16)", async () => {
    const { page, faults } = await browser.newPage();
    await page.goto(routes.shop());
    await buyNow(page, "Growing Protein").evaluate((button) => (button.dataset.productId = "999999999"));
    await buyNow(page, "Growing Protein").click();
    await expectMessage(page, faults, "Content not found");
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.locator(".quick-failure").getByRole("button", { name: "Close" }).click();
    await page.waitForSelector(popup, { state: "detached" });
    await page.route(call, (route) => route.fulfill({ status: 200, body: "" }));
    await buyNow(page, "Teen Growth Daily").click();
    await expectMessage(page, faults, "Content not found");
    expect(await productPage(page).count()).toBe(1);
  });

  test.each([
    ["response", call],
    ["style sheet", /\/product-[^/]*\.css$/],
    ["client script", /\/quick-checkout-panel-/],
  ])("because of a missing %s, it times out, and a retry requests it again", async (_, address) => {
    const { page, faults } = await browser.newPage();
    await changeTimers(page, "early", 20_000);
    await page.goto(routes.shop());
    await page.route(address, () => new Promise(() => {}));
    await buyNow(page, "Growing Protein").click();
    await expectMessage(page, faults, failed);
    await page.unroute(address);
    await tryAgain(page);
    expect(await page.locator(strip).evaluate((element) => getComputedStyle(element).display)).toBe("flex");
  });

  test("because the style sheet failed, a retry loads it again", async () => {
    const { page, faults } = await browser.newPage();
    const sheet = /\/product-[^/]*\.css$/;
    await page.goto(routes.shop());
    await page.route(sheet, (route) => route.abort("failed"));
    await buyNow(page, "Growing Protein").click();
    await expectMessage(page, faults, failed);
    await page.unroute(sheet);
    await tryAgain(page);
    expect(await page.locator(strip).evaluate((element) => getComputedStyle(element).display)).toBe("flex");
  });

  test.each([
    ["the client script fails", /quick-checkout-panel/],
    ["the network is down", /./],
  ])("because %s, it is reported, and a retry leads to the product's page", async (_, address) => {
    const { page, faults } = await browser.newPage();
    await page.goto(routes.shop());
    await page.route(address, (route) => route.abort("failed"));
    await buyNow(page, "Growing Protein").click();
    await expectMessage(page, faults, failed);
    await page.unroute(address);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForURL((url) => url.pathname === routes.product("growing-protein"));
    expect(await page.locator("h1").textContent()).toContain("Growing Protein");
  });
});

describe("without scripts, Buy now on a card", () => {
  test("leads to the page of a product with options", async () => {
    const { page } = await browser.newPage({ javaScript: false });
    await page.goto(routes.shop());
    await buyNow(page, "Growing Protein").click();
    expect(new URL(page.url()).pathname).toBe(routes.product("growing-protein"));
  });

  test("leads to the checkout with a simple product", async () => {
    const { page } = await browser.newPage({ javaScript: false });
    await page.goto(routes.shop());
    await buyNow(page, "L-lysine 1000 mg").click();
    expect(new URL(page.url()).pathname).toBe(routes.checkout());
    expect(await page.locator("main").textContent()).toContain("L-lysine");
  });
});
