import type { Page } from "playwright-core";
import { routes } from "#routes";

/** A product with two attributes and defaults. */
export const slug = "growing-protein";

export const add = ".single_add_to_cart_button.alt";

/** Opens a product with variations and waits for its form's first check. */
export async function openProduct(page: Page, path = routes.product(slug)): Promise<void> {
  await page.goto(path);
  await page.waitForSelector("form.variations_form [class*=woocommerce-variation-add-to-cart-]");
}

export const choose = (page: Page, attribute: string, value: string) =>
  page.selectOption(`select[name=attribute_${attribute}]`, value);

export const chosen = (page: Page, attribute: string) => page.inputValue(`select[name=attribute_${attribute}]`);
