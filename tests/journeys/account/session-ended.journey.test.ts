import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { addCustomer, enterAsNew, signIn } from "../support/account.ts";
import { openBrowser } from "../support/browser.ts";
import { fillCart } from "../support/cart.ts";
import { fillCheckout } from "../support/checkout.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const visits = [
  { width: 360, javaScript: false },
  { width: 1280, javaScript: true },
];

describe.each(visits)("a form, $width wide, scripts $javaScript", (visit) => {
  test("submitted after signing out elsewhere keeps its values over the sign-in", async () => {
    const { page } = await browser.newPage(visit);
    const email = `sana.${randomBytes(4).toString("hex")}@example.com`;
    await enterAsNew(page, email);
    await page.goto(routes.editAccount());
    await page.fill("#account_last_name", "Malik");
    const elsewhere = await browser.newPage();
    await signIn(elsewhere.page, email);
    await elsewhere.page.goto(routes.editAccount());
    await elsewhere.page.locator("button[name=sign_out_everywhere]").click();
    await elsewhere.page.locator("#username").waitFor();

    await page.locator("button[name=save_account_details]").click();
    await page.locator(".woocommerce-info", { hasText: "Your session has expired." }).waitFor();
    await expectAccessible(page);
    await signIn(page, email);
    await page.locator(".woocommerce-info", { hasText: "It has not been saved yet." }).waitFor();
    expect(await page.inputValue("#account_last_name")).toBe("Malik");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.locator("button[name=save_account_details]").click();
    await page.locator(".woocommerce-message").waitFor();
    expect(await page.locator(".woocommerce-info").count()).toBe(0);
    expect(await page.inputValue("#account_last_name")).toBe("Malik");
  });

  test("at the checkout keeps its values over the sign-in, and Enter submits it", async () => {
    const { page } = await browser.newPage(visit);
    const email = `sana.${randomBytes(4).toString("hex")}@example.com`;
    await addCustomer(email);
    await fillCart(page, 1);
    await page.goto(routes.checkout());
    await page.fill("#billing_first_name", "Zara");
    await page.fill("#billing_address_1", "House 9");
    await page.press("#billing_address_1", "Enter");
    await page.locator("a[href='#billing_city']").waitFor();
    await page.selectOption("#billing_state", "PB");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.locator("a.checkout-sign-in:visible, button[name=chowk_sign_in]").click();
    await page.waitForURL(routes.signIn(routes.checkout()));
    await signIn(page, email);
    await page.waitForURL(routes.checkout());
    expect(await page.inputValue("#billing_first_name")).toBe("Zara");
    expect(await page.inputValue("#billing_address_1")).toBe("House 9");
    expect(await page.inputValue("#billing_state")).toBe("PB");
    expect(await page.inputValue("#billing_email")).toBe(email);
    expect(await page.locator(".checkout-signed-in").innerText()).toContain(`Signed in as Sana (${email}).`);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test("an open checkout reloads with its values after a sign-in in another tab, and can then be ordered", async () => {
  const { page } = await browser.newPage();
  const email = `sana.${randomBytes(4).toString("hex")}@example.com`;
  await addCustomer(email);
  await fillCart(page, 1);
  await page.goto(routes.checkout());
  await fillCheckout(page, { first_name: "Zara" });
  const other = await page.context().newPage();
  await signIn(other, email);
  await other.locator("h1", { hasText: "Hello, Sana" }).waitFor();
  await page.locator("#place_order").click();
  await page.locator(".checkout-signed-in").waitFor();
  expect(await page.locator(".woocommerce-error").innerText()).toContain("this page has expired");
  expect(await page.inputValue("#billing_first_name")).toBe("Zara");
  expect(await page.inputValue("#billing_city")).toBe("Lahore");
  await page.locator("#place_order").click();
  await page.waitForURL(/order-received/);
});
