import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { recordPosts } from "../support/contact-form.ts";
import { originalFormScript } from "../support/originals/original-form-script.ts";
import { openWithScript, placements } from "../support/originals/original-scripts.ts";

const browser = openBrowser();
const contact = routes.article("contact");

const script = `(${originalFormScript.toString()})()`;

describe.each(placements)("a form script %s", (placement) => {
  test("handles the form alone", async () => {
    const { page } = await browser.newPage();
    await openWithScript(page, contact, script, placement);
    await page.waitForSelector("[data-started-by-original]");
    await page.waitForLoadState("networkidle");
    const posts = recordPosts(page);
    await page.fill("#contact-name", "Sana");
    await page.click(".wpcf7-submit");
    await page.waitForSelector(".wpcf7-form.invalid");
    await page.waitForTimeout(500);
    expect(posts).toHaveLength(1);
    expect(await page.locator(".screen-reader-response li").count()).toBe(3);
    expect(await page.locator(".wpcf7-not-valid-tip").count()).toBe(0);
  });
});

test("with the setting for other scripts, our client leaves the form alone", async () => {
  const { page } = await browser.newPage();
  await openWithScript(page, contact, "", "after the client", "contact:scripts");
  await page.waitForLoadState("networkidle");
  expect(await page.locator(".wpcf7").getAttribute("class")).toBe("wpcf7 no-js");
});

test("with the setting for our client, it handles the form although the page has the script's parts", async () => {
  const { page } = await browser.newPage();
  await openWithScript(page, contact, "window.swv = {};", "after the client", "contact:client");
  await page.waitForSelector(".wpcf7.js");
  await page.click(".wpcf7-submit");
  await page.waitForSelector(".wpcf7-form.invalid");
  expect(await page.locator(".wpcf7-not-valid-tip").count()).toBe(4);
});
