import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser, type PageOptions } from "../support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const address = routes.article("which-supplement");

async function open(options: PageOptions = {}, path = address): Promise<Page> {
  const { page } = await browser.newPage(options);
  await page.goto(path);
  return page;
}

const question = (page: Page, number: number) =>
  page.locator(".block-quiz legend", { hasText: `Question ${number} of 3` });
const pathOf = (page: Page) => page.evaluate(() => location.pathname + location.search);

async function answer(page: Page, name: string, button = "Next"): Promise<void> {
  await page.getByRole("radio", { name, exact: true }).check();
  await page.getByRole("button", { name: button }).click();
}

test("a quiz asks without loading pages, keeps answers when going back, and ends on the page of its result", async () => {
  const page = await open({ width: 360, colorScheme: "dark" });
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await answer(page, "A woman");
  await question(page, 2).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("FIELDSET");
  expect(await pathOf(page)).toBe(`${address}?quiz=1.1`);
  await answer(page, "Hardly ever");
  await question(page, 3).waitFor();
  await expectAccessible(page, ".block-quiz");
  await expectNoSidewaysScroll(page);

  await page.getByRole("link", { name: "Back", exact: true }).click();
  await question(page, 2).waitFor();
  expect(await page.getByRole("radio", { name: "Hardly ever" }).isChecked()).toBe(true);
  await page.goBack();
  await question(page, 1).waitFor();
  expect(await page.getByRole("radio", { name: "A woman" }).isChecked()).toBe(true);
  await page.goForward();
  await question(page, 2).waitFor();
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);

  await page.getByRole("button", { name: "Next" }).click();
  await answer(page, "With the meal", "Show my result");
  await page.getByText("Iron, an hour from the tea").waitFor();
  expect(await page.locator(".block-quiz .card").count()).toBe(1);
  await expectAccessible(page, ".block-quiz");
});

test("an address in the middle of a quiz leads back to the questions before", async () => {
  const page = await open({}, `${address}?quiz=1.0.1`);
  for (const number of [2, 1]) {
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await question(page, number).waitFor();
  }
  expect(await page.getByRole("radio", { name: "A child or a teenager" }).isChecked()).toBe(true);
  expect(await pathOf(page)).toBe(address);
});

test("without scripts, and by keyboard, a quiz is one form a page", async () => {
  const page = await open({ javaScript: false });
  await page.getByRole("radio", { name: "A man" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await question(page, 2).waitFor();
  await answer(page, "Most days");
  await question(page, 3).waitFor();
  await answer(page, "Never", "Show my result");
  await page.getByText("Perhaps none").waitFor();
  expect(await pathOf(page)).toBe(`${address}?quiz=1.2.0&quiz_answer=2&quiz_next=1`);
});

test("the result is shared by the device where it can, and by its link elsewhere", async () => {
  const { page } = await browser.newPage();
  const shared: unknown[] = [];
  await page.exposeFunction("noteShared", (data: unknown) => void shared.push(data));
  await page.addInitScript(() => {
    const share = (data: ShareData) =>
      (window as never as { noteShared: (data: ShareData) => Promise<void> }).noteShared(data);
    Object.defineProperties(navigator, { share: { value: share }, canShare: { value: () => true } });
  });
  await page.goto(`${address}?quiz=1&quiz_result=iron`);
  await page.locator(".fca_qc_share_link").click();
  await expect.poll(() => shared).toMatchObject([{ url: expect.stringMatching(/\?quiz=1&quiz_result=iron#/) }]);
});
