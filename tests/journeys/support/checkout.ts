import type { Page } from "playwright-core";

/** Fills in the checkout for a guest in Lahore. `given` overrides fields by id without "billing_". */
export async function fillCheckout(page: Page, given: Readonly<Record<string, string>> = {}): Promise<void> {
  const { state, ...typed } = {
    first_name: "Ayesha",
    phone: "0300 1234567",
    address_1: "House 14, Street 6, Model Town",
    city: "Lahore",
    state: "PB",
    ...given,
  };
  for (const [field, value] of Object.entries(typed)) await page.fill(`#billing_${field}`, value);
  await page.selectOption("#billing_state", state);
}

/** Chooses Punjab and waits for the total: without a province, the delivery costs are unknown. */
export async function chooseProvince(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes("update_order_review"));
  await page.selectOption("#billing_state", "PB");
  await answered;
  await page.locator("#place_order", { hasText: "Rs" }).waitFor();
}
