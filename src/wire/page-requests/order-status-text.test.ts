import { beforeEach, expect, onTestFinished, test } from "vitest";
import { ordersCommand } from "#cli/orders.ts";
import { defaultSettings } from "#shop/cart/cart.fixtures.ts";
import { changeOrderStatus } from "#shop/orders/change-order-status.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { plain } from "../wc-ajax/cart-views.fixtures.ts";
import { openAccountShop } from "./account/account-shop.fixtures.ts";

const shop = openAccountShop();
const cash = "ready in cash";
const parcel = "The parcel leaves";

let order: Awaited<ReturnType<typeof shop.order>>;
beforeEach(async () => {
  order = await shop.order();
});

/** What its page says once its row is changed. */
async function wordsOf(columns: string): Promise<string> {
  await shop.database.pool.query(`update orders set ${columns} where id = ${order.id}`);
  const { body } = await shop.browser.get(order.received);
  return (/<div class="done-main">([^]*?)<section/.exec(body)?.[1] ?? "").replace(/<[^>]+>/g, " ");
}

const download = "shipping_method = ''";

test.each(["status = 'processing'", "status = 'on-hold'"])(
  "an order to be paid at the door asks for the cash and tells of its parcel: %s",
  async (columns) => {
    const words = await wordsOf(columns);
    expect(words).toContain(cash);
    expect(words).toContain(parcel);
  },
);

test.each([
  ["status = 'cancelled'", "Your order was cancelled"],
  ["status = 'failed'", "Your order was not paid"],
  ["status = 'refunded'", "Your order was refunded"],
  ["status = 'completed'", "Your order is completed"],
  ["status = 'on-hold', payment_method = 'bacs'", "about the payment of"],
])(
  "an order that has ended, or waits for a transfer, asks for no cash and promises no parcel: %s",
  async (columns, says) => {
    const words = await wordsOf(columns);
    expect(words).toContain(says);
    expect(words).not.toContain(cash);
    expect(words).not.toContain(parcel);
  },
);

test.each(["status = 'processing'", "status = 'on-hold', payment_method = 'bacs'"])(
  "an order that costs nothing says so wherever its payment is named, whatever was chosen: %s",
  async (columns) => {
    const words = await wordsOf(`subtotal = 0, total = 0, ${columns}`);
    expect(words).toContain("There is nothing to pay.");
    expect(words).not.toContain("Please send");
    const page = plain((await shop.browser.get(order.received)).body);
    expect(page).toContain("Payment Nothing to pay");
    expect(page).not.toContain("Cash on delivery");
    const lines: string[] = [];
    const context = { db: shop.database.db, clock: shop, print: (line: string) => lines.push(line) };
    await ordersCommand.run(context, ["show", String(order.id)], {});
    expect(lines.join("\n")).toContain("Total: Rs\u00a00, Nothing to pay");
  },
);

test("an order that waits for a transfer says until which day, and one that was paid and is held up again asks for none", async () => {
  const account = { holder: "My shop", bank: "A bank", number: "0123", iban: "", code: "" };
  await setSetting(shop.database.db, "bank_accounts", [account]);
  onTestFinished(() => resetSetting(shop.database.db, "bank_accounts"));
  const { received, id } = await shop.order({ payment_method: "bacs" });
  const page = async () => plain((await shop.browser.get(received)).body);
  expect(await page()).toContain(
    "Your order waits for it until 5 December 2026; without it the order is cancelled then.",
  );
  for (const to of ["processing", "on-hold"] as const)
    await changeOrderStatus(shop.database.db, { id, to }, defaultSettings, shop.now());
  const held = await page();
  expect(held).toContain("We have your payment of");
  expect(held).not.toMatch(/waits for it|Please send|about the payment/);
});

test("an order whose transfer has come is told so, and nobody calls about its payment", async () => {
  const sent = await wordsOf("status = 'processing', payment_method = 'bacs'");
  expect(sent).toContain(parcel);
  expect(sent).not.toContain(cash);
  const downloaded = await wordsOf(download);
  expect(downloaded).toContain("We have your payment of");
  expect(downloaded).not.toContain("about the payment");
});
