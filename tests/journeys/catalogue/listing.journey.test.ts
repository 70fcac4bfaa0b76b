import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { expectFocus, holdResponses } from "../support/cart.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();

const panel = (name: string) => `#listing-filters .facet:has(> summary:text("${name}"))`;

describe.each([true, false])("on a phone, scripts %s", (javaScript) => {
  test("filters are a sheet; the chosen ones are listed above the products and can be removed", async () => {
    const { page } = await browser.newPage({ width: 360, javaScript });
    await page.goto(routes.shop());
    await page.click(".filter-open");
    const sheet = page.locator("#listing-filters");
    await sheet.waitFor({ state: "visible" });
    await page.click(`${panel("Form")} summary`);
    // Clicking next to a checkbox toggles it and keeps the sheet open.
    await page.click(".choice:has(input[value=powder]) .num");
    expect(await page.isChecked("input[value=powder]")).toBe(true);
    await page.check("input[value=gummies]");
    const button = page.locator(".filters-show");
    // Without scripts the number is that of the current listing.
    await expect.poll(() => button.textContent()).toBe(javaScript ? "Show 7 products" : "Show 42 products");
    await expectNoSidewaysScroll(page);
    await Promise.all([page.waitForURL(/filter_form=/), button.click()]);
    await expect.poll(() => page.locator(".woocommerce-result-count").textContent()).toContain("7 results");
    expect(await page.locator(".chip").allTextContents()).toEqual(["Powder", "Gummies"]);
    await expectAccessible(page);
    await Promise.all([page.waitForURL(/filter_form=gummies$/), page.click(".chip >> text=Powder")]);
    await expect.poll(() => page.locator(".chip").allTextContents()).toEqual(["Gummies"]);
  });
});

test("the sheet closes by Escape and by its button, and its number follows the last choice", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await page.goto(routes.shop());
  const sheet = page.locator("#listing-filters");
  await page.click(".filter-open");
  await sheet.waitFor({ state: "visible" });
  await expectAccessible(page, "#listing-filters");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await page.focus(".filter-open");
  await page.keyboard.press("Enter");
  await sheet.waitFor({ state: "visible" });
  await page.click(`${panel("Form")} summary`);
  await page.check("input[value=powder]");
  await page.check("input[value=gummies]");
  await page.uncheck("input[value=powder]");
  await expect.poll(() => page.locator(".filters-show").textContent()).toBe("Show 2 products");
  // The counts of other options are those within the current choice.
  const numbers = await page.locator("#listing-filters .choice:has([name=product_cat]) .num").allTextContents();
  expect(Math.max(...numbers.map(Number))).toBeLessThanOrEqual(2);
  await page.uncheck("input[value=gummies]");
  await page.click(`${panel("Price")} summary`);
  await page.locator("input[name=max_price]").pressSequentially("900");
  await expect.poll(() => page.locator(".filters-show").textContent()).toBe("Show 6 products");
  await page.click("#listing-filters [popovertargetaction=hide]");
  await sheet.waitFor({ state: "hidden" });
});

test("the sheet closes when the focus moves past its end, and returns the focus to its button", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await page.goto(routes.shop());
  const sheet = page.locator("#listing-filters");
  const opensIt = () => page.evaluate(() => document.activeElement?.classList.contains("filter-open"));
  await page.focus(".filter-open");
  await page.keyboard.press("Enter");
  await sheet.waitFor({ state: "visible" });
  await page.focus(".filters-show");
  expect(await sheet.isVisible()).toBe(true);
  await page.keyboard.press("Tab");
  await sheet.waitFor({ state: "hidden" });
  expect(await opensIt()).toBe(true);
  await page.keyboard.press("Enter");
  await sheet.waitFor({ state: "visible" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  expect(await opensIt()).toBe(true);
});

test.each([360, 1280])(
  "%i wide, a sort order chosen before the script loads is applied when it does",
  async (width) => {
    const { page } = await browser.newPage({ width });
    const { reached, release } = await holdResponses(page, /\/assets\/shop-[^/]+\.js$/);
    await page.goto(`${routes.shop()}?min_price=500`, { waitUntil: "commit" });
    await page.selectOption("select.orderby", "price");
    await reached;
    release();
    await page.waitForURL((url) => url.searchParams.get("orderby") === "price");
    expect(new URL(page.url()).searchParams.get("min_price")).toBe("500");
  },
);

test("on a wide window, swapped price limits submitted before the script loads are sent in order, with campaign parameters", async () => {
  const { page } = await browser.newPage();
  const { reached, release } = await holdResponses(page, /\/assets\/listing-controls-/);
  await page.goto(`${routes.shop()}?utm_source=mail`);
  await page.click(`${panel("Price")} summary`);
  await page.fill("[name=min_price]", "5000");
  await page.fill("[name=max_price]", "500");
  await page.keyboard.press("Enter");
  await reached;
  expect(new URL(page.url()).search).toBe("?utm_source=mail");
  release();
  await page.waitForURL((url) => url.search === "?min_price=500&max_price=5000&utm_source=mail");
});

test("on a wide window, price limits left before the script loads are sent when it does, and their panel closes", async () => {
  const { page } = await browser.newPage();
  const { reached, release } = await holdResponses(page, /\/assets\/listing-controls-/);
  await page.goto(routes.shop());
  await page.click(`${panel("Price")} summary`);
  await page.fill("[name=min_price]", "500");
  await page.fill("[name=max_price]", "900");
  await page.keyboard.press("Tab");
  await reached;
  release();
  await page.waitForURL(/\?min_price=500&max_price=900$/);
  await expect.poll(() => page.locator(".chip").count()).toBe(2);
  expect(await page.locator(panel("Price")).getAttribute("open")).toBeNull();
});

test("on a wide window, a filter ticked before the script loads is applied when it does", async () => {
  const { page } = await browser.newPage();
  const { reached, release } = await holdResponses(page, /\/assets\/shop-[^/]+\.js$/);
  await page.goto(routes.shop(), { waitUntil: "commit" });
  await page.click(`${panel("Form")} summary`);
  await page.check("input[value=powder]");
  await reached;
  release();
  await page.waitForURL(/filter_form=powder/);
  await expect.poll(() => page.locator(".chip").allTextContents()).toEqual(["Powder"]);
});

test("on a wide window, clicking an option's label or next to it ticks it", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  await page.click(`${panel("Form")} summary`);
  await page.getByText("Powder", { exact: true }).click();
  await page.waitForURL(/filter_form=powder/);
  await page.locator(".choice:has(input[value=gummies]) .num").click();
  await page.waitForURL(/filter_form=(powder,gummies|gummies,powder)/);
  await expect.poll(() => page.locator(".chip").count()).toBe(2);
});

