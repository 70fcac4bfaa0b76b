import { expect, test } from "vitest";
import { routes } from "#routes";
import { openAccountShop, password } from "../account/account-shop.fixtures.ts";
import type { FormBrowser } from "../whole-shop.fixtures.ts";

const shop = openAccountShop();
const typed = {
  account_first_name: "Zara",
  account_last_name: "Khan",
  account_email: "sana@example.com",
  password_current: password,
  password_1: "a better one",
  password_2: "a better one",
};
const unsent = "This is what you entered before signing in again.";

/** Submits the account details form from a page whose session was ended in another browser. */
async function sendAfterTheEnd(
  given: Record<string, string> = typed,
  url = routes.editAccount(),
  mark = "save_account_details",
) {
  const page = (await shop.browser.get(url)).body;
  const form = page.split("<form").find((part) => part.includes(`name="${mark}"`)) ?? "";
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
  const elsewhere = shop.newBrowser();
  await shop.signIn(elsewhere);
  await elsewhere.fill(routes.editAccount(), "sign_out_everywhere", {});
  return shop.browser.post(url, { ...fields, [mark]: "1", ...given });
}
const signInFrom = (where: string | undefined, username: string, visitor: FormBrowser = shop.browser) =>
  visitor.fill(where ?? "", "login", { username, password });
const nameOf = async (id: number) =>
  (await shop.database.pool.query("select first_name from users where id = $1", [id])).rows[0]?.first_name;

test("a form sent after the session ended asks for a sign-in, then is filled in again without passwords and not submitted", async () => {
  const { id } = await shop.addSignedInUser();
  const sent = await sendAfterTheEnd();
  expect([sent.statusCode, sent.headers.location]).toEqual([303, routes.signIn(routes.editAccount())]);
  expect((await shop.browser.get(routes.signIn(routes.editAccount()))).body).toContain("Your session has expired.");
  const entered = await signInFrom(sent.headers.location, "sana@example.com");
  expect(entered.headers.location).toBe(routes.editAccount());
  const { body } = await shop.browser.get(routes.editAccount());
  expect(body).toContain(unsent);
  expect(body).toMatch(/name="account_first_name"[^>]*value="Zara"/);
  expect(body).toMatch(/name="account_last_name"[^>]*value="Khan"/);
  expect(body).not.toContain("a better one");
  expect(body).not.toContain(password);
  expect(await nameOf(id)).toBe("Sana");
  await shop.browser.fill(routes.editAccount(), "save_account_details", { ...typed, password_1: "", password_2: "" });
  expect(await nameOf(id)).toBe("Zara");
  expect((await shop.browser.get(routes.editAccount())).body).not.toContain(unsent);
});

test("a saved form stays after another form is sent and after its own is refused", async () => {
  await shop.addSignedInUser();
  const sent = await sendAfterTheEnd();
  await signInFrom(sent.headers.location, "sana@example.com");
  const waiting = async () => (await shop.browser.get(routes.editAccount())).body.includes(unsent);
  const address = { billing_first_name: "Sana", billing_address_1: "House 14", billing_city: "Lahore" };
  const more = { billing_state: "PB", billing_phone: "0300 1234567" };
  const saved = await shop.browser.fill(routes.editAddress("billing"), "save_address", { ...address, ...more });
  expect([saved.headers.location, await waiting()]).toEqual([routes.addresses(), true]);
  const passwords = { ...typed, password_current: "wrong horse" };
  await shop.browser.fill(routes.editAccount(), "save_account_details", passwords);
  expect(await waiting()).toBe(true);
  const old = { ...typed, "save-account-details-nonce": "0123456789" };
  await shop.browser.fill(routes.editAccount(), "save_account_details", old);
  expect(await waiting()).toBe(true);
  const good = { ...typed, password_1: "", password_2: "" };
  await shop.browser.fill(routes.editAccount(), "save_account_details", good);
  expect(await waiting()).toBe(false);
});

test("a saved address appears only in its own form and expires after an hour", async () => {
  await shop.addSignedInUser();
  const form = { billing_city: "Multan", billing_address_1: "x".repeat(10_000) };
  const sent = await sendAfterTheEnd(form, routes.editAddress("billing"), "save_address");
  await signInFrom(sent.headers.location, "sana@example.com");
  const kept = (await shop.browser.get(routes.editAddress("billing"))).body;
  expect(kept).toContain('value="Multan"');
  expect(kept).toContain(`value="${"x".repeat(300)}"`);
  expect((await shop.browser.get(routes.exportAccount())).json().unsentForms).toMatchObject([
    { path: routes.editAddress("billing"), typed: { billing_city: "Multan" } },
  ]);
  expect((await shop.browser.get(routes.editAddress("shipping"))).body).not.toContain("Multan");
  shop.time += 61 * 60_000;
  expect((await shop.browser.get(routes.editAddress("billing"))).body).not.toContain("Multan");
});

test("a saved form is not shown to another user who signs in from the same browser", async () => {
  await shop.addSignedInUser();
  const mallory = await shop.addUser("mallory@example.com");
  const sent = await sendAfterTheEnd();
  await signInFrom(sent.headers.location, "mallory@example.com");
  for (const page of [routes.editAccount(), routes.exportAccount()])
    expect((await shop.browser.get(page)).body).not.toContain("Zara");
  expect(await nameOf(mallory.id)).toBe("Sana");
});

test("a form from another user's page is neither shown to nor saved for the signed-in user", async () => {
  const sana = await shop.addSignedInUser();
  const mallory = await shop.addUser("mallory@example.com");
  shop.browser.cookies.clear();
  await shop.signIn(shop.browser, "mallory@example.com");
  const form = { ...typed, chowk_account: String(sana.id) };
  const sent = await shop.browser.fill(routes.editAccount(), "save_account_details", form);
  expect(sent.headers.location).toBe(routes.editAccount());
  const { body } = await shop.browser.get(routes.editAccount());
  expect(body).toContain("Someone else was signed in when you opened this page.");
  expect(body).not.toContain("Zara");
  expect([await nameOf(sana.id), await nameOf(mallory.id)]).toEqual(["Sana", "Sana"]);
});

test("a form that names no account, an unknown account or another browser's page is not saved", async () => {
  const { id } = await shop.addUser();
  const sessions = async () => (await shop.database.pool.query("select 1 from sessions")).rows.length;
  const before = await sessions();
  const owners = [{}, { chowk_account: "999999" }, { chowk_account: "' or 1=1" }, { chowk_account: String(id) }];
  for (const owner of owners) {
    const form = { save_account_details: "1", account_first_name: "Zara", ...owner };
    const sent = await shop.newBrowser().post(routes.editAccount(), form);
    expect(sent.headers.location).toBe(routes.signIn(routes.editAccount()));
  }
  expect((await shop.database.pool.query("select 1 from saved_forms")).rows).toEqual([]);
  expect(await sessions()).toBe(before);
});
