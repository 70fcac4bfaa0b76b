import { beforeEach, expect, test } from "vitest";
import { openAccountShop } from "./account-shop.fixtures.ts";

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

test("an order whose transfer has come is told so, and nobody calls about its payment", async () => {
  const sent = await wordsOf("status = 'processing', payment_method = 'bacs'");
  expect(sent).toContain(parcel);
  expect(sent).not.toContain(cash);
  const downloaded = await wordsOf(download);
  expect(downloaded).toContain("We have your payment of");
  expect(downloaded).not.toContain("about the payment");
});
