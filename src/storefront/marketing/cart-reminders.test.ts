import { beforeEach, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { routes } from "#routes";
import { addProduct, addSizes } from "#shop/cart/cart.fixtures.ts";
import { deleteOldCartReminders } from "#shop/marketing/cart-reminders.ts";
import { erasePersonalData, exportPersonalData, findPerson } from "#shop/privacy/personal-data.ts";
import { getSettings, setSetting } from "#shop/settings/settings.ts";
import { openAccountShop } from "#wire/page-requests/account/account-shop.fixtures.ts";
import type { FormBrowser } from "#wire/page-requests/whole-shop.fixtures.ts";
import { stopLink, type WrittenMail, writtenMails } from "./marketing.fixtures.ts";

const shop = openAccountShop();
const email = "buyer@example.com";
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

beforeEach(async () => {
  const { pool, db } = shop.database;
  await pool.query(
    "delete from cart_reminders; delete from marketing_recipients; delete from mail_outbox; delete from orders",
  );
  await setSetting(db, "cart_reminders", "yes");
});

/** The value of the box at the checkout; "" if there is none. */
async function boxOf(browser: FormBrowser): Promise<{ value: string; isTicked: boolean }> {
  const box = /<input type="checkbox" id="chowk_cart_reminder"[^>]*>/.exec(
    (await browser.get(routes.checkout())).body,
  )?.[0];
  return { value: /value="([^"]*)"/.exec(box ?? "")?.[1] ?? "", isTicked: / checked/.test(box ?? "") };
}

/** Fills a cart with three pieces of a product. @returns the product's id */
async function fill(browser = shop.browser, name = "Green tea"): Promise<number> {
  const id = await addProduct(shop.database.db, { name, managesStock: true, stockQuantity: 10 });
  await browser.post("/?wc-ajax=add_to_cart", { product_id: String(id), quantity: "3" });
  return id;
}

/** Sends the checkout form without scripts and without a name, so that it is refused. */
async function leave(browser = shop.browser, given: Record<string, string> = {}): Promise<void> {
  const { value } = await boxOf(browser);
  const form = { billing_first_name: "", billing_email: email, payment_method: "cod", chowk_cart_reminder: value };
  const answer = await browser.fill(routes.checkout(), "woocommerce_checkout_place_order", { ...form, ...given });
  expect(answer.headers.location).toBe(routes.checkout());
}

/** What the client sends when the box or the address changes. */
async function review(given: Record<string, string>, browser = shop.browser): Promise<void> {
  const page = (await browser.get(routes.checkout())).body;
  const security = /"update_order_review_nonce":"([^"]+)"/.exec(page)?.[1] ?? "";
  const post_data = new URLSearchParams({ billing_email: email, ...given }).toString();
  const answer = await browser.post("/?wc-ajax=update_order_review", { security, country: "PK", post_data });
  expect(answer.json()).toMatchObject({ result: "success" });
}

async function onlyMail(): Promise<WrittenMail> {
  const [mail, ...others] = await writtenMails(shop);
  if (!mail || others.length > 0) throw new Error(`Not one mail: ${others.length}`);
  return mail;
}

const linkIn = ({ text }: WrittenMail) => /\/mails\/\?cart=[\w-]{32}/.exec(text)?.[0] ?? "";

/** Presses the button behind a reminder's link. */
function restore(browser: FormBrowser, link: string, headers: Record<string, string> = {}) {
  return browser.post(routes.cart(), { chowk_restore_cart: link.split("=")[1] ?? "" }, headers);
}

/** The quantities in a browser's cart. */
async function quantitiesIn(browser: FormBrowser): Promise<string[]> {
  const { body } = await browser.get(routes.cart());
  return [...body.matchAll(/name="cart\[\w+\]\[qty\]"[^>]*value="(\d+)"/g)].map(([, quantity = ""]) => quantity);
}

