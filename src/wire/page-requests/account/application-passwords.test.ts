import { expect, test } from "vitest";
import { routes } from "#routes";
import { FormBrowser } from "../whole-shop.fixtures.ts";
import { openAccountShop, password } from "./account-shop.fixtures.ts";

const shop = openAccountShop();
const page = routes.applicationPasswords();
const make = (name: string, typed: string) =>
  shop.browser.fill(page, "make_application_password", { program_name: name, program_password: typed });

test("an account page makes an application password, shows it once and revokes it", async () => {
  const user = await shop.addSignedInUser();
  expect((await shop.browser.get(routes.editAccount())).body).toContain(`href="${page}"`);
  expect((await make("", "")).body).toContain("Enter the name of the app.");
  expect((await make("Phone app", "wrong horse")).body).toContain("not your current password");
  await shop.mails();
  const made = await make("Phone app", password);
  const secret = /<code dir="ltr">([A-Za-z0-9 ]{29})<\/code>/.exec(made.body)?.[1] ?? "";
  expect(secret).not.toBe("");
  expect((await shop.mails()).join()).toContain("A new application password was created");
  const listed = (await shop.browser.get(page)).body;
  expect(listed).toContain("Phone app");
  expect(listed).toContain("never used");
  expect(listed).not.toContain(secret);

  const authorization = `Basic ${Buffer.from(`${user.email}:${secret}`).toString("base64")}`;
  const call = () => new FormBrowser(shop.app, { authorization }).get("/wp-json/wp/v2/users/me");
  expect((await call()).json()).toMatchObject({ id: user.id });
  expect((await shop.browser.get(page)).body).toContain("last used on");
  const uuid = /name="program_id" value="([\da-f-]{36})"/.exec(listed)?.[1] ?? "";
  const nobody = await shop.browser.send(page, listed, "revoke_application_password", {});
  expect(nobody.body).toContain("Choose the password to revoke.");
  const revoked = await shop.browser.send(page, listed, "revoke_application_password", { program_id: uuid });
  expect([revoked.statusCode, revoked.headers.location]).toEqual([303, page]);
  expect((await call()).statusCode).toBe(401);
  const { rows } = await shop.database.pool.query(
    "select actor_kind, actor from audit_log where action like 'application password%' order by id",
  );
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ actor_kind: "user", actor: String(user.id) })));
});

test("another user's password cannot be revoked, and a link proposes a program's name", async () => {
  await shop.addSignedInUser();
  await make("Phone app", password);
  const { rows } = await shop.database.pool.query("select uuid from application_passwords");
  const other = shop.newBrowser();
  await shop.addUser("other@example.com");
  await shop.signIn(other, "other@example.com");
  await other.fill(page, "make_application_password", { program_name: "Own", program_password: password });
  await other.fill(page, "revoke_application_password", { program_id: rows[0].uuid });
  expect((await shop.browser.get(page)).body).toContain("Phone app");
  // The shop's address begins with https://, so nothing is said of it.
  expect((await shop.browser.get(page)).body).not.toContain("https://.");
  expect((await other.get(`${page}?app_name=Ol%3Cd`)).body).toContain('value="Ol&lt;d"');
});
