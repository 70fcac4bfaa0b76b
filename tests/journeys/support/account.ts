import type { Page } from "playwright-core";
import { expect } from "vitest";
import { routes } from "#routes";
import { linkInMail } from "./mailbox.ts";
import { expectAccessible } from "./page-checks.ts";

const password = "correct horse battery";

/** Signs in on the page that is shown, or on the account page when it is another. */
export async function signIn(page: Page, login: string, given = password): Promise<void> {
  if (new URL(page.url(), "http://localhost").pathname !== routes.account()) await page.goto(routes.account());
  await page.fill("#username", login);
  await page.fill("#password", given);
  await page.locator("button[name=login]").click();
}

/** Registers somebody called Sana and opens the account by the mail's link. */
export async function register(page: Page, email: string): Promise<void> {
  await page.goto(routes.account());
  await page.locator("button[name=register]").click();
  await page.locator("a[href='#reg_email']").waitFor();
  await expectAccessible(page);
  await page.fill("#reg_account_first_name", "Sana");
  await page.fill("#reg_email", email);
  await page.fill("#reg_password", password);
  await page.locator("button[name=register]").click();
  await page.locator(".woocommerce-message").waitFor();
  expect(await page.locator(".woocommerce-message").innerText()).toContain(email);
  await page.goto(await linkInMail(email, "One step left"));
  expect(page.url()).not.toContain("token");
  await page.fill("#password", password);
  await page.locator("button[name=confirm_account]").click();
  await page.locator(".woocommerce-message").waitFor();
}
