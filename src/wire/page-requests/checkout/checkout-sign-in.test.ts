import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { routes } from "#routes";
import { giveZone } from "#shop/delivery/delivery.fixtures.ts";
import { openAccountShop, password } from "../account/account-shop.fixtures.ts";
import { type FormBrowser, origin } from "../whole-shop.fixtures.ts";

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

/** Returns the field values of the checkout page. */
async function filledIn(visitor: FormBrowser = shop.browser): Promise<Record<string, string>> {
  const { body } = await visitor.get(routes.checkout());
  const inputs = [...body.matchAll(/<input [^>]*name="(billing_\w+)"[^>]*?(?: value="([^"]*)")?\/>/g)];
  const note = /<textarea[^>]*name="order_comments"[^>]*>([^<]*)</.exec(body)?.[1] ?? "";
  return { ...Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, value])), note };
}

/** Adds a user with a saved address. */
async function withAddress(): Promise<void> {
  await shop.addSignedInUser();
  const address = Object.fromEntries(Object.entries(saved).map(([name, value]) => [`billing_${name}`, value]));
  await shop.browser.fill(routes.editAddress("billing"), "save_address", address);
}

test("signing in from the checkout keeps the typed values and fills in the rest from the account", async () => {
  await withAddress();
  shop.browser.cookies.clear();
  await shop.fillCart();
  const left = await shop.browser.fill(routes.checkout(), "chowk_sign_in", typed);
  expect([left.statusCode, left.headers.location]).toEqual([303, back]);
  const entered = await shop.browser.fill(back, "login", { username: "sana@example.com", password });
  expect(entered.headers.location).toBe(routes.checkout());
  expect(await filledIn()).toMatchObject({
    billing_first_name: "Zara",
    billing_phone: "0300 1234567",
    billing_address_1: "House 9",
    note: "Ring twice",
  });
  // Two half-filled addresses are not combined.
  expect((await filledIn()).billing_city ?? "").toBe("");
});

test("the checkout shows the signed-in user's name only to that user, with a sign-out link", async () => {
  await shop.addSignedInUser();
  await shop.fillCart();
  const page = await shop.browser.get(routes.checkout());
  expect(page.headers["cache-control"]).toContain("no-store");
  expect(page.body).toContain("Signed in as Sana Malik (sana@example.com).");
  await shop.database.pool.query("update users set first_name = '', last_name = ''");
  const { body } = await shop.browser.get(routes.checkout());
  expect(body).toContain("Signed in as sana@example.com.");
  const href = /checkout-signed-in.*?href="([^"]+)"/.exec(body)?.[1] ?? "";
  expect((await shop.browser.get(href)).headers.location).toBe(routes.account());
  expect((await shop.browser.get(routes.account())).body).toContain("You are signed out.");
  await shop.fillCart();
  expect((await shop.browser.get(routes.checkout())).body).not.toContain("Signed in as");
});

