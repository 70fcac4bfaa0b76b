import { announce } from "../../client/announce.ts";

/** The totals of the drawer, the cart page and the checkout. A page's drawer comes first while it is open. */
const totalSelector =
  "dialog[open] .woocommerce-mini-cart__total, .cart_totals .order-total, #order_review .order-total";

/** Announces saved quantities, each with its product, and the new total. */
export function announceQuantities(fields: readonly HTMLInputElement[]): void {
  if (fields.length === 0) return;
  const quantities = fields.map((field) => `${field.getAttribute("aria-label") ?? ""}: ${field.value}`);
  const total = document.querySelector<HTMLElement>(totalSelector)?.innerText.replace(/\s+/g, " ").trim() ?? "";
  announce([...quantities, total].filter(Boolean).join(". "));
}
