import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { fillAddress, openCheckout, place } from "../support/checkout.ts";

const browser = openBrowser();
const elsewhere = "#ship-to-different-address-checkbox";

describe("typed values", () => {
  test("survive a reload and going back, and are gone after the order", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await openCheckout(page);
    await fillAddress(page);
    await page.locator(".note-fold > summary").click();
    await page.fill("#order_comments", "Ring twice");
    await page.check(elsewhere);
    await page.fill("#shipping_first_name", "Ali");
    await page.reload({ waitUntil: "networkidle" });
    expect(await page.inputValue("#billing_first_name")).toBe("Ayesha");
    expect(await page.inputValue("#order_comments")).toBe("Ring twice");
    expect(await page.inputValue("#shipping_first_name")).toBe("Ali");
    await page.goto(routes.cart());
    await page.goto(routes.checkout(), { waitUntil: "networkidle" });
    expect(await page.inputValue("#billing_address_1")).toBe("House 14, Street 6, Model Town");
    await page.uncheck(elsewhere);
    await place(page);
    await page.waitForURL(/order-received/);
    expect(await page.evaluate(() => sessionStorage.getItem("chowk_checkout"))).toBeNull();
    await openCheckout(page);
    expect(await page.inputValue("#billing_address_1")).toBe("");
    // A form submitted as a page, for example by a script, is cleared on the confirmation page.
    await page.check("#chowk_remember");
    await fillAddress(page);
    await page.evaluate(() => document.querySelector<HTMLFormElement>("form.checkout")?.submit());
    await page.waitForURL(/order-received/);
    const kept = () => page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)].join(" "));
    await expect.poll(kept).not.toContain("chowk_checkout");
    const ordered = page.url();
    // Opening the old confirmation again does not clear what was typed later.
    await page.evaluate(() => {
      const draft = { owner: "", at: Date.now() + 90_000, fields: {} };
      sessionStorage.setItem("chowk_checkout", JSON.stringify(draft));
    });
    await page.goto(ordered, { waitUntil: "networkidle" });
    expect(await kept()).toContain("chowk_checkout");
  });

  test("are stored on the device only on request, until cleared, and never include passwords", async () => {
    const { page } = await browser.newPage();
    await openCheckout(page);
    await page.evaluate(() => {
      const secret = Object.assign(document.createElement("input"), { type: "password", name: "account_password" });
      document.querySelector("#customer_details")?.append(secret);
      secret.value = "correct horse";
    });
    await fillAddress(page);
    const device = () => page.evaluate(() => localStorage.getItem("chowk_checkout") ?? "");
    expect(await device()).toBe("");
    await page.check("#chowk_remember");
    await expect.poll(() => device()).toContain("House 14");
    expect(await device()).not.toContain("horse");
    const tab = await page.context().newPage();
    await tab.goto(routes.checkout(), { waitUntil: "networkidle" });
    expect(await tab.inputValue("#billing_first_name")).toBe("Ayesha");
    await tab.locator(".checkout-remember button").click();
    await expect.poll(() => tab.inputValue("#billing_first_name")).toBe("");
    await expect.poll(() => device()).toBe("");
    await tab.reload({ waitUntil: "networkidle" });
    expect(await tab.inputValue("#billing_first_name")).toBe("");
  });
});