test("on a wide window, quick ticks are all sent and keep panel, focus and scroll position", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.category("growing-up"));
  await page.evaluate(() => window.scrollTo(0, 120));
  await page.click(`${panel("Form")} summary`);
  const scrolled = await page.evaluate(() => window.scrollY);
  const boxes = page.locator(`${panel("Form")} input`);
  const [first, second] = await boxes.evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value));
  await boxes.nth(0).evaluate((field: HTMLInputElement) => field.click());
  await boxes.nth(1).focus();
  await page.keyboard.press("Space");
  await page.waitForURL((url) => url.searchParams.get("filter_form") === `${first},${second}`);
  await expect.poll(() => page.locator(".chip").count()).toBe(2);
  expect(await page.locator(panel("Form")).getAttribute("open")).toBe("");
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(second);
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  await page.waitForSelector(".woocommerce-result-count[aria-hidden=false]");
  await Promise.all([page.waitForURL(/orderby=price/), page.selectOption("select.orderby", "price")]);
  // The chosen filters are kept although the sort form was rendered before.
  expect(new URL(page.url()).searchParams.get("filter_form")).toBe(`${first},${second}`);
  await page.reload();
  expect(await page.locator(".chip").count()).toBe(2);
});

test("on a wide window, both price limits can be typed before they are sent", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  await page.click(`${panel("Price")} summary`);
  await page.locator("input[name=min_price]").focus();
  await page.keyboard.type("500");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("max_price");
  await page.keyboard.type("900");
  expect(new URL(page.url()).search).toBe("");
  await Promise.all([page.waitForURL(/\?min_price=500&max_price=900$/), page.keyboard.press("Tab")]);
  await page.click(`${panel("Price")} summary`);
  await page.locator(`${panel("Price")} input[name=max_price]`).fill("1200");
  await Promise.all([page.waitForURL(/\?min_price=500&max_price=1200$/), page.keyboard.press("Enter")]);
  await expectFocus(page, "[name=max_price]");
});

test.each([
  ["on a wide window", 1280],
  ["in the sheet of a small window", 360],
])("%s, swapped price limits are exchanged, and URLs have one form", async (_, width) => {
  const { page } = await browser.newPage({ width });
  await page.goto(`${routes.shop()}?utm_source=mail`);
  if (width < 900) await page.click(".filter-open");
  await page.click(`${panel("Price")} summary`);
  await page.fill("[name=min_price]", "5000");
  await page.fill("[name=max_price]", "500");
  const inOrder = "?min_price=500&max_price=5000&utm_source=mail";
  await Promise.all([page.waitForURL((url) => url.search === inOrder), page.keyboard.press("Enter")]);
  await expect.poll(() => page.inputValue("[name=min_price]")).toBe("500");
  expect(await page.inputValue("[name=max_price]")).toBe("5000");
  if (width < 900) await page.click(".filter-open");
  await page.click(`${panel("Rating")} summary`);
  await page.check("[name=rating_filter][value='5,4']");
  if (width < 900) await page.click(".filters-show");
  await page.waitForURL((url) => url.search === inOrder.replace("?", "?rating_filter=5,4&"));
});

