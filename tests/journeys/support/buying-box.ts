import type { Page } from "playwright-core";
import { routes } from "#routes";
import { drawer } from "./cart.ts";

/** A product with two attributes and defaults. */
export const slug = "growing-protein";

export const add = ".single_add_to_cart_button.alt";

/** Opens a product with variations and waits for its form's first check. */
export async function openProduct(page: Page, path = routes.product(slug)): Promise<void> {
  await page.goto(path);
  await page.waitForSelector("form.variations_form [class*=woocommerce-variation-add-to-cart-]");
}

/** Presses Add to cart and goes on to the checkout: from the drawer, or directly without scripts. */
export async function addAndCheckOut(page: Page): Promise<void> {
  await page.click(add);
  const link = page.locator(`${drawer}[open] a.checkout`);
  await link.or(page.locator(".checkout-cart")).first().waitFor();
  if (new URL(page.url()).pathname !== routes.checkout()) await link.click();
  await page.waitForURL(`**${routes.checkout()}`);
}

export const choose = (page: Page, attribute: string, value: string) =>
  page.selectOption(`select[name=attribute_${attribute}]`, value);

export const chosen = (page: Page, attribute: string) => page.inputValue(`select[name=attribute_${attribute}]`);
