import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { expectAccessible } from "../support/page-checks.ts";

const browser = openBrowser();

test.each([360, 1280])(
  "%i wide, typing shows suggestions; arrow keys select, Enter opens, Escape closes the list, then the field",
  async (width) => {
    const { page } = await browser.newPage({ width });
    await page.goto(routes.shop());
    const header = width < 922 ? "#ast-mobile-header" : "#ast-desktop-header";
    const field = page.locator(`${header} .search-field`);
    const options = page.locator(`${header} [role=option]`);
    await page.click(`${header} a.astra-search-icon`);
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "combobox");
    await page.keyboard.type("protien");
    await options.first().waitFor();
    expect(await field.getAttribute("aria-expanded")).toBe("true");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    expect([await options.first().isVisible(), await field.isVisible()]).toEqual([false, true]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const chosen = page.locator(`${header} [aria-selected=true]`);
    expect(await field.getAttribute("aria-activedescendant")).toBe(await chosen.getAttribute("id"));
    const url = (await chosen.getAttribute("data-url")) ?? "";
    await Promise.all([page.waitForURL((now) => now.pathname === url), page.keyboard.press("Enter")]);
    await page.click(`${header} a.astra-search-icon`);
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "combobox");
    await page.keyboard.type("zinc");
    await options.first().waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "hidden" });
  },
);

test("without scripts the search icon leads to all products and a focused search field", async () => {
  const { page } = await browser.newPage({ width: 360, javaScript: false });
  await page.goto(routes.home());
  await Promise.all([
    page.waitForURL((now) => now.searchParams.has("s")),
    page.click("#ast-mobile-header a.astra-search-icon"),
  ]);
  await expectAccessible(page);
  await page.keyboard.type("zinc");
  await Promise.all([page.waitForURL(/s=zinc/), page.keyboard.press("Enter")]);
  expect(await page.inputValue("main .search-field")).toBe("zinc");
  expect(await page.locator(".woocommerce-loop-product__title").first().textContent()).toContain("Zinc");
});

test("the last suggestion leads to all results", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await page.goto(routes.home());
  await page.click("#ast-mobile-header a.astra-search-icon");
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "combobox");
  await page.keyboard.type("protein");
  await page.locator("#ast-mobile-header [role=option]").first().waitFor();
  await page.keyboard.press("ArrowUp");
  expect(await page.locator("#ast-mobile-header [aria-selected=true]").textContent()).toBe("All results for “protein”");
  await Promise.all([page.waitForURL((now) => now.searchParams.get("s") === "protein"), page.keyboard.press("Enter")]);
});

test.each([
  ["return pol", "Pages", /delivery-and-returns/],
  ["refund", "Pages", /delivery-and-returns/],
  ["cod", "Articles", /open-it-check-it-then-pay/],
])("“%s” suggests its page, under the heading “%s” and before all products", async (text, heading, address) => {
  const { page } = await browser.newPage();
  await page.goto(routes.home());
  await page.click("#ast-desktop-header a.astra-search-icon");
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "combobox");
  await page.keyboard.type(text);
  const group = page.locator("#ast-desktop-header").getByRole("group", { name: heading });
  await group.getByRole("option").first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await Promise.all([page.waitForURL(address), page.keyboard.press("Enter")]);
});

test.each([
  [360, true],
  [1280, false],
])(
  "%i wide, a misspelled search says what it shows, and leads to the text as typed and to pages; scripts: %s",
  async (width, javaScript) => {
    const { page } = await browser.newPage({ width, javaScript });
    await page.goto(routes.search("wey protein"));
    expect(await page.locator(".woocommerce-info").textContent()).toContain("Showing results for “whey protein”");
    expect(await page.locator(".woocommerce-loop-product__title").first().textContent()).toContain("Whey protein");
    await expectAccessible(page);
    await Promise.all([page.waitForURL(/exact=1/), page.click(".woocommerce-info a")]);
    await page.locator(".woocommerce-info a", { hasText: "Did you mean “whey protein”?" }).waitFor();
    await page.goto(routes.search("return policy"));
    await expectAccessible(page);
    await Promise.all([page.waitForURL(/delivery-and-returns/), page.click(".found-page a")]);
  },
);
