import type { Page } from "playwright-core";
import { routes } from "#routes";
import { fillCart } from "./cart.ts";

/** Opens the checkout with one product in the cart, and waits for its requests. */
export async function openCheckout(page: Page): Promise<void> {
  await fillCart(page, 1);
  await page.goto(routes.checkout(), { waitUntil: "networkidle" });
}

/** Fills in the checkout for a guest in Lahore. `given` overrides fields by id without "billing_". */
export async function fillCheckout(page: Page, given: Readonly<Record<string, string>> = {}): Promise<void> {
  await fillAddress(page, "billing", given);
}

/** Fills in one of the checkout's addresses. `given` overrides fields by id without "billing_" or "shipping_". */
export async function fillAddress(
  page: Page,
  part: "billing" | "shipping" = "billing",
  given: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { state, ...typed } = {
    first_name: "Ayesha",
    ...(part === "billing" && { phone: "0300 1234567" }),
    address_1: "House 14, Street 6, Model Town",
    city: "Lahore",
    state: "PB",
    ...given,
  };
  for (const [field, value] of Object.entries(typed)) await page.fill(`#${part}_${field}`, value);
  await page.selectOption(`#${part}_state`, state);
}

/** Places the order by Enter, because late totals may move the button away from the pointer. */
export const place = (page: Page) => page.locator("#place_order").press("Enter");

/** Chooses Punjab and waits for the total: without a province, the delivery costs are unknown. */
export async function chooseProvince(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes("update_order_review"));
  await page.selectOption("#billing_state", "PB");
  await answered;
  await page.locator("#place_order", { hasText: "Rs" }).waitFor();
}
