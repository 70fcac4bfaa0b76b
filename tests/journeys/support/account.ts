import type { Page } from "playwright-core";
import { expect } from "vitest";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import type { Role } from "#shop/accounts/user.ts";
import { addUser } from "#shop/accounts/users.ts";
import { linkInMail } from "./mailbox.ts";
import { expectAccessibleOnce } from "./page-checks.ts";
import { inSharedShop } from "./shared-shop.ts";

const password = "correct horse battery";

let passwordHash: Promise<string> | undefined;

/**
 * Adds a user named Sana to the shared shop. Unlike `register` it sends no mail, of which an address may only ask for some in an
 * hour.
 */
export async function addCustomer(email: string, role: Role = "customer"): Promise<void> {
  passwordHash ??= hashPassword(password);
  const hash = await passwordHash;
  const person = { email, phone: null, firstName: "Sana", lastName: "", role, passwordHash: hash };
  expect(await inSharedShop((db) => addUser(db, person, new Date())), "the new user").toBeDefined();
}

/** Adds a user named Sana to the shared shop and signs in. */
export async function enterAsNew(page: Page, email: string, role?: Role): Promise<void> {
  await addCustomer(email, role);
  await signIn(page, email);
  await page.locator("h1", { hasText: "Hello, Sana" }).waitFor();
}

/** Signs in, on the current page if it is the account page. */
export async function signIn(page: Page, login: string, given = password): Promise<void> {
  if (new URL(page.url(), "http://localhost").pathname !== routes.account()) await page.goto(routes.account());
  await page.fill("#username", login);
  await page.fill("#password", given);
  await page.locator("button[name=login]").click();
}

/** Signs out from an account page. */
export async function signOut(page: Page): Promise<void> {
  await page.locator(".woocommerce-MyAccount-navigation-link--customer-logout a").click();
  await page.locator("#username").waitFor();
}

/** Types a new password, twice where the page asks for it because scripts are off. */
export async function chooseNewPassword(page: Page, chosen: string): Promise<void> {
  await page.fill("#password_1", chosen);
  const again = page.locator("#password_2");
  if (await again.isVisible()) await again.fill(chosen);
}

/** Registers a user named Sana and opens the confirmation link in the mail, which signs in. */
export async function register(page: Page, email: string): Promise<void> {
  await page.goto(routes.account());
  await page.locator("button[name=register]").click();
  await page.locator("a[href='#reg_email']").waitFor();
  await expectAccessibleOnce(page, "the registration without an address");
  await page.fill("#reg_email", email);
  await page.locator("button[name=register]").click();
  await page.locator(".woocommerce-message").waitFor();
  expect(await page.locator(".woocommerce-message").innerText()).toContain(email);
  await page.goto(await linkInMail(email, "One step left"));
  expect(page.url()).not.toContain("token");
  await expectAccessibleOnce(page, "the registration's last step");
  await page.fill("#account_first_name", "Sana");
  await chooseNewPassword(page, password);
  await page.locator("button[name=confirm_account]").click();
  await page.locator("h1", { hasText: "Hello, Sana" }).waitFor();
}
