import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { addCustomer, signIn } from "../support/account.ts";
import { openBrowser } from "../support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();

/** Adds a user, and enters wrong passwords until a proof of work is needed. */
async function openGuessed(javaScript: boolean) {
  const email = `sana.${randomBytes(4).toString("hex")}@example.com`;
  await addCustomer(email);
  const { page } = await browser.newPage({ width: 360, javaScript });
  for (let guess = 0; guess < 5; guess++) {
    await signIn(page, email, "not her password");
    await page.locator(".woocommerce-error", { hasText: "Incorrect" }).waitFor();
  }
  await signIn(page, email, "not her password");
  await page.locator(".woocommerce-error", { hasText: "many attempts" }).waitFor();
  return { page, email };
}

test("after many wrong passwords the browser calculates, and the right password signs in", async () => {
  const { page, email } = await openGuessed(true);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await signIn(page, email);
  await page.locator("h1", { hasText: "Hello, Sana" }).waitFor();
});

test("a form sent before the calculation is done says so, and is sent afterwards", async () => {
  const { page, email } = await openGuessed(true);
  await page.addInitScript(() => {
    // The work begins when the test says so.
    const later: (() => void)[] = [];
    const original = window.setTimeout.bind(window);
    Object.assign(window, { releaseWork: () => later.splice(0).map((next) => original(next)) });
    window.setTimeout = ((next: () => void, ms?: number, ...rest: unknown[]) => {
      if (ms === undefined && document.querySelector("[data-challenge]")) return later.push(next);
      return original(next, ms, ...rest);
    }) as typeof window.setTimeout;
  });
  // The first is sent with a proof, the second comes back with a new challenge.
  await signIn(page, email, "not her password");
  await page.locator(".woocommerce-error", { hasText: "Incorrect" }).waitFor();
  await signIn(page, email, "not her password");
  await page.locator(".woocommerce-error", { hasText: "many attempts" }).waitFor();
  await signIn(page, email);
  await page.locator("[role=status]", { hasText: "still calculating" }).waitFor();
  await expect
    .poll(async () => {
      await page.evaluate(() => (window as unknown as { releaseWork?: () => void }).releaseWork?.());
      return page.locator("h1", { hasText: "Hello, Sana" }).count();
    })
    .toBe(1);
});

test("without scripts the page leads to a mailed link", async () => {
  const { page } = await openGuessed(false);
  await expectAccessible(page);
  await page.locator("noscript a, .account-form-proof a").click();
  await page.waitForURL(routes.lostPassword());
});