test("if only a name was typed, the account's address is filled in without errors", async () => {
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

test("an order sent after the session has ended asks for a sign-in and keeps the cart and the typed values", async () => {
  await withAddress();
  await shop.fillCart();
  const form = await formAfterTheEnd();
  // Long after the page's checkout nonce has expired.
  shop.time += 3 * 24 * 3_600_000;
  const sent = await shop.browser.post(routes.checkout(), form);
  expect(sent.headers.location).toBe(back);
  expect((await shop.browser.get(back)).body).toContain("Your session has expired.");
  await shop.browser.fill(back, "login", { username: "sana@example.com", password });
  expect(await filledIn()).toMatchObject({
    billing_first_name: "Zara",
    billing_address_1: "House 9",
    note: "Ring twice",
  });
  expect((await shop.database.pool.query("select 1 from orders where user_id is not null")).rows).toEqual([]);
});

test("after the sign-in the totals use the destination of the saved form", async () => {
  const { db } = shop.database;
  await giveZone(db, "Elsewhere", "", [{ price: 200 }]);
  await giveZone(db, "Karachi", "PK::Karachi", [{ price: 350 }]);
  await announceChange(db, ["settings"]);
  await withAddress();
  await shop.fillCart();
  const form = { ...(await formAfterTheEnd()), billing_city: "Karachi", billing_state: "SD" };
  await shop.browser.post(routes.checkout(), form);
  await shop.browser.fill(back, "login", { username: "sana@example.com", password });
  const { body } = await shop.browser.get(routes.checkout());
  expect((await filledIn()).billing_city).toBe("Karachi");
  expect(body).toContain("<strong>Karachi, Sindh</strong>");
  expect(body).toContain("<td>Rs\u00a0350</td>");
  await db.execute("delete from delivery_zones");
  await announceChange(db, ["settings"]);
});

test("a checkout form sent after the session ended is not shown to another user who signs in", async () => {
  await withAddress();
  await shop.addUser("mallory@example.com");
  await shop.fillCart();
  await shop.browser.post(routes.checkout(), await formAfterTheEnd());
  await shop.browser.fill(back, "login", { username: "mallory@example.com", password });
  await shop.fillCart();
  expect(await filledIn()).toMatchObject({ billing_first_name: "Sana Malik", note: "" });
  expect((await shop.browser.get(routes.exportAccount())).body).not.toContain("House 9");
});

/** Submits a checkout page whose session was ended in another browser. */
async function formAfterTheEnd(): Promise<Record<string, string>> {
  const fields = await unseenFields();
  const elsewhere = shop.newBrowser();
  await shop.signIn(elsewhere);
  await elsewhere.fill(routes.editAccount(), "sign_out_everywhere", {});
  return { ...fields, ...typed, woocommerce_checkout_place_order: "1" };
}

/** Returns the hidden fields of the checkout page. */
async function unseenFields(): Promise<Record<string, string>> {
  const { body } = await shop.browser.get(routes.checkout());
  const form = body.split("<form").findLast((part) => part.includes('name="woocommerce_checkout_place_order"')) ?? "";
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
}

const whole = {
  ...typed,
  billing_city: "Lahore",
  billing_state: "PB",
  billing_phone: "0300 1234567",
  woocommerce_checkout_place_order: "1",
};
/** The protocol's answer that makes the page reload; the page then shows the notice. */
const reload = { result: "failure", messages: "", refresh: false, reload: true };
const orderCount = async () => (await shop.database.pool.query("select 1 from orders")).rows.length;

/** Returns the checkout form as if its page had been shown to another user. */
async function formOf(owner: number): Promise<Record<string, string>> {
  return { ...(await unseenFields()), ...whole, chowk_account: String(owner) };
}

test("a checkout form from another user's page is neither ordered nor shown", async () => {
  const sana = await shop.addUser();
  await shop.addSignedInUser("mallory@example.com");
  await shop.fillCart();
  const before = await orderCount();
  const form = await formOf(sana.id);
  expect((await shop.browser.post("/?wc-ajax=checkout", form)).json()).toEqual(reload);
  const reloaded = await shop.browser.get(routes.checkout());
  expect(reloaded.body).toContain("Someone else was signed in when you opened this page.");
  expect(reloaded.body).not.toContain("House 9");
  for (const button of ["woocommerce_checkout_place_order", "chowk_sign_in"]) {
    const sent = await shop.browser.post(routes.checkout(), { ...form, [button]: "1" });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, routes.checkout()]);
    const { body } = await shop.browser.get(routes.checkout());
    expect(body).toContain("Someone else was signed in when you opened this page.");
    expect(body).not.toContain("House 9");
  }
  expect(await orderCount()).toBe(before);
  const { id } = await shop.addUser("third@example.com");
  expect((await shop.browser.post("/?wc-ajax=checkout", { ...form, chowk_account: `${id}x` })).json().result).toBe(
    "failure",
  );
});

