import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { chooseNewPassword, register, signIn, signOut } from "../support/account.ts";
import { openBrowser, type PageOptions } from "../support/browser.ts";
import { linkInMail } from "../support/mailbox.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const visits = [
  { width: 360, javaScript: false },
  { width: 1280, javaScript: true },
];
const newPassword = "a better one";

describe.each(visits)("an account, $width wide, scripts $javaScript", (visit) => {
  test("supports registering, confirming, signing out and in, changing details, ending another session and resetting the password", async () => {
    const { page } = await browser.newPage(visit);
    const email = `sana.${randomBytes(4).toString("hex")}@example.com`;
    await register(page, email);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await signOut(page);
    await signIn(page, email);

    await page.goto(routes.editAccount());
    await page.fill("#account_last_name", "Malik");
    await page.fill("#account_phone", "0301 7654321");
    await page.locator("button[name=save_account_details]").click();
    await page.locator(".woocommerce-message").waitFor();
    expect(await page.inputValue("#account_phone")).toBe("+923017654321");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const { page: elsewhere } = await browser.newPage({ javaScript: false });
    await signIn(elsewhere, email);
    await elsewhere.locator("h1", { hasText: "Hello, Sana" }).waitFor();
    await page.reload();
    expect(await page.locator(".account-sessions li").count()).toBe(2);
    await page.locator("button[name=end_session]").click();
    await page.locator(".woocommerce-message").waitFor();
    expect(await page.locator(".account-sessions li").count()).toBe(1);
    await elsewhere.goto(routes.account());
    await elsewhere.locator("#username").waitFor();

    await page.goto(routes.editAddress("billing"));
    await page.fill("#billing_address_1", "House 14, Street 6");
    await page.locator("button[name=save_address]").click();
    await page.locator("a[href='#billing_city']").waitFor();
    expect(await page.inputValue("#billing_address_1")).toBe("House 14, Street 6");
    await page.fill("#billing_city", "Lahore");
    await page.selectOption("#billing_state", "PB");
    await page.locator("button[name=save_address]").click();
    await page.waitForURL(routes.addresses());
    await expectAccessible(page);

    await page.goto(routes.account());
    await signOut(page);
    await page.locator(".woocommerce-LostPassword").click();
    await page.fill("#user_login", email);
    await page.locator("button[name=send]").click();
    await page.waitForURL(routes.resetLinkSent());
    await page.goto(await linkInMail(email, "within an hour"));
    await chooseNewPassword(page, newPassword);
    await page.locator("button[name=save]").click();
    await page.locator("h1", { hasText: "Hello, Sana" }).waitFor();
    await signOut(page);
    await signIn(page, email);
    await page.locator(".woocommerce-error").waitFor();
    expect(await page.inputValue("#username")).toBe(email);
    await signIn(page, "+92 301 7654321", newPassword);
    await page.locator("h1", { hasText: "Hello, Sana" }).waitFor();
  });
});

/** Opens the details of a new account; their fields have descriptions. */
async function openDetails(options?: PageOptions): Promise<Page> {
  const { page } = await browser.newPage(options);
  await register(page, `sana.${randomBytes(4).toString("hex")}@example.com`);
  await page.goto(routes.editAccount());
  return page;
}

describe("fields of the account", () => {
  test("toggling a password's visibility returns the focus to its field", async () => {
    const { page } = await browser.newPage();
    await page.goto(routes.account());
    await page.fill("#password", "secret words");
    const toggle = page.locator("#password ~ .show-password-input");
    expect(await toggle.getAttribute("aria-label")).toBe("Show password");
    await toggle.click();
    expect(await page.getAttribute("#password", "type")).toBe("text");
    expect(await toggle.getAttribute("aria-label")).toBe("Hide password");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("password");
    await toggle.click();
    expect(await page.getAttribute("#password", "type")).toBe("password");
    expect(await page.inputValue("#password")).toBe("secret words");
    await expectAccessible(page);
  });

  test("focusing a field shows its description; Escape or a click elsewhere hides it", async () => {
    const page = await openDetails();
    const description = page.locator("#account_email-description");
    expect(await description.isVisible()).toBe(false);
    await page.focus("#account_email");
    await description.waitFor({ state: "visible" });
    await page.keyboard.press("Escape");
    await description.waitFor({ state: "hidden" });
    await page.click("#account_email");
    await description.waitFor({ state: "visible" });
    await page.click("h1");
    await description.waitFor({ state: "hidden" });
  });

  test("a slow click on a button that a closing description moves still counts", async () => {
    const page = await openDetails();
    await page.focus("#account_phone");
    await page.locator("#account_phone-description").waitFor({ state: "visible" });
    const button = await page.locator("button[name=save_account_details]").boundingBox();
    if (!button) throw new Error("There is no button");
    await page.mouse.move(button.x + button.width / 2, button.y + button.height - 3);
    await page.mouse.down();
    // Longer than the description's closing animation.
    await page.waitForTimeout(400);
    await Promise.all([page.waitForEvent("framenavigated"), page.mouse.up()]);
    expect(await page.locator(".woocommerce-message, .woocommerce-error").count()).toBeGreaterThan(0);
  });

  test("hovering a field shows its description without moving the page until the pointer leaves it or Escape is pressed", async () => {
    const page = await openDetails();
    const description = page.locator("#account_email-description");
    const next = () => page.locator("button[name=save_account_details]").boundingBox();
    const before = await next();
    await page.hover("#account_email");
    await description.waitFor({ state: "visible" });
    expect(await next()).toEqual(before);
    await expectAccessible(page);
    await description.hover();
    await page.waitForTimeout(500);
    expect(await description.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await description.waitFor({ state: "hidden" });
    await page.hover("h1");
    await page.hover("#account_email");
    await description.waitFor({ state: "visible" });
    await page.hover("h1");
    await description.waitFor({ state: "hidden" });
  });

  test("a focused field's description stays when the pointer leaves; without scripts it is always visible", async () => {
    const page = await openDetails();
    const description = page.locator("#account_email-description");
    await page.hover("#account_email");
    await page.click("#account_email");
    await page.hover("h1");
    await page.waitForTimeout(500);
    expect(await description.isVisible()).toBe(true);
    const bare = await openDetails({ javaScript: false });
    expect(await bare.locator("#account_email-description").isVisible()).toBe(true);
  });
});
