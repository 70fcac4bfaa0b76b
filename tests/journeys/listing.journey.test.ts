import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "./support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/page-checks.ts";

const browser = openBrowser();

const panel = (name: string) => `#listing-filters .facet:has(> summary:text("${name}"))`;

describe.each([true, false])("on a phone, scripts %s", (javaScript) => {
  test("filters are a sheet; what is chosen stands above the products and can be taken away", async () => {
    const { page } = await browser.newPage({ width: 360, javaScript });
    await page.goto(routes.shop());
    await page.click(".filter-open");
    const sheet = page.locator("#listing-filters");
    await sheet.waitFor({ state: "visible" });
    await page.click(`${panel("Form")} summary`);
    await page.check("input[value=powder]");
    await page.check("input[value=gummies]");
    const button = page.locator(".filters-show");
    // Without scripts the number is that of the listing behind.
    await expect.poll(() => button.textContent()).toBe(javaScript ? "Show 7 products" : "Show 42 products");
    await expectNoSidewaysScroll(page);
    await Promise.all([page.waitForURL(/filter_form=/), button.click()]);
    expect(await page.locator(".woocommerce-result-count").textContent()).toContain("7 results");
    expect(await page.locator(".chip").allTextContents()).toEqual(["Powder", "Gummies"]);
    await expectAccessible(page);
    await Promise.all([page.waitForURL(/filter_form=gummies$/), page.click(".chip >> text=Powder")]);
    expect(await page.locator(".chip").allTextContents()).toEqual(["Gummies"]);
  });
});

test("the sheet closes on Escape and by its button, and its number follows the last choice", async () => {
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
  // The numbers of the other choices are those of what is left.
  const numbers = await page.locator("#listing-filters .choice:has([name=product_cat]) .num").allTextContents();
  expect(Math.max(...numbers.map(Number))).toBeLessThanOrEqual(2);
  await page.uncheck("input[value=gummies]");
  await page.click(`${panel("Price")} summary`);
  await page.locator("input[name=max_price]").pressSequentially("900");
  await expect.poll(() => page.locator(".filters-show").textContent()).toBe("Show 6 products");
  await page.click("#listing-filters [popovertargetaction=hide]");
  await sheet.waitFor({ state: "hidden" });
});

test("on a wide window a press of the mouse on the words of a choice, or beside them, makes it", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.shop());
  await page.click(`${panel("Form")} summary`);
  await page.getByText("Powder", { exact: true }).click();
  await page.waitForURL(/filter_form=powder/);
  await page.click(`${panel("Form")} summary`);
  await page.locator(".choice:has(input[value=gummies]) .num").click();
  await page.waitForURL(
    /filter_form=powder(,|%2C)gummies|filter_form=gummies(,|%2C)powder|filter_form=.*&filter_form=/,
  );
  expect(await page.locator(".chip").count()).toBe(2);
});

test("limits of the price that stand crosswise are put right, and a category counts each product once", async () => {
  const { page } = await browser.newPage();
  await page.goto(`${routes.shop()}?min_price=900&max_price=500`);
  const crosswise = await page.locator(".woocommerce-result-count").textContent();
  await page.goto(`${routes.shop()}?min_price=500&max_price=900`);
  expect(crosswise).toBe(await page.locator(".woocommerce-result-count").textContent());
  await page.goto(routes.home());
  const told = await page
    .locator(`main a[href="${routes.category("growing-up")}"]`)
    .first()
    .textContent();
  await page.goto(routes.category("growing-up"));
  const found = /\d+(?= results)/.exec((await page.locator(".woocommerce-result-count").textContent()) ?? "")?.[0];
  expect(told).toContain(found ?? "no number");
});

test("on a wide window a choice is sent at once, keeps the order and what other scripts read, and panels close", async () => {
  const { page } = await browser.newPage();
  await page.goto(`${routes.shop()}?orderby=price`);
  await page.click(`${panel("Form")} summary`);
  await Promise.all([page.waitForURL(/filter_form=powder/), page.check("input[value=powder]")]);
  expect(new URL(page.url()).search).toBe("?filter_form=powder&orderby=price");
  await page.goto(`${page.url()}&utm_source=mail`);
  await Promise.all([page.waitForURL(/orderby=date/), page.selectOption("select.orderby", "date")]);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    orderby: "date",
    paged: "1",
    filter_form: "powder",
    utm_source: "mail",
  });
  const price = page.locator(panel("Price"));
  await price.locator("summary").press("Enter");
  expect(await price.getAttribute("open")).toBe("");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  expect(await price.getAttribute("open")).toBeNull();
  await expectAccessible(page);
});

test("a listing that is come back to shows in its controls what it lists", async () => {
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

test("nothing that fits is said so, with a way back", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await page.goto(`${routes.shop()}?min_price=99999`);
  expect(await page.locator(".nothing-found").textContent()).toContain("Nothing fits all of that");
  await expectAccessible(page);
  await Promise.all([page.waitForURL(/\/shop\/$/), page.click(".nothing-found >> text=Clear all filters")]);
  expect(await page.locator(".products .product").count()).toBe(12);
});
