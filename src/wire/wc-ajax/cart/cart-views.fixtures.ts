import type { JobHelpers } from "graphile-worker";
import { ordersCommand } from "#cli/sales/orders.ts";
import { orderPlaced } from "#jobs/orders/order-placed.ts";
import { routes } from "#routes";
import { noon } from "#shop/cart/cart.fixtures.ts";
import type { TestDatabase } from "../../../../tests/support/test-database.ts";
import { testSignatures as signatures } from "../../../../tests/support/test-signatures.ts";
import { type FormBrowser, origin } from "../../page-requests/whole-shop.fixtures.ts";

const clock = { now: () => noon };

/** A checkout form from Lahore. */
export const lahoreForm = {
  billing_first_name: "Ayesha",
  billing_phone: "03001234567",
  billing_email: "ayesha@example.com",
  billing_country: "PK",
  billing_address_1: "House 14",
  billing_city: "Lahore",
  billing_state: "PB",
  payment_method: "cod",
};

/** The HTML of a cart and its order in each place that shows them, and the CLI's output. */
export interface CartViews {
  drawer: string;
  cart: string;
  checkout: string;
  order: string;
  /** The order mail's totals. */
  mail: string;
  cli: string;
  id: number;
}

/** Loads a visitor's cart in every place, orders it and loads the order. */
export async function orderAndView(
  { db, pool }: TestDatabase,
  browser: FormBrowser,
  form: Record<string, string>,
): Promise<CartViews> {
  const refreshed = await browser.get("/?wc-ajax=get_refreshed_fragments");
  const { fragments } = refreshed.json<{ fragments: Record<string, string> }>();
  const cart = (await browser.get(routes.cart())).body;
  const checkout = (await browser.get(routes.checkout())).body;
  const placed = await browser.send(routes.checkout(), checkout, "woocommerce_checkout_place_order", form);
  const order = (await browser.get(String(placed.headers.location).replace(origin, ""))).body;
  const id = Number(/order-received\/(\d+)/.exec(String(placed.headers.location))?.[1]);
  await orderPlaced({ db, clock, linkOrigin: () => origin, signatures })({ orderId: id }, {} as JobHelpers);
  const outbox = "select html from mail_outbox where mail_key = $1";
  const { rows } = await pool.query<{ html: string }>(outbox, [`order-received:${id}`]);
  const lines: string[] = [];
  await ordersCommand.run({ db, clock, print: (line) => lines.push(line) }, ["show", String(id)], {});
  const drawer = fragments["div.widget_shopping_cart_content"] ?? "";
  const mail = /<tfoot>(.*?)<\/tfoot>/s.exec(rows[0]?.html ?? "")?.[1] ?? "";
  return { drawer, cart, checkout, order, mail, cli: plain(lines.join(" ")), id };
}

/** Returns the text of HTML, with single spaces. */
export function plain(html: string): string {
  return html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
