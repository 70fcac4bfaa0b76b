import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { tokenIn } from "#jobs/account-mails.fixtures.ts";
import { routes } from "#routes";
import { consumeLimits, mailLimits } from "#shop/rate-limits.ts";
import { openAccountShop, password } from "../account/account-shop.fixtures.ts";

const shop = openAccountShop();
const email = "zara@example.com";
const wanted = { createaccount: "1", billing_email: email };

const ownerOf = async (id: number) =>
  (await shop.database.db.execute(sql`select user_id, is_of_account, registration_id from orders where id = ${id}`))
    .rows[0];

test("a guest who requests an account at checkout gets the account with the order after confirming by mail", async () => {
  const elsewhere = {
    ship_to_different_address: "1",
    shipping_first_name: "Hina",
    shipping_address_1: "Office 2",
    shipping_city: "Karachi",
    shipping_state: "SD",
  };
  const { received, id } = await shop.order({ ...wanted, ...elsewhere });
  expect((await shop.browser.get(received)).body).toContain("We have sent an email to zara@example.com");
  const [mail] = await shop.mails();
  expect(await ownerOf(id)).toMatchObject({ user_id: null, is_of_account: false });
  await shop.browser.get(routes.confirmAccount(tokenIn(mail)));
  const page = (await shop.browser.get(routes.confirmAccount())).body;
  expect(page).toMatch(/name="account_first_name"[^>]* value="Sana"/);
  expect(page).toMatch(/name="account_phone"[^>]* value="\+923001234567"/);
  const form = { account_first_name: "Zara", password_1: password, password_2: password };
  await shop.browser.fill(routes.confirmAccount(), "confirm_account", form);
  await shop.mails();
  expect(await ownerOf(id)).toMatchObject({ user_id: expect.any(Number), is_of_account: true });
  expect((await shop.browser.get(routes.accountOrders())).body).toContain(`href="${routes.viewOrder(id)}"`);
  expect((await shop.browser.get(received)).body).toContain("Office 2");
  expect((await shop.browser.get(routes.addresses())).body).toMatch(/House 14[^]*Office 2/);
});

test("an account requested at checkout stores where its order came from, and its data export lists it", async () => {
  const reported = { wc_order_attribution_source_type: "utm", wc_order_attribution_utm_source: "mail" };
  await shop.order({ ...wanted, ...reported });
  await shop.browser.get(routes.confirmAccount(tokenIn((await shop.mails())[0])));
  const form = { account_first_name: "Zara", password_1: password, password_2: password };
  await shop.browser.fill(routes.confirmAccount(), "confirm_account", form);
  const { preferences } = (await shop.browser.get(routes.exportAccount())).json();
  expect(JSON.stringify(preferences)).toContain("Source: Mail");
});

test("a new account gets only the order that requested it, not a stranger's order or address with the same email", async () => {
  const own = await shop.order(wanted);
  const [mail] = await shop.mails();
  shop.browser = shop.newBrowser();
  const stranger = await shop.order({ ...wanted, billing_first_name: "Eve", billing_address_1: "Harbour 9" });
  await shop.mails();
  shop.browser = shop.newBrowser();
  await shop.browser.get(routes.confirmAccount(tokenIn(mail)));
  const form = { account_first_name: "Zara", password_1: password, password_2: password };
  await shop.browser.fill(routes.confirmAccount(), "confirm_account", form);
  await shop.mails();
  expect(await ownerOf(own.id)).toMatchObject({ user_id: expect.any(Number), is_of_account: true });
  expect(await ownerOf(stranger.id)).toMatchObject({ user_id: null, is_of_account: false });
  const addresses = (await shop.browser.get(routes.addresses())).body;
  expect(addresses).toContain("House 14");
  expect(addresses).not.toContain("Harbour 9");
});

test("requesting an account for a taken email gives the same answer, mails the owner and does not attach the order", async () => {
  await shop.addUser(email);
  const { received, id } = await shop.order(wanted);
  expect((await shop.browser.get(received)).body).toContain("We have sent an email to zara@example.com");
  const [mail] = await shop.mails();
  expect(tokenIn(mail)).toBe("");
  expect(mail).toContain(email);
  expect(await ownerOf(id)).toMatchObject({ user_id: null, is_of_account: false });
});

test("requesting an account without an email is refused at the field, and the checkbox stays checked", async () => {
  const { received } = await shop.order({ createaccount: "1" });
  expect(received).toBe(routes.checkout());
  const { body } = await shop.browser.get(routes.checkout());
  expect([...body.matchAll(/id="(\w+)-error"/g)].map(([, id]) => id)).toEqual(["billing_email"]);
  expect(body).toMatch(/name="createaccount"[^>]* checked=""/);
});

test("after too many account requests orders still go through, but no more mails are sent", async () => {
  const orders = [];
  for (let turn = 0; turn < 7; turn += 1) orders.push(await shop.order(wanted));
  const owners = await Promise.all(orders.map(({ id }) => ownerOf(id)));
  expect(owners.filter((order) => order?.registration_id !== null)).toHaveLength(5);
  expect(await shop.mails()).toHaveLength(5);
  expect((await shop.browser.get(orders.at(-1)?.received ?? "")).body).toContain("too many were requested for");
});

test("many customers on one network who request accounts all get their mail", async () => {
  await consumeLimits(shop.database.db, mailLimits("registration", "another@example.com", "127.0.0.1"), shop.now());
  await shop.database.db.execute(sql`update rate_limits set points = 100 where points > 0`);
  const { id } = await shop.order(wanted);
  expect(await ownerOf(id)).toMatchObject({ registration_id: expect.any(Number) });
  expect(await shop.mails()).toHaveLength(1);
});

test("a signed-in user is not offered an account at checkout, and cannot create one", async () => {
  await shop.addSignedInUser();
  await shop.fillCart();
  expect((await shop.browser.get(routes.checkout())).body).not.toContain("createaccount");
  const { id } = await shop.order(wanted);
  expect(await ownerOf(id)).toMatchObject({ user_id: expect.any(Number), registration_id: null });
});
