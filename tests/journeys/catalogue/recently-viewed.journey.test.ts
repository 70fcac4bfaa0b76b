import { expect, inject, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { expectAccessible } from "../support/page-checks.ts";

const browser = openBrowser();
const name = "woocommerce_recently_viewed";
const slugs = ["height-growth-complex", "whey-protein"] as const;

test("each product page adds its product to the cookie of viewed products once, the newest last", async () => {
  const { page } = await browser.newPage();
  const viewed = async () => (await page.context().cookies()).find((cookie) => cookie.name === name);
  const view = async (slug: string) => {
    await page.goto(routes.product(slug));
    const id = /postid-(\d+)/.exec((await page.getAttribute("body", "class")) ?? "")?.[1] ?? "";
    await expect.poll(async () => (await viewed())?.value.split("|").at(-1)).toBe(id);
    return id;
  };
  const [first, second] = [await view(slugs[0]), await view(slugs[1])];
  expect((await viewed())?.value).toBe(`${first}|${second}`);
  await view(slugs[0]);
  expect(await viewed()).toMatchObject({
    value: `${second}|${first}`,
    path: "/",
    expires: -1,
    httpOnly: false,
    sameSite: "Lax",
  });
});

test("the cookie keeps the last 15 products, also of one that the original script has encoded", async () => {
  const { page } = await browser.newPage();
  const others = Array.from({ length: 15 }, (_, index) => String(900_001 + index));
  const cookie = { name, value: [...others, "x<", ""].join("%7C"), url: inject("shopOrigin") };
  await page.context().addCookies([cookie]);
  await page.goto(routes.product(slugs[0]));
  const id = /postid-(\d+)/.exec((await page.getAttribute("body", "class")) ?? "")?.[1];
  const value = async () => (await page.context().cookies()).find((one) => one.name === name)?.value;
  await expect.poll(value).toBe([...others.slice(1), id].join("|"));
});

test("the end of a product page shows the products viewed before, without its own", async () => {
  const { page } = await browser.newPage();
  for (const slug of slugs) await page.goto(routes.product(slug));
  await page.keyboard.press("End");
  const shown = page.locator(".recently-viewed");
  await expect.poll(() => shown.innerText()).toContain("Recently viewed");
  expect(await shown.locator("li.product").count()).toBe(1);
  expect(await shown.locator(`a[href="${routes.product(slugs[0])}"]`).count()).toBeGreaterThan(0);
  await expectAccessible(page);
});

test("without scripts no cookie of viewed products is set, and the page with it comes from the same cache", async () => {
  const { page } = await browser.newPage({ javaScript: false });
  await page.goto(routes.product(slugs[0]));
  expect(await page.context().cookies()).toEqual([]);
  const load = (headers: Record<string, string>) =>
    fetch(inject("shopOrigin") + routes.product(slugs[0]), { headers }).then((answer) => answer.headers.get("x-cache"));
  await load({});
  expect(await load({ cookie: `${name}=1|2` })).toBe("hit");
});