test("swapped price limits in a URL are corrected, and a category's count includes each product once", async () => {
  const { page } = await browser.newPage();
  await page.goto(`${routes.shop()}?min_price=900&max_price=500`);
  const swapped = await page.locator(".woocommerce-result-count").textContent();
  await page.goto(`${routes.shop()}?min_price=500&max_price=900`);
  expect(swapped).toBe(await page.locator(".woocommerce-result-count").textContent());
  await page.goto(routes.home());
  const label = await page
    .locator(`main a[href="${routes.category("growing-up")}"]`)
    .first()
    .textContent();
  await page.goto(routes.category("growing-up"));
  const found = /\d+(?= results)/.exec((await page.locator(".woocommerce-result-count").textContent()) ?? "")?.[0];
  expect(label).toContain(found ?? "no number");
});

test("on a wide window, a filter is sent immediately, keeps sort order and other parameters, and Escape closes panels", async () => {
  const { page } = await browser.newPage();
  await page.goto(`${routes.shop()}?orderby=price`);
  await page.click(`${panel("Form")} summary`);
  await Promise.all([page.waitForURL(/filter_form=powder/), page.check("input[value=powder]")]);
  expect(new URL(page.url()).search).toBe("?filter_form=powder&orderby=price");
  await page.goto(`${page.url()}&utm_source=mail`);
  await Promise.all([page.waitForURL(/orderby=date/), page.selectOption("select.orderby", "date")]);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    orderby: "date",
    filter_form: "powder",
    utm_source: "mail",
  });
  const price = page.locator(panel("Price"));
  await price.locator("summary").press("Enter");
  expect(await price.getAttribute("open")).toBe("");
  await page.keyboard.press("Tab");
  // The script loads on first use of the filters: the first key press may be too early.
  await expect
    .poll(async () => {
      await page.keyboard.press("Escape");
      return price.getAttribute("open");
    })
    .toBeNull();
  await expectAccessible(page);
});

test.each([360, 1280])(
  "%i wide, sorting by keyboard keeps page, focus, filters and other parameters",
  async (width) => {
    const { page } = await browser.newPage({ width });
    await page.goto(`${routes.shop()}?filter_form=powder&utm_source=mail`);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const names = () => page.locator(".card-name").allInnerTexts();
    const before = await names();
    await page.focus("#orderby");
    await page.keyboard.press("End");
    await page.waitForURL(/orderby=/);
    await expect.poll(names).not.toEqual(before);
    expect((await names()).toSorted()).toEqual(before.toSorted());
    expect(await page.evaluate(() => [document.activeElement?.id, "isSamePage" in window])).toEqual(["orderby", true]);
    const chosen = await page.inputValue("#orderby");
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      filter_form: "powder",
      orderby: chosen,
      utm_source: "mail",
    });
    await page.keyboard.press("Home");
    await expect.poll(names).toEqual(before);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("orderby");
  },
);

test("on a phone, sorting leaves out filters that were ticked but not applied", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await page.goto(routes.shop());
  await page.click(".filter-open");
  await page.locator("input[value=powder]").evaluate((box: HTMLInputElement) => box.click());
  await page.keyboard.press("Escape");
  await page.selectOption("#orderby", "price");
  await page.waitForURL(/orderby=price/);
  expect(new URL(page.url()).search).toBe("?orderby=price");
});

test("going back to a listing restores its controls", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  await Promise.all([page.waitForURL(/orderby=price/), page.selectOption("#orderby", "price")]);
  await page.goBack();
  await expect.poll(() => page.locator("#orderby").inputValue()).toBe("menu_order");
  await page.click(`${panel("Form")} summary`);
  await Promise.all([page.waitForURL(/filter_form=powder/), page.check("input[value=powder]")]);
  await page.goBack();
  await expect.poll(() => page.locator("input[value=powder]").isChecked()).toBe(false);
});

test.each([360, 768, 1280])(
  "on a window of %s px, adding a product causes no layout shift in the listing",
  async (width) => {
    const { page } = await browser.newPage({ width });
    await page.goto(routes.shop());
    const card = page.locator(".product:has(.ajax_add_to_cart)").first();
    const sizes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>(".products, .card-acts")].map((one) => one.offsetHeight),
      );
    const before = await sizes();
    await card.locator(".ajax_add_to_cart").click();
    const link = card.locator("a.added_to_cart");
    await link.waitFor();
    expect(await sizes()).toEqual(before);
    expect(await link.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  },
);

test("an empty result is explained, with a link to clear the filters", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await page.goto(`${routes.shop()}?min_price=99999`);
  expect(await page.locator(".nothing-found").textContent()).toContain("No products match these filters");
  await expectAccessible(page);
  await Promise.all([page.waitForURL(/\/shop\/$/), page.click(".nothing-found >> text=Clear all filters")]);
  await expect.poll(() => page.locator(".products .product").count()).toBe(12);
});
