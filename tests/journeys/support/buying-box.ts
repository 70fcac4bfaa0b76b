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

/** Chooses an option as a shopper does: by its button, or in the drop-down if the shop shows that. */
export async function choose(page: Page, attribute: string, value: string, form = "form.cart"): Promise<void> {
  const select = `select[name=attribute_${attribute}]`;
  await page.waitForSelector(`${form} ${select}`, { state: "attached" });
  const buttons = page.locator(`${form} shop-choice-buttons:has(${select})`);
  if ((await buttons.count()) === 0) await page.selectOption(`${form} ${select}`, value);
  else await buttons.locator(`.choice-button:has(input[value="${value}"])`).click();
}

/** Sets a drop-down as scripts do, although buttons may be shown instead; "" clears it. */
export const setChoice = (page: Page, attribute: string, value: string, form = "form.cart") =>
  page.selectOption(`${form} select[name=attribute_${attribute}]`, value, { force: true });

export const chosen = (page: Page, attribute: string) => page.inputValue(`select[name=attribute_${attribute}]`);
