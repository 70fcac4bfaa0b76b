import { expect, test } from "vitest";
import { routes } from "#routes";
import { openAccountShop, password } from "./account-shop.fixtures.ts";
import type { FormBrowser } from "./whole-shop.fixtures.ts";

const shop = openAccountShop();
const back = routes.signIn(routes.checkout());
const typed = {
  billing_first_name: "Zara",
  billing_address_1: "House 9",
  order_comments: "Ring twice",
  payment_method: "cod",
};
const saved = {
  first_name: "Sana",
  last_name: "Malik",
  phone: "0300 1234567",
  address_1: "Home 1",
  city: "Multan",
  state: "PB",
};

/** What stands in the fields of the checkout page. */
async function filledIn(who: FormBrowser = shop.browser): Promise<Record<string, string>> {
  const { body } = await who.get(routes.checkout());
  const inputs = [...body.matchAll(/<input [^>]*name="(billing_\w+)"[^>]*?(?: value="([^"]*)")?\/>/g)];
  const note = /<textarea[^>]*name="order_comments"[^>]*>([^<]*)</.exec(body)?.[1] ?? "";
  return { ...Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, value])), note };
}

/** Somebody with an address in his account. */
async function withAddress(): Promise<void> {
  await shop.signedIn();
  const address = Object.fromEntries(Object.entries(saved).map(([name, value]) => [`billing_${name}`, value]));
  await shop.browser.fill(routes.editAddress("billing"), "save_address", address);
}

test("who signs in from the checkout comes back to what he typed, completed by what his account knows", async () => {
  await withAddress();
  shop.browser.cookies.clear();
  await shop.fillCart();
  const left = await shop.browser.fill(routes.checkout(), "chowk_sign_in", typed);
  expect([left.statusCode, left.headers.location]).toEqual([303, back]);
  const entered = await shop.browser.fill(back, "login", { username: "sana@example.com", password });
  expect(entered.headers.location).toBe(routes.checkout());
  expect(await filledIn()).toMatchObject({
    billing_first_name: "Zara",
    billing_last_name: "Malik",
    billing_phone: "0300 1234567",
    billing_address_1: "House 9",
    note: "Ring twice",
  });
  // Half of one address and half of another are none.
  expect((await filledIn()).billing_city ?? "").toBe("");
});

test("where only a name was typed, the account's address is filled in, and nothing is complained of", async () => {
  await withAddress();
  shop.browser.cookies.clear();
  await shop.fillCart();
  const refused = { billing_first_name: "Zara", payment_method: "cod" };
  await shop.browser.fill(routes.checkout(), "woocommerce_checkout_place_order", refused);
  expect((await shop.browser.get(routes.checkout())).body).toContain('id="billing_city-error"');
  await shop.browser.fill(back, "login", { username: "sana@example.com", password });
  expect(await filledIn()).toMatchObject({
    billing_first_name: "Zara",
    billing_address_1: "Home 1",
    billing_city: "Multan",
  });
  expect((await shop.browser.get(routes.checkout())).body).not.toContain("-error");
});

test("an order that is sent when the session has ended asks for a sign-in, and loses neither the cart nor what was typed", async () => {
  await withAddress();
  await shop.fillCart();
  const elsewhere = shop.newBrowser();
  await shop.signIn(elsewhere);
  const page = (await shop.browser.get(routes.checkout())).body;
  const account = /name="chowk_account" value="(\d+)"/.exec(page)?.[1] ?? "";
  await elsewhere.fill(routes.editAccount(), "sign_out_everywhere", {});
  const form = { woocommerce_checkout_place_order: "1", chowk_account: account, ...typed };
  const sent = await shop.browser.post(routes.checkout(), form);
  expect(sent.headers.location).toBe(back);
  expect((await shop.browser.get(back)).body).toContain("Your session has ended.");
  await shop.browser.fill(back, "login", { username: "sana@example.com", password });
  expect(await filledIn()).toMatchObject({
    billing_first_name: "Zara",
    billing_address_1: "House 9",
    note: "Ring twice",
  });
  expect((await shop.database.pool.query("select 1 from orders where user_id is not null")).rows).toEqual([]);
});

test("what was typed at the checkout when a session had ended is shown to nobody else who signs in", async () => {
  await withAddress();
  const { id } = await shop.person("mallory@example.com");
  const { rows } = await shop.database.pool.query("select id from users where id <> $1", [id]);
  shop.browser.cookies.clear();
  const form = { woocommerce_checkout_place_order: "1", chowk_account: String(rows[0]?.id), ...typed };
  await shop.browser.post(routes.checkout(), form);
  await shop.browser.fill(back, "login", { username: "mallory@example.com", password });
  await shop.fillCart();
  expect(await filledIn()).toMatchObject({ billing_first_name: "Sana", billing_last_name: "Malik", note: "" });
  expect((await shop.browser.get(routes.exportAccount())).body).not.toContain("House 9");
});

const whole = {
  ...typed,
  billing_city: "Lahore",
  billing_state: "PB",
  billing_phone: "0300 1234567",
  woocommerce_checkout_place_order: "1",
};
const orderCount = async () => (await shop.database.pool.query("select 1 from orders")).rows.length;

/** Everything that the checkout page sends unseen, as of another person's page. */
async function formOf(owner: number): Promise<Record<string, string>> {
  const { body } = await shop.browser.get(routes.checkout());
  const form = body.split("<form").find((part) => part.includes('name="woocommerce_checkout_place_order"')) ?? "";
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
  return { ...fields, ...whole, chowk_account: String(owner) };
}

test("the checkout of one person's page is neither ordered by nor shown to the other who is signed in by now", async () => {
  const sana = await shop.person();
  await shop.signedIn("mallory@example.com");
  await shop.fillCart();
  const before = await orderCount();
  const form = await formOf(sana.id);
  const { result, messages } = (await shop.browser.post("/?wc-ajax=checkout", form)).json();
  expect([result, messages]).toEqual(["failure", expect.stringContaining("Somebody else was signed in")]);
  for (const button of ["woocommerce_checkout_place_order", "chowk_sign_in"]) {
    const sent = await shop.browser.post(routes.checkout(), { ...form, [button]: "1" });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, routes.checkout()]);
    const { body } = await shop.browser.get(routes.checkout());
    expect(body).toContain("Somebody else was signed in when you opened this page.");
    expect(body).not.toContain("House 9");
  }
  expect(await orderCount()).toBe(before);
  const { id } = await shop.person("third@example.com");
  expect((await shop.browser.post("/?wc-ajax=checkout", { ...form, chowk_account: `${id}x` })).json().result).toBe(
    "failure",
  );
});

test("the checkout of somebody's page is no order of the guest who sits there after him, but waits for a sign-in", async () => {
  const sana = await shop.person();
  await shop.fillCart();
  const before = await orderCount();
  const { result, messages } = (await shop.browser.post("/?wc-ajax=checkout", await formOf(sana.id))).json();
  expect([result, messages]).toEqual(["failure", expect.stringContaining(`href="${back}"`)]);
  expect(await orderCount()).toBe(before);
  expect((await filledIn()).billing_address_1).not.toBe("House 9");
  await shop.browser.fill(back, "login", { username: "sana@example.com", password });
  expect(await filledIn()).toMatchObject({ billing_address_1: "House 9", note: "Ring twice" });
});