test("an open checkout reloads with the typed values when its visitor has signed in from another tab", async () => {
  await shop.addUser();
  await shop.fillCart();
  const form = { ...(await unseenFields()), ...whole };
  await shop.signIn();
  const before = await orderCount();
  expect((await shop.browser.post("/?wc-ajax=checkout", form)).json()).toEqual(reload);
  expect(await orderCount()).toBe(before);
  const { body } = await shop.browser.get(routes.checkout());
  expect(body).toContain("this page has expired. Please try again.");
  expect(await filledIn()).toMatchObject({
    billing_first_name: "Zara",
    billing_address_1: "House 9",
    note: "Ring twice",
  });
  const again = await shop.browser.post("/?wc-ajax=checkout", { ...(await unseenFields()), ...whole });
  expect(again.json().result).toBe("success");
});

test("a checkout that has been open for two days reloads with the typed values, since all its nonces have expired", async () => {
  await shop.fillCart();
  const form = { ...(await unseenFields()), ...whole };
  // The second request has confirmed the session.
  const cookie = [...shop.browser.cookies].find(([name]) => name.startsWith("wp_woocommerce_session_"))?.[1];
  const confirmed = "select from sessions where customer_key = $1 and expires_at > renewed_at + interval '3 days'";
  const customerKey = cookie?.split("|")[0];
  await expect.poll(async () => (await shop.database.pool.query(confirmed, [customerKey])).rowCount).toBe(1);
  shop.time += 2 * 24 * 3_600_000;
  expect((await shop.browser.post("/?wc-ajax=checkout", form)).json()).toEqual(reload);
  expect(await filledIn()).toMatchObject({ billing_first_name: "Zara", billing_address_1: "House 9" });
});

test("a checkout form from a user's page is not ordered for a guest but saved until that user signs in", async () => {
  const sana = await shop.addUser();
  await shop.fillCart();
  const before = await orderCount();
  const { result, messages } = (await shop.browser.post("/?wc-ajax=checkout", await formOf(sana.id))).json();
  expect([result, messages]).toEqual(["failure", expect.stringContaining(`href="${back}"`)]);
  expect(await orderCount()).toBe(before);
  expect((await filledIn()).billing_address_1).not.toBe("House 9");
  await shop.browser.fill(back, "login", { username: "sana@example.com", password });
  expect(await filledIn()).toMatchObject({ billing_address_1: "House 9", note: "Ring twice" });
});

test("a checkout form without a page of ours starts no session and stores nothing", async () => {
  const { id } = await shop.addUser();
  const rows = async () =>
    (await shop.database.pool.query("select 1 from sessions union all select 1 from refused_checkouts")).rows.length;
  const before = await rows();
  const long = Object.fromEntries(Object.keys(whole).map((name) => [name, "x".repeat(10_000)]));
  const invented = `t_${"a".repeat(30)}|1|1|${"b".repeat(43)}`;
  for (const mark of [{ chowk_sign_in: "1" }, { chowk_account: String(id) }, {}]) {
    const stranger = shop.newBrowser();
    stranger.cookies.set(`wp_woocommerce_session_${createHash("md5").update(origin).digest("hex")}`, invented);
    const form = { ...long, ...mark, "woocommerce-process-checkout-nonce": "0123456789" };
    expect((await stranger.post(routes.checkout(), form)).statusCode).toBe(303);
    await stranger.post("/?wc-ajax=checkout", form);
  }
  expect(await rows()).toBe(before);
});

test("saved checkout fields are limited in length", async () => {
  await shop.fillCart();
  const long = {
    billing_address_1: "x".repeat(10_000),
    order_comments: "y".repeat(10_000),
  };
  await shop.browser.fill(routes.checkout(), "chowk_sign_in", long);
  const fields = await filledIn();
  expect([fields.billing_address_1?.length, fields.note?.length]).toEqual([240, 2000]);
});
