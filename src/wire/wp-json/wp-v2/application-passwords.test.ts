import { beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { makeApplicationPassword } from "#shop/accounts/application-passwords/application-passwords.ts";
import { resetPassword } from "#shop/accounts/profile/change-password.ts";
import { disableUser, enableUser } from "#shop/accounts/profile/change-user.ts";
import { resetSecondFactor } from "#shop/accounts/second-factor/second-factor.ts";
import { createMailToken } from "#shop/accounts/sessions/mail-tokens.ts";
import type { Role } from "#shop/accounts/user.ts";
import { exportPersonalData } from "#shop/privacy/personal-data.ts";
import { getSettings, resetSetting, setSetting } from "#shop/settings/settings.ts";
import { openWholeShop } from "../../page-requests/whole-shop.fixtures.ts";
import { openApiShop, password } from "../site-api.fixtures.ts";

const shop = openApiShop();
const own = "/wp/v2/users/me/application-passwords";

beforeEach(async () => {
  await shop.database.pool.query("delete from application_passwords");
  await shop.database.pool.query("delete from rate_limits");
});

async function make(role: Role, name = "Phone"): Promise<{ uuid: string; secret: string; login: string }> {
  const { id: userId, email: login } = shop.users[role];
  const { made, password: secret } = await makeApplicationPassword(
    shop.database.db,
    { userId, name, appId: "" },
    shop.time,
  );
  return { uuid: made.uuid, secret, login };
}
const basic = (login: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString("base64")}`,
});
const asProgram = (
  { login, secret }: { login: string; secret: string },
  path: string,
  method = "GET",
  body?: unknown,
) => shop.call(path, { method, headers: basic(login, secret), ...(body !== undefined && { body }) });

test("a user makes one with the own password, sees it once, and a program uses it without cookie and nonce", async () => {
  const ask = (current_password: string) =>
    shop.call(own, { as: "shop_manager", method: "POST", body: { name: " Phone ", current_password } });
  expect((await ask("")).json().code).toBe("rest_incorrect_password");
  expect((await ask("wrong horse")).statusCode).toBe(403);
  const made = await ask(password);
  expect(made.statusCode).toBe(201);
  expect(made.json()).toMatchObject({ name: "Phone", created: "2026-11-26T12:00:00", last_used: null, last_ip: null });
  const secret: string = made.json().password;
  expect(secret).toMatch(/^(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);

  const login = shop.users.shop_manager.email;
  const me = await asProgram({ login, secret }, "/wp/v2/users/me?context=edit");
  expect(me.json()).toMatchObject({ id: shop.users.shop_manager.id, roles: ["shop_manager"] });
  expect(
    (await asProgram({ login: login.toUpperCase(), secret: secret.replaceAll(" ", "") }, own)).json(),
  ).toMatchObject([{ name: "Phone", last_used: "2026-11-26T12:00:00", last_ip: "127.0.0.1" }]);
  expect((await shop.call(own, { as: "shop_manager" })).body).not.toContain(secret);
  const program = { login, secret };
  const { id: post } = (await asProgram(program, "/wp/v2/posts", "POST", { title: "By a program" })).json();
  await asProgram(program, `/wp/v2/posts/${post}`, "PATCH", { title: "Changed by it" });
  const revisions = (await asProgram(program, `/wp/v2/posts/${post}/revisions`)).json();
  expect(revisions).toMatchObject([{ author: shop.users.shop_manager.id, title: { rendered: "By a program" } }]);
  const { rows } = await shop.database.pool.query("select row_to_json(p)::text as row from application_passwords p");
  expect(rows.length).toBe(1);
  expect(rows[0].row).not.toContain(secret.replaceAll(" ", ""));

  const audited = await shop.database.pool.query(
    "select actor_kind, actor, after ->> 'name' as name from audit_log where action = 'application password made'",
  );
  expect(audited.rows).toEqual([{ actor_kind: "user", actor: String(shop.users.shop_manager.id), name: "Phone" }]);
  const jobs = await shop.database.pool.query("select payload ->> 'about' as about from graphile_worker._private_jobs");
  expect(jobs.rows).toContainEqual({ about: "application-password-made" });
});

test("a revoked one, and one of a disabled account, is refused at once", async () => {
  const phone = await make("customer");
  const tablet = await make("customer", "Tablet");
  expect((await asProgram(phone, `${own}/introspect`)).json()).toMatchObject({ uuid: phone.uuid, name: "Phone" });
  const renamed = await shop.call(`${own}/${phone.uuid}`, {
    as: "customer",
    method: "PUT",
    body: { name: "Old phone" },
  });
  expect(renamed.json().name).toBe("Old phone");
  const revoked = await shop.call(`${own}/${phone.uuid}`, { as: "customer", method: "DELETE" });
  expect(revoked.json()).toMatchObject({ deleted: true, previous: { uuid: phone.uuid, name: "Old phone" } });
  expect((await asProgram(phone, own)).json()).toMatchObject({ code: "incorrect_password", data: { status: 401 } });
  expect((await shop.call(`${own}/${phone.uuid}`, { as: "customer" })).statusCode).toBe(404);
  const upper = `${own}/${tablet.uuid.toUpperCase()}`;
  expect((await shop.call(upper, { as: "customer" })).json().uuid).toBe(tablet.uuid);
  expect((await shop.call(upper, { as: "customer", method: "PUT", body: { name: "Tab" } })).json().name).toBe("Tab");
  expect((await shop.call(`${own}/${"-".repeat(36)}`, { as: "customer" })).json().code).toBe("rest_no_route");

  await disableUser(shop.database.db, tablet.login, shop.time);
  expect((await asProgram(tablet, own)).statusCode).toBe(401);
  await enableUser(shop.database.db, tablet.login);
  expect((await asProgram(tablet, own)).statusCode).toBe(200);
});

test("wrong ones are answered alike, counted by address, and work for nobody else's account", async () => {
  const phone = await make("customer");
  const wrong = [
    { login: phone.login, secret: "wrong" },
    { login: phone.login, secret: "A".repeat(24) },
    { login: "nobody@example.com", secret: phone.secret },
    { login: shop.users.administrator.email, secret: phone.secret },
    { login: phone.login, secret: password },
    { login: "", secret: "" },
    { login: "a\0b", secret: phone.secret },
  ];
  const answers = await Promise.all(wrong.map((one) => asProgram(one, "/wp/v2/posts")));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect((await shop.call("/wp/v2/posts", { headers: { authorization: "Basic %%%" } })).statusCode).toBe(401);
  for (let tries = wrong.length + 1; tries < 30; tries += 1) await asProgram({ login: "x", secret: "y" }, own);
  const refused = await asProgram({ login: "x", secret: "y" }, own);
  expect([refused.statusCode, refused.json().code]).toEqual([429, "rest_too_many_requests"]);
  expect((await asProgram(phone, own)).statusCode).toBe(200);
});

test("a program makes and takes no passwords but its own; others' are for administrators to see and revoke", async () => {
  const phone = await make("administrator");
  const tablet = await make("administrator", "Tablet");
  const others = `/wp/v2/users/${shop.users.administrator.id}/application-passwords`;
  const more = await asProgram(phone, own, "POST", { name: "More", current_password: password });
  expect([more.statusCode, more.json().code]).toEqual([403, "rest_cannot_manage_application_passwords"]);
  expect((await asProgram(phone, `${own}/${tablet.uuid}`, "DELETE")).statusCode).toBe(403);
  expect((await asProgram(phone, own, "DELETE")).statusCode).toBe(403);
  for (const method of ["GET", "DELETE"])
    expect((await shop.call(others, { as: "shop_manager", method })).statusCode).toBe(403);
  expect((await asProgram(phone, `${own}/${phone.uuid}`, "DELETE")).statusCode).toBe(200);
  const customers = `/wp/v2/users/${shop.users.customer.id}/application-passwords`;
  await make("customer");
  expect((await shop.call(customers, { as: "administrator" })).json()).toMatchObject([{ name: "Phone" }]);
  const forSomebody = { name: "X", current_password: password };
  expect((await shop.call(customers, { as: "administrator", method: "POST", body: forSomebody })).statusCode).toBe(403);
  expect((await shop.call(customers, { as: "administrator", method: "DELETE" })).json()).toEqual({
    deleted: true,
    count: 1,
  });
});

test("a program of a member of staff who lacks the required second factor acts as a customer", async () => {
  const phone = await make("shop_manager");
  expect((await asProgram(phone, "/wp/v2/posts?status=draft")).statusCode).toBe(200);
  await setSetting(shop.database.db, "staff_second_factor", "required");
  expect((await asProgram(phone, "/wp/v2/posts?status=draft")).statusCode).toBe(400);
  const me = (await asProgram(phone, "/wp/v2/users/me?context=edit")).json();
  expect([me.roles, me.capabilities, me.extra_capabilities]).toEqual([
    ["customer"],
    { read: true },
    { customer: true },
  ]);
  await resetSetting(shop.database.db, "staff_second_factor");
});

test("without https no password is taken", async () => {
  const phone = await make("customer");
  const { app } = await openWholeShop(shop.database, () => shop.time, { SITE_URL: "http://shop.example" });
  const answer = await app.inject({
    url: `/wp-json${own}`,
    headers: { host: "shop.example", ...basic(phone.login, phone.secret) },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([401, "application_passwords_disabled"]);
  const index = await app.inject({ url: routes.restRoot(), headers: { host: "shop.example" } });
  expect(index.json().authentication).toEqual({});
  await app.close();
});

test("at most 50 are made, also at the same time, and they are part of the personal data", async () => {
  const { db, pool } = shop.database;
  const { id: userId, email } = shop.users.customer;
  await pool.query(
    `insert into application_passwords (uuid, user_id, name, hash, created_at)
     select gen_random_uuid(), $1, 'Phone', sha256(n::text::bytea), now() from generate_series(1, 48) n`,
    [userId],
  );
  const made = await Promise.allSettled(
    [1, 2, 3, 4].map(() => makeApplicationPassword(db, { userId, name: "More", appId: "" }, shop.time)),
  );
  expect(made.filter(({ status }) => status === "fulfilled").length).toBe(2);
  const data = await exportPersonalData(db, { email, userId, ownsGuestOrders: false }, await getSettings(db));
  expect(JSON.stringify(data)).toContain('"name":"More"');
});

test("a reset of the password or of the second factor revokes them", async () => {
  const { db } = shop.database;
  const { id, email } = shop.users.customer;
  const phone = await make("customer");
  const token = await createMailToken(db, { purpose: "password-reset", userId: id }, shop.time);
  await resetPassword(db, token, "another correct horse", shop.time);
  expect((await asProgram(phone, "/wp/v2/users/me")).statusCode).toBe(401);
  const tablet = await make("customer", "Tablet");
  await resetSecondFactor(db, email, shop.time);
  expect((await asProgram(tablet, "/wp/v2/users/me")).statusCode).toBe(401);
});
