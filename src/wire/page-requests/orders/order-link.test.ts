import { expect, onTestFinished, test } from "vitest";
import { routes } from "#routes";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { openAccountShop } from "../account/account-shop.fixtures.ts";

const shop = openAccountShop();

test("the WhatsApp number is a link, and a guest without an email address can send the order's link there", async () => {
  await setSetting(shop.database.db, "shop_whatsapp", "+92 300 1234567");
  onTestFinished(() => resetSetting(shop.database.db, "shop_whatsapp"));
  const link = 'href="https://wa.me/923001234567"';
  expect((await shop.browser.get(routes.home())).body).toContain(link);
  const { received } = await shop.order();
  const { body } = await shop.browser.get(received);
  expect(body).toContain(link);
  expect(body).toContain(`https://wa.me/?text=${encodeURIComponent(`https://shop.example${received}`)}`);
  const other = await shop.order({ billing_email: "sana@example.com" });
  expect((await shop.browser.get(other.received)).body).not.toContain("wa.me/?text=");
});

const nonceField = "chowk-order-link-nonce";

test("a guest can have the order's link mailed; the mail has the link and nothing else of the order", async () => {
  const { received } = await shop.order();
  const answer = await shop.browser.fill(received, "send_order_link", { email: "sana@example.com" });
  expect(answer.headers.location).toBe(received);
  expect((await shop.browser.get(received)).body).toContain("We are sending the link to sana@example.com.");
  const [mail = "", ...others] = await shop.mails();
  expect(others).toEqual([]);
  expect(mail).toContain("To: sana@example.com");
  expect(mail).toContain(`https://shop.example${received}`);
  expect(mail).not.toMatch(/House 14|Lahore|1,000/);
});

test("only the buyer can have the link mailed, to a real address, and not endlessly", async () => {
  const { received } = await shop.order();
  const stranger = shop.newBrowser();
  expect((await stranger.get(received)).body).not.toContain(nonceField);
  const { body } = await shop.browser.get(received);
  const nonce = new RegExp(`name="${nonceField}" value="(\\w+)"`).exec(body)?.[1] ?? "";
  await stranger.post(received, { [nonceField]: nonce, email: "sana@example.com" });
  await shop.browser.post(received, { [nonceField]: nonce, email: "sana@" });
  expect((await shop.browser.get(received)).body).toContain("Enter an email address such as name@example.com.");
  expect(await shop.mails()).toEqual([]);
  for (let sent = 0; sent < 6; sent += 1, shop.time += 1000)
    await shop.browser.post(received, { [nonceField]: nonce, email: "sana@example.com" });
  expect(await shop.mails()).toHaveLength(5);
  expect((await shop.browser.get(received)).body).toContain("Too many");
});
