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

/** A variation as the form has it, as far as it is read here. */
interface WireVariation {
  attributes: Record<string, string>;
  image: { src: string };
}

const buyNow = (page: Page, name: string) => page.getByRole("button", { name: `Buy now: “${name}”` }).first();

/** Opens the quick checkout of a product from the list, and waits until its form is worked. */
async function open(page: Page, name = "Growing Protein", path = routes.shop()): Promise<void> {
  await page.goto(path);
  await buyNow(page, name).click();
  await page.waitForSelector(panel);
}

const choose = (page: Page, attribute: string, value: string) =>
  page.selectOption(`${popup} select[name=attribute_${attribute}]`, value);

/** What the strip shows in its middle: the number of the picture among those of the product, from 1. */
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

/** Presses what moves the strip, until the dot of the picture is marked and the picture itself is shown. */
async function move(page: Page, control: string, number: number): Promise<void> {
  await page.getByRole("button", { name: control }).click();
  await page.waitForSelector(`.slide-dots button:nth-child(${number})[aria-current]`);
  await expect.poll(() => shownPicture(page)).toBe(number);
}

describe.each([360, 768, 1280])("at %i px Buy now on a card", (width) => {
  test("opens the quick checkout over the list; Escape leads back to the button (S1.9, S2.35, S2.65)", async () => {
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

test("in dark colours the quick checkout is as accessible", async () => {
  const { page } = await browser.newPage({ width: 360, colorScheme: "dark" });
  await open(page);
  await page.waitForSelector(".slide-dots");
  await expectAccessible(page);
});

/**
 * Has the page's timers of some lengths (ms) go off almost at once, or never: to be called before the page is opened.
 * @param most default: of just `least`
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

test("“Loading...” covers the page at once, and goes as soon as the content is there (S2.67, S4.26 to S4.28, S9.17, S9.21)", async () => {
  const { page } = await browser.newPage();
  // Whoever waited for a second would wait for ever.
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

test("Close and a press beside the popup close it; what was dragged over its edge does not", async () => {
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

test("closed while it loads, it gives up what was asked for, and the next one opens", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  const answers: Route[] = [];
  await page.route(call, (route) => answers.push(route));
  await buyNow(page, "Growing Protein").click();
  await expect.poll(() => answers.length).toBe(1);
  const givenUp = page.waitForEvent("requestfailed", (request) => call.test(request.url()));
  await page.keyboard.press("Escape");
  expect((await givenUp).failure()?.errorText).toBe("net::ERR_ABORTED");
  await buyNow(page, "Growing Protein").click();
  await page.keyboard.press("Escape");
  await buyNow(page, "Teen Growth Daily").click();
  await expect.poll(() => answers.length).toBe(3);
  await answers[2]?.continue();
  await page.getByRole("dialog", { name: "Teen Growth Daily" }).waitFor();
});

test("the second press of a double click leaves open what the first has opened", async () => {
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

test("an add that ends meanwhile opens no drawer over it", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  const held = await holdResponses(page, /wc-ajax=add_to_cart/);
  await page.locator(".ajax_add_to_cart").first().click();
  await held.reached;
  await buyNow(page, "Growing Protein").click();
  await page.waitForSelector(panel);
  await page.evaluate(() =>
    document.body.addEventListener("added_to_cart", () => document.body.classList.add("test-told")),
  );
  held.release();
  await page.waitForSelector("body.test-told");
  expect(await page.locator("dialog[open]").count()).toBe(1);
});

describe("the form in the popup", () => {
  test("finds the variation, shows its picture and price, and buys it (S4.29)", async () => {
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

  test("puts a picture that the strip does not have into the place of the first, and after the last", async () => {
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
    // The product's own, which the default variation's may have replaced by now.
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

  test("says what is missing before it buys, with the focus there", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await open(page);
    await choose(page, "pa_flavour", "");
    await page.waitForSelector(`${popup} .woocommerce-variation-add-to-cart-disabled`);
    await page.locator(`${popup} .single_add_to_cart_button`).click({ force: true });
    await page.locator(`${popup} .variation-complaint:focus`).waitFor();
    expect(new URL(page.url()).pathname).toBe(routes.shop());
  });

  test("buys a simple product once, however often and late the button is pressed", async () => {
    const { page } = await browser.newPage();
    await open(page, "L-lysine 1000 mg");
    const answers: Route[] = [];
    await page.route(/\/product\//, async (route) => {
      // The shop has done it, but its answer does not come in time.
      if (answers.push(route) < 3) await route.fetch({ maxRedirects: 0 });
      else await route.continue();
    });
    const button = page.locator(`${popup} .single_add_to_cart_button`);
    // In the page: from outside, a press would wait for the page that is on its way.
    await button.evaluate((element: HTMLElement) => {
      for (const at of [0, 400, 800]) setTimeout(() => element.click(), at);
    });
    await expect.poll(() => answers.length).toBe(3);
    await page.waitForURL((url) => url.pathname === routes.checkout());
    expect(await page.inputValue("main input.qty")).toBe("1");
  });

  test("says no longer that the page is being left when it was not, and can be sent again", async () => {
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

  test("over a product's own page leaves that page's form, address and article number alone", async () => {
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
    "are moved one at a time by dots and steps, without an end, written %s (S4.30, S9.20)",
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

  test("hurried steps all count", async () => {
    const { page } = await browser.newPage();
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await open(page);
    const next = page.getByRole("button", { name: "Next picture" });
    await next.evaluate((button: HTMLElement) => [1, 2, 3, 4, 5].forEach(() => button.click()));
    await page.waitForSelector(".slide-dots button:nth-child(3)[aria-current]");
    await expect.poll(() => shownPicture(page)).toBe(3);
  });

  test("begin with the default variation's own", async () => {
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

  test("a single one stands still: no dots, no steps", async () => {
    const { page } = await browser.newPage();
    await open(page, "The growth guide", routes.search("growth guide"));
    expect(await page.locator(`${strip} img`).count()).toBe(1);
    expect(await page.locator(".slide-dots, .slide-step").count()).toBe(0);
  });
});

describe("when the content does not come", () => {
  const failed = "The content could not be loaded.";
  const productPage = (page: Page) => page.getByRole("link", { name: "Open the product page" });

  /** Waits for these words and the line that is logged; after this it is no fault any more. */
  async function expectSaid(page: Page, faults: string[], words: string): Promise<void> {
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
    ["a failure", { status: 500, body: "" }],
    ["the word about an old page", { status: 200, body: "This page has grown old." }],
  ])("as the answer is %s, that is said and logged, and there are ways on (S8.16)", async (_, answer) => {
    const { page, faults } = await browser.newPage({ width: 360 });
    await page.goto(routes.shop());
    await page.route(call, (route) => route.fulfill({ contentType: "text/html", ...answer }));
    await buyNow(page, "Growing Protein").click();
    await expectSaid(page, faults, failed);
    await expectAccessible(page, popup);
    const { pathname } = new URL((await productPage(page).getAttribute("href")) ?? "", page.url());
    expect(pathname).toBe(routes.product("growing-protein"));
    await page.unroute(call);
    await tryAgain(page);
    expect(await page.getByRole("alert").filter({ hasText: failed }).count()).toBe(0);
  });

  test("for a product that is gone, or an empty answer, it is not found, and nothing is to be tried again (S8.16)", async () => {
    const { page, faults } = await browser.newPage();
    await page.goto(routes.shop());
    await buyNow(page, "Growing Protein").evaluate((button) => (button.dataset.productId = "999999999"));
    await buyNow(page, "Growing Protein").click();
    await expectSaid(page, faults, "Content not found");
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.locator(".quick-failure").getByRole("button", { name: "Close" }).click();
    await page.waitForSelector(popup, { state: "detached" });
    await page.route(call, (route) => route.fulfill({ status: 200, body: "" }));
    await buyNow(page, "Teen Growth Daily").click();
    await expectSaid(page, faults, "Content not found");
    expect(await productPage(page).count()).toBe(1);
  });

  test.each([
    ["answer", call],
    ["style sheet", /\/product-[^/]*\.css$/],
    ["part of the client", /\/quick-checkout-panel-/],
  ])("as no %s comes, the waiting ends, and the next try asks anew", async (_, address) => {
    const { page, faults } = await browser.newPage();
    await changeTimers(page, "early", 20_000);
    await page.goto(routes.shop());
    await page.route(address, () => new Promise(() => {}));
    await buyNow(page, "Growing Protein").click();
    await expectSaid(page, faults, failed);
    await page.unroute(address);
    await tryAgain(page);
    expect(await page.locator(strip).evaluate((element) => getComputedStyle(element).display)).toBe("flex");
  });

  test("as the style sheet fails once, the next try has it", async () => {
    const { page, faults } = await browser.newPage();
    const sheet = /\/product-[^/]*\.css$/;
    await page.goto(routes.shop());
    await page.route(sheet, (route) => route.abort("failed"));
    await buyNow(page, "Growing Protein").click();
    await expectSaid(page, faults, failed);
    await page.unroute(sheet);
    await tryAgain(page);
    expect(await page.locator(strip).evaluate((element) => getComputedStyle(element).display)).toBe("flex");
  });

  test.each([
    ["the part of the client that shows it fails", /quick-checkout-panel/],
    ["nothing comes any more", /./],
  ])("as %s, that is said, and the next try leads to the product's page", async (_, address) => {
    const { page, faults } = await browser.newPage();
    await page.goto(routes.shop());
    await page.route(address, (route) => route.abort("failed"));
    await buyNow(page, "Growing Protein").click();
    await expectSaid(page, faults, failed);
    await page.unroute(address);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForURL((url) => url.pathname === routes.product("growing-protein"));
    expect(await page.locator("h1").textContent()).toContain("Growing Protein");
  });
});

describe("without scripts Buy now on a card", () => {
  test("leads to the page of a product that is to be chosen", async () => {
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
