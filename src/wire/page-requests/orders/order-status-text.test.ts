import { beforeEach, expect, onTestFinished, test } from "vitest";
import { ordersCommand } from "#cli/sales/orders.ts";
import { defaultSettings } from "#shop/cart/cart.fixtures.ts";
import { changeOrderStatus } from "#shop/orders/change-order-status.ts";
import { addDownload } from "#shop/orders/downloads/downloads.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { plain } from "../../wc-ajax/cart/cart-views.fixtures.ts";
import { openAccountShop } from "../account/account-shop.fixtures.ts";

const shop = openAccountShop();
const cash = "ready in cash";
const parcel = "Dispatched";

let order: Awaited<ReturnType<typeof shop.order>>;
beforeEach(async () => {
  order = await shop.order();
});

/** Updates the order's row and returns the main text of its page. */
async function textWith(columns: string): Promise<string> {
  await shop.database.pool.query(`update orders set ${columns} where id = ${order.id}`);
  const { body } = await shop.browser.get(order.received);
  return (/<div class="done-main">([^]*?)<section/.exec(body)?.[1] ?? "").replace(/<[^>]+>/g, " ");
}

const download = "shipping_method = ''";

test.each(["status = 'processing'", "status = 'on-hold'"])(
  "an open cash-on-delivery order mentions the cash and the parcel: %s",
  async (columns) => {
    const text = await textWith(columns);
    expect(text).toContain(cash);
    expect(text).toContain(parcel);
  },
);

test.each([
  ["status = 'cancelled'", "Your order was cancelled"],
  ["status = 'failed'", "Payment failed"],
  ["status = 'refunded'", "Your order was refunded"],
  ["status = 'completed'", "Your order is complete"],
  ["status = 'on-hold', payment_method = 'bacs'", "about the payment of"],
])("a closed order or one awaiting a transfer mentions neither cash nor a parcel: %s", async (columns, expected) => {
  const text = await textWith(columns);
  expect(text).toContain(expected);
  expect(text).not.toContain(cash);
  expect(text).not.toContain(parcel);
});

test.each(["status = 'processing'", "status = 'on-hold', payment_method = 'bacs'"])(
  "a free order shows that nothing is to pay instead of its payment method: %s",
  async (columns) => {
    const text = await textWith(`subtotal = 0, total = 0, ${columns}`);
    expect(text).toContain("There is nothing to pay.");
    expect(text).not.toContain("Please send");
    const page = plain((await shop.browser.get(order.received)).body);
    expect(page).toContain("Payment Nothing to pay");
    expect(page).not.toContain("Cash on delivery");
    const lines: string[] = [];
    const context = { db: shop.database.db, clock: shop, print: (line: string) => lines.push(line) };
    await ordersCommand.run(context, ["show", String(order.id)], {});
    expect(lines.join("\n")).toContain("Total: Rs\u00a00, Nothing to pay");
  },
);

test("an order awaiting a transfer shows the deadline; a paid order on hold asks for no transfer", async () => {
  const account = { holder: "My shop", bank: "A bank", number: "0123", iban: "", code: "" };
  await setSetting(shop.database.db, "bank_accounts", [account]);
  onTestFinished(() => resetSetting(shop.database.db, "bank_accounts"));
  const { received, id } = await shop.order({ payment_method: "bacs" });
  const page = async () => plain((await shop.browser.get(received)).body);
  expect(await page()).toContain(
    "We will hold your order until 5 December 2026. If we have not received your transfer by then, the order will be cancelled.",
  );
  for (const to of ["processing", "on-hold"] as const)
    await changeOrderStatus(shop.database.db, { id, to }, defaultSettings, shop.now());
  const held = await page();
  expect(held).toContain("We have received your payment of");
  expect(held).not.toMatch(/We will hold your order|Please send|about the payment/);
});

test("a paid transfer order confirms the payment and announces no call about it", async () => {
  const sent = await textWith("status = 'processing', payment_method = 'bacs'");
  expect(sent).toContain(parcel);
  expect(sent).not.toContain(cash);
  const downloaded = await textWith(download);
  expect(downloaded).toContain("We have received your payment of");
  expect(downloaded).not.toContain("about the payment");
});

test.each(["pending", "processing", "on-hold", "completed", "cancelled", "refunded", "failed"])(
  "an order with nothing to ship mentions no parcel while it is %s",
  async (status) => {
    const text = await textWith(`${download}, status = '${status}'`);
    expect(text.length).toBeGreaterThan(20);
    expect(text).not.toMatch(/parcel|\bsent\b|deliver|dispatch|courier|your address/i);
  },
);

test("an unpaid order of a parcel and a file speaks of both, and promises no email without an address", async () => {
  const file = await addDownload(shop.database.db, { Guide: "guide.pdf" });
  const both = async (given: Record<string, string>) => {
    await shop.browser.post("/?wc-ajax=add_to_cart", { product_id: String(file) });
    return plain((await shop.browser.get((await shop.order(given)).received)).body);
  };
  const mailed = await both({ billing_email: "sana@example.com" });
  expect(mailed).toContain(parcel);
  expect(mailed).toContain("Your files will be on this page, and in an email, as soon as the order is paid.");
  expect(await both({ billing_email: "" })).toContain("Your files will be on this page as soon as the order is paid.");
});