test("a cart is reminded of once, the set hours after its last change, and restored on another device by the link", async () => {
  await fill(shop.browser, 'Tea <script>alert("1")</script>');
  expect(await boxOf(shop.browser)).toMatchObject({ value: expect.stringMatching(/^[0-9a-f]{16}$/), isTicked: false });
  await leave();
  expect(await boxOf(shop.browser)).toMatchObject({ isTicked: true });
  shop.time += hourMs;
  await fill(shop.browser, "Cup");
  shop.time += 4 * hourMs - 1;
  expect(await writtenMails(shop)).toEqual([]);
  shop.time += 1;
  const mail = await onlyMail();
  expect(mail).toMatchObject({ recipient: email, subject: "Your cart at My shop", is_secret: true });
  expect(mail.text).toContain('- 3 × Tea <script>alert("1")</script>\n- 3 × Cup');
  expect(mail.html).not.toContain("<script>");
  expect(mail.text).not.toContain(email);
  shop.time += dayMs;
  expect(await writtenMails(shop)).toEqual([]);
  const other = shop.newBrowser();
  const page = await other.get(linkIn(mail));
  expect(page.body).toContain("Restore my cart");
  expect(page.body).not.toContain(email);
  expect(await quantitiesIn(other)).toEqual([]);
  expect((await restore(other, linkIn(mail))).headers.location).toBe(routes.cart());
  expect(await quantitiesIn(other)).toEqual(["3", "3"]);
  await restore(other, linkIn(mail));
  expect(await quantitiesIn(other)).toEqual(["3", "3"]);
  expect((await other.get(routes.checkout())).body).not.toContain(email);
});

test("an account's cart is restored too, with the chosen variation, and prices and stock of the present", async () => {
  const { pool, db } = shop.database;
  const user = await shop.addSignedInUser();
  const { id, small } = await addSizes(db, { name: "Shirt" }, { managesStock: true, stockQuantity: 5 });
  await shop.browser.post("/?wc-ajax=add_to_cart", { product_id: String(small), quantity: "3" });
  await leave(shop.browser, { billing_email: user.email });
  shop.time += 4 * hourMs;
  const mail = await onlyMail();
  expect(mail.text).toContain("- 3 × Shirt, Small");
  const change = async (stock: number, price: number) => {
    await pool.query("update products set stock_quantity = $2, regular_price = $3 where id = $1", [
      small,
      stock,
      price,
    ]);
    await announceChange(db, [`product:${id}`, `product:${small}`]);
  };
  await change(2, 700);
  const guest = shop.newBrowser();
  await restore(guest, linkIn(mail));
  const cart = (await guest.get(routes.cart())).body;
  expect(cart).toMatch(/Small[^]*Rs\s1,400/);
  expect(cart).not.toContain(user.email);
  expect(await quantitiesIn(guest)).toEqual(["2"]);
  await change(0, 700);
  const late = shop.newBrowser();
  await restore(late, linkIn(mail));
  expect((await late.get(routes.cart())).body).toContain("Shirt, Small");
  expect(await quantitiesIn(late)).toEqual([]);
});

test("only a ticked box beside the present text counts, with a valid address, and unticking it withdraws it", async () => {
  const { db } = shop.database;
  await fill();
  const { value } = await boxOf(shop.browser);
  await leave(shop.browser, { chowk_cart_reminder: "" });
  await leave(shop.browser, { chowk_cart_reminder: "0123456789abcdef" });
  await leave(shop.browser, { billing_email: "buyer@" });
  expect(await boxOf(shop.browser)).toMatchObject({ isTicked: true });
  await review({ chowk_cart_reminder: value });
  await review({});
  expect(await boxOf(shop.browser)).toMatchObject({ isTicked: true });
  shop.time += 4 * hourMs;
  expect(await writtenMails(shop)).toEqual([]);
  await review({ chowk_cart_reminder: value });
  shop.time += 4 * hourMs;
  await setSetting(db, "cart_reminders", "no");
  expect(await writtenMails(shop)).toEqual([]);
  expect(await boxOf(shop.browser)).toMatchObject({ value: "" });
  await setSetting(db, "cart_reminders", "yes");
  expect(await onlyMail()).toMatchObject({ recipient: email });
});

