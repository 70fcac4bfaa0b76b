import { expect, test } from "vitest";
import { routes } from "#routes";
import { openAccountShop } from "../account/account-shop.fixtures.ts";
import type { FormBrowser } from "../whole-shop.fixtures.ts";

const shop = openAccountShop();

const minutes = (count: number) => (shop.time += count * 60_000);

/** Returns which view of an order a browser gets. */
async function shown(browser: FormBrowser, url: string) {
  const { statusCode, body } = await browser.get(url);
  const main = /<main[^]*<\/main>/.exec(body)?.[0] ?? "";
  return {
    status: statusCode,
    details: main.includes("House 14"),
    asks: /<input[^>]* name="(email|phone)"/.exec(
      /<form[^>]*woocommerce-verify-email[^]*?<\/form>/.exec(main)?.[0] ?? "",
    )?.[1],
    notice:
      /<ul class="woocommerce-error[^]*?<\/ul>/
        .exec(body)?.[0]
        .replace(/<[^>]+>/g, "")
        .trim() ?? "",
  };
}

const answer = (browser: FormBrowser, url: string, given: Record<string, string>) => browser.fill(url, "verify", given);

test("a guest's order key works in any browser for ten minutes, then only in its own session", async () => {
  const { received } = await shop.order();
  const stranger = shop.newBrowser();
  minutes(10);
  expect(await shown(stranger, received)).toMatchObject({ status: 200, details: true });
  expect((await stranger.get(received)).body).toContain("save the link to this page");
  minutes(1);
  expect(await shown(stranger, received)).toMatchObject({ status: 200, details: false, asks: "phone" });
  expect(await shown(shop.browser, received)).toMatchObject({ details: true });
});

test("a wrong key or id gets the generic thank-you page without the verification form", async () => {
  const { received, id } = await shop.order();
  minutes(20);
  const key = /key=(\w+)/.exec(received)?.[1] ?? "";
  const wrong = [`/checkout/order-received/${id}/`, `/checkout/order-received/${id}/?key=${key}x`];
  const others = [99_999_999, "x", "0", "1e3", "9".repeat(30)].map(
    (one) => `/checkout/order-received/${one}/?key=${key}`,
  );
  for (const url of [...wrong, ...others]) {
    const plain = await shown(shop.browser, url);
    expect([url, plain]).toEqual([url, { status: 200, details: false, asks: undefined, notice: "" }]);
    const posted = await shop.newBrowser().post(url, { check_submission: "0123456789", email: "0300 1234567" });
    expect(posted.statusCode).toBeLessThan(500);
    expect(posted.body).not.toContain("House 14");
  }
});

test("the phone in any spelling opens the order, from then on, in that browser only", async () => {
  const { received } = await shop.order();
  minutes(11);
  const phone = shop.newBrowser();
  const verified = await answer(phone, received, { phone: "+92 300 123-4567" });
  expect([verified.statusCode, verified.headers.location]).toEqual([302, received]);
  minutes(60 * 24);
  expect(await shown(phone, received)).toMatchObject({ details: true });
  expect(await shown(shop.newBrowser(), received)).toMatchObject({ details: false });
});

test("an order with an email opens with the email or the phone, not with an empty answer", async () => {
  const { received } = await shop.order({ billing_email: "Sana@Example.com" });
  minutes(11);
  for (const email of ["sana@example.com ", "03001234567"]) {
    const browser = shop.newBrowser();
    expect(await shown(browser, received)).toMatchObject({ details: false, asks: "email" });
    await answer(browser, received, { email });
    expect(await shown(browser, received)).toMatchObject({ details: true });
    expect((await browser.get(received)).body).not.toContain("keep the link");
  }
  for (const email of ["", " ", "@", "x@example.com"]) {
    const browser = shop.newBrowser();
    await answer(browser, received, { email });
    expect(await shown(browser, received)).toMatchObject({
      details: false,
      notice: expect.stringContaining("does not match the order"),
    });
  }
});

test("after five wrong answers even the right one is refused for a while", async () => {
  const { received } = await shop.order();
  minutes(11);
  const guesser = shop.newBrowser();
  for (let guess = 0; guess < 5; guess += 1) await answer(guesser, received, { phone: `030012345${guess}0` });
  await answer(guesser, received, { phone: "0300 1234567" });
  const refused = await shown(guesser, received);
  expect(refused).toMatchObject({ details: false, notice: expect.stringContaining("15 minutes") });
  minutes(16);
  await answer(guesser, received, { phone: "0300 1234567" });
  expect(await shown(guesser, received)).toMatchObject({ details: true });
});

test("the verification field shows only its own error, not other pending notices", async () => {
  const { received } = await shop.order();
  minutes(11);
  const visitor = shop.newBrowser();
  await shop.fillCart(visitor);
  await visitor.fill(routes.cart(), "apply_coupon", { coupon_code: "nonsense" });
  const { body } = await visitor.get(received);
  expect(body).toContain("nonsense");
  expect(body).not.toContain('id="phone-error"');
  await answer(visitor, received, { phone: "0300 7654321" });
  expect((await visitor.get(received)).body).toContain('id="phone-error"');
});

test("wrong answers for one order do not block other orders on the same network", async () => {
  const guessed = await shop.order();
  const { received } = await shop.order();
  minutes(11);
  const guesser = shop.newBrowser();
  for (let guess = 0; guess < 60; guess += 1) await answer(guesser, guessed.received, { phone: "0300 7654321" });
  const buyer = shop.newBrowser();
  await answer(buyer, received, { phone: "0300 1234567" });
  expect(await shown(buyer, received)).toMatchObject({ details: true });
});

test("an account's order is shown only to its owner, also with the right phone", async () => {
  const guests = (await shop.order()).received;
  await shop.addSignedInUser();
  const { received } = await shop.order();
  const stranger = shop.newBrowser();
  expect(await shown(stranger, received)).toMatchObject({ status: 200, details: false, asks: undefined });
  minutes(11);
  const { body } = await stranger.get(guests);
  const nonce = /name="check_submission" value="(\w+)"/.exec(body)?.[1] ?? "";
  expect(nonce).not.toBe("");
  await stranger.post(received, { check_submission: nonce, phone: "0300 1234567" });
  expect(await shown(stranger, received)).toMatchObject({ details: false });
  expect(await shown(shop.browser, received)).toMatchObject({ details: true });
});

test("an answer without a nonce does not open the order", async () => {
  const { received } = await shop.order();
  minutes(11);
  const stranger = shop.newBrowser();
  for (const check_submission of ["", "0123456789"])
    await stranger.post(received, { check_submission, phone: "0300 1234567" });
  expect(await shown(stranger, received)).toMatchObject({ details: false });
});

test("the confirmation clears the ordered cart's cookies but not those of a newer cart", async () => {
  const { received } = await shop.order();
  // As if the response to the order was lost: the cookies still describe the old cart.
  shop.browser.cookies.set("woocommerce_items_in_cart", "1");
  shop.browser.cookies.set("woocommerce_cart_hash", "0".repeat(32));
  await shop.browser.get(received);
  expect(shop.browser.cookies.has("woocommerce_items_in_cart")).toBe(false);
  await shop.fillCart();
  await shop.browser.get(received);
  expect(shop.browser.cookies.has("woocommerce_items_in_cart")).toBe(true);
  expect((await shop.browser.get(routes.cart())).body).toContain("cart_item");
});
