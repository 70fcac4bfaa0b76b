import type { Page } from "playwright-core";

/** Fills in what the checkout asks of a guest in Lahore. `given` by the ids of the fields without "billing_". */
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

/** Says that it goes to Punjab. What costs more elsewhere is no question then: the button names the total. */
export async function chooseProvince(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes("update_order_review"));
  await page.selectOption("#billing_state", "PB");
  await answered;
  await page.locator("#place_order", { hasText: "Rs" }).waitFor();
}