test("an order stops the reminder, on the same device and with the same address on another, and ends a sent link", async () => {
  await fill();
  await leave();
  await shop.order({ billing_email: "" });
  shop.time += 4 * hourMs;
  expect(await writtenMails(shop)).toEqual([]);
  const device = shop.newBrowser();
  await fill(device);
  await leave(device);
  await shop.order({ billing_email: email.toUpperCase() });
  shop.time += 4 * hourMs;
  expect(await writtenMails(shop)).toEqual([]);
  await shop.fillCart();
  await leave();
  shop.time += 4 * hourMs;
  const link = linkIn(await onlyMail());
  expect((await shop.newBrowser().get(link)).body).toContain("Restore my cart");
  await shop.order();
  const late = shop.newBrowser();
  expect((await late.get(link)).body).toContain("This link no longer works");
  expect((await restore(late, link)).headers.location).toBe(link);
  expect(await quantitiesIn(late)).toEqual([]);
});

test("an empty cart, and one of which everything is sold out, is not reminded of", async () => {
  const { pool } = shop.database;
  await fill();
  await leave();
  await pool.query("delete from cart_lines");
  shop.time += 4 * hourMs;
  expect(await writtenMails(shop)).toEqual([]);
  const productId = await fill();
  await leave();
  await pool.query("update products set stock_quantity = 0 where id = $1", [productId]);
  shop.time += 4 * hourMs;
  expect(await writtenMails(shop)).toEqual([]);
});

test("a link works for 14 days, also after the cart's session has ended, and neither guessed nor from another site", async () => {
  const { pool, db } = shop.database;
  await fill();
  await leave();
  shop.time += 4 * hourMs;
  const link = linkIn(await onlyMail());
  await pool.query("delete from sessions");
  const other = shop.newBrowser();
  for (const token of ["", "x".repeat(32), "%00", '"><script>alert(1)</script>'])
    expect((await restore(other, `?cart=${token}`)).statusCode).toBeLessThan(500);
  const bad = await other.get("/mails/?cart=%22%3E%3Cscript%3Ealert(1)%3C/script%3E");
  expect(bad.body).toContain("This link no longer works");
  expect(bad.body).not.toContain("<script>alert(1)");
  const foreign = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
  expect((await restore(other, link, foreign)).statusCode).toBe(403);
  expect(await quantitiesIn(other)).toEqual([]);
  const { rows } = await pool.query("select encode(token_hash, 'base64') as stored from cart_reminders");
  expect(link).not.toContain(rows[0].stored.slice(0, 20));
  shop.time += 14 * dayMs - 1;
  expect((await other.get(link)).body).toContain("Restore my cart");
  expect(await deleteOldCartReminders(db, shop.now(), 10)).toBe(0);
  shop.time += 1;
  expect((await other.get(link)).body).toContain("This link no longer works");
  expect(await deleteOldCartReminders(db, shop.now(), 10)).toBe(1);
});

test("an address is reminded of one cart a week, and of none after its link has ended such mails", async () => {
  const browsers = [shop.newBrowser(), shop.newBrowser()];
  for (const browser of browsers) {
    await fill(browser);
    await leave(browser);
  }
  shop.time += 4 * hourMs;
  const mail = await onlyMail();
  shop.time += 7 * dayMs;
  const later = shop.newBrowser();
  await fill(later);
  await leave(later);
  await shop.newBrowser().post(stopLink(mail), { "List-Unsubscribe": "One-Click" });
  shop.time += 4 * hourMs;
  expect(await writtenMails(shop)).toEqual([]);
});

test("export and erasure of personal data include the consent", async () => {
  const { db } = shop.database;
  await fill();
  await leave();
  const person = await findPerson(db, email);
  expect(await exportPersonalData(db, person, await getSettings(db))).toMatchObject({
    cartReminders: [{ text: expect.stringContaining("may remind me once by email"), sentAt: null }],
  });
  await erasePersonalData(db, email, shop.now());
  shop.time += 4 * hourMs;
  expect(await writtenMails(shop)).toEqual([]);
});
