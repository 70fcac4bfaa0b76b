import { beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { defaultSettings } from "#shop/cart/cart.fixtures.ts";
import { changeOrderStatus } from "#shop/orders/change-order-status.ts";
import { addDownload } from "#shop/orders/downloads/downloads.fixtures.ts";
import { addLicenceKeys } from "#shop/orders/downloads/licences.ts";
import { plain } from "../../wc-ajax/cart/cart-views.fixtures.ts";
import { openAccountShop } from "../account/account-shop.fixtures.ts";
import { origin } from "../whole-shop.fixtures.ts";

const shop = openAccountShop();

let product: number;
beforeEach(async () => {
  const name = '"><img src=x onerror=alert(1)>';
  product = await addDownload(shop.database.db, { [name]: "guide.pdf" }, { regularPrice: 0, downloadLimit: 3 });
  await addLicenceKeys(shop.database.db, product, ["<b>KEY</b>-1"], shop.now());
});

/** Orders the product. */
async function order() {
  await shop.browser.post("/?wc-ajax=add_to_cart", { product_id: String(product) });
  const answer = await shop.browser.fill(routes.checkout(), "woocommerce_checkout_place_order", {
    billing_first_name: "Sana",
    billing_phone: "0300 1234567",
    billing_email: "sana@example.com",
    payment_method: "cod",
  });
  const received = String(answer.headers.location).replace(origin, "");
  return { received, id: Number(/order-received\/(\d+)/.exec(received)?.[1]) };
}

const filesIn = (body: string) => body.match(/href="\/chowk\/downloads\//g)?.length ?? 0;

test("a checkout with downloads asks for no address, and its page has files and keys for the buyer only", async () => {
  const { received } = await order();
  const { body } = await shop.browser.get(received);
  expect([filesIn(body), plain(body).includes("3 downloads left")]).toEqual([1, true]);
  expect(body).toContain("&lt;b&gt;KEY&lt;/b&gt;-1");
  expect(body).not.toMatch(/<img src=x|<b>KEY/);
  // For ten minutes the link shows the order to anyone, for another device of the buyer.
  const other = (await shop.newBrowser().get(received)).body;
  expect([other.includes("order_lines"), filesIn(other), other.includes("KEY")]).toEqual([true, 0, false]);
});

test("the account lists all bought files and keys until their order is refunded, and no one else's", async () => {
  await shop.addSignedInUser();
  expect(plain((await shop.browser.get(routes.accountDownloads())).body)).toContain("No downloads yet");
  const { id } = await order();
  const pages = [routes.accountDownloads(), routes.viewOrder(id)];
  for (const page of pages) {
    const { body } = await shop.browser.get(page);
    expect([page, filesIn(body), body.includes("KEY&lt;/b&gt;-1")]).toEqual([page, 1, true]);
  }
  const stranger = shop.newBrowser();
  await shop.addUser("other@example.com");
  await shop.signIn(stranger, "other@example.com");
  expect(filesIn((await stranger.get(routes.accountDownloads())).body)).toBe(0);
  await changeOrderStatus(shop.database.db, { id, to: "refunded" }, defaultSettings, shop.now());
  for (const page of pages) expect(filesIn((await shop.browser.get(page)).body)).toBe(0);
});

test("an order that awaits its payment says where its files will be, to the buyer", async () => {
  product = await addDownload(shop.database.db, { Guide: "guide.pdf" });
  const { received, id } = await order();
  const awaited = "Your files will be on this page";
  expect(plain((await shop.browser.get(received)).body)).toContain(awaited);
  expect(plain((await shop.newBrowser().get(received)).body)).not.toContain(awaited);
  await changeOrderStatus(shop.database.db, { id, to: "cancelled" }, defaultSettings, shop.now());
  expect(plain((await shop.browser.get(received)).body)).not.toContain(awaited);
});
