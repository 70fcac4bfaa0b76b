import { expect, test } from "vitest";
import { routes } from "#routes";
import { giveContactForm, giveMessage, pdfFile } from "#shop/contact/messages/messages.fixtures.ts";
import { fromPerson, fromProgram, spamSettings } from "#shop/spam/spam.fixtures.ts";
import { startUserAlerts } from "#shop/wishlist/alerts.ts";
import { renameWishlist } from "#shop/wishlist/change-wishlist.ts";
import { requestEstimate } from "#shop/wishlist/request-estimate.ts";
import { newGuest, startList } from "#shop/wishlist/wishlist.fixtures.ts";
import type { FormBrowser } from "../whole-shop.fixtures.ts";
import { openAccountShop, password, sessionCookie } from "./account-shop.fixtures.ts";

const shop = openAccountShop();
const exportOf = async (visitor: FormBrowser) => (await visitor.get(routes.exportAccount())).body;
const address = { billing_first_name: "Sana", billing_address_1: "House 14", billing_city: "Lahore" };

/** Adds a user with data in every table that stores personal data. */
async function addUserWithData() {
  const user = await shop.addSignedInUser();
  const { id } = await shop.order();
  await shop.fillCart();
  await shop.browser.fill(routes.checkout(), "woocommerce_checkout_place_order", {
    ...address,
    billing_city: "Multan",
  });
  await shop.signIn(shop.newBrowser());
  await shop.database.pool.query("update users set role = 'shop_manager' where id = $1", [user.id]);
  await shop.browser.post(routes.restUser(user.id), {
    "woocommerce_meta[coming_soon_banner_dismissed]": "yes",
    _wpnonce: (await shop.browser.get(`${routes.siteCall()}?action=rest-nonce`)).body,
  });
  for (const email of ["first@example.com", "next@example.com"]) {
    const change = { account_first_name: "Sana", account_email: email, password_current: password };
    await shop.browser.fill(routes.editAccount(), "save_account_details", change);
    await shop.mails();
  }
  await shop.newBrowser().fill(routes.account(), "register", { email: user.email });
  await shop.newBrowser().fill(routes.lostPassword(), "send", { user_login: user.email });
  await shop.mails();
  const { pool } = shop.database;
  await pool.query(
    `insert into saved_forms (session_id, user_id, name, path, typed, saved_at)
    select min(id), user_id, 'save_address', '/', '{"billing_city": "Quetta"}', '2026-11-21T12:00:00Z'
    from sessions where user_id = $1 group by user_id`,
    [user.id],
  );
  await pool.query(
    `insert into back_in_stock_requests (product_id, contact, created_at)
    select min(id), $1, '2026-11-21T12:00:00Z' from products on conflict do nothing`,
    [user.email],
  );
  await pool.query(
    `insert into reviews (product_id, author_name, author_email, rating, body, source_id)
    select min(id), 'Sana', $1, 5, 'Tastes of oranges', 'a-source' from products on conflict do nothing`,
    [user.email.toUpperCase()],
  );
  const { rows } = await pool.query("select min(id)::int as id from products");
  const list = await startList(shop.database.db, { userId: user.id }, [rows[0].id]);
  await renameWishlist(shop.database.db, list.ownerId, { id: list.wishlistId }, "Eid gifts");
  await startUserAlerts(shop.database.db, list.ownerId, new Date("2026-11-21T12:00:00Z"));
  const asked = { list: undefined, email: user.email, notes: "For a wedding" };
  const at = new Date("2026-11-21T12:00:00Z");
  await requestEstimate(shop.database.db, list.ownerId, asked, fromPerson, spamSettings, at);
  await requestEstimate(shop.database.db, list.ownerId, asked, fromProgram, spamSettings, at);
  const formId = await giveContactForm(shop.database.db);
  const ofUser = { fromEmail: "another@example.com", userId: user.id, files: [pdfFile(`export/${user.id}`)] };
  await giveMessage(shop.database.db, formId, "signed in", ofUser);
  await giveMessage(shop.database.db, formId, "as a guest", { fromEmail: user.email.toUpperCase() });
  await giveMessage(shop.database.db, formId, "a stranger's", { fromEmail: "" });
  return { user, orderId: id };
}

/** Asks for an estimate of a guest's list, with an account's address. */
async function addGuestEstimate(email: string): Promise<void> {
  const { db, pool } = shop.database;
  const { rows } = await pool.query("select min(id)::int as id from products");
  const { ownerId } = await startList(db, newGuest(), [rows[0].id]);
  const request = { list: undefined, email, notes: "" };
  await requestEstimate(db, ownerId, request, fromPerson, spamSettings, new Date("2026-11-21T12:00:00Z"));
}

test("an export contains everything the shop stores about its owner", async () => {
  const { orderId } = await addUserWithData();
  const session = { signedInAt: expect.any(String), expiresAt: expect.any(String), isRemembered: false };
  expect(JSON.parse(await exportOf(shop.browser))).toMatchObject({
    account: { email: "sana@example.com", firstName: "Sana", passwordChangedAt: "2026-11-21T12:00:00.000Z" },
    preferences: [{ value: "yes" }],
    sessions: [session, session],
    knownBrowsers: [{ lastSignInAt: "2026-11-21T12:00:00.000Z" }, {}],
    openLinks: [{ purpose: "password-reset" }],
    unsentForms: [{ typed: { billing_city: "Quetta" } }],
    registrationsOfThisEmail: [{ expiresAt: "2026-11-22T12:00:00.000Z" }],
    addresses: { billing: { address1: "House 14" } },
    cart: [{ quantity: 1, product: expect.stringMatching(/^Product /), removedAt: null }],
    unfinishedCheckouts: [{ billing: { city: "Multan" } }],
    orders: [
      {
        id: orderId,
        customerIp: "127.0.0.1",
        customerAgent: "lightMyRequest",
        lines: [{ quantity: 1 }],
        total: expect.stringContaining("1,000"),
      },
    ],
    mails: expect.arrayContaining([
      { subject: "Reset your password at My shop", writtenAt: expect.any(String), sentAt: expect.any(String) },
    ]),
    backInStockRequests: [{ product: expect.any(String), requestedAt: "2026-11-21T12:00:00.000Z" }],
    heldForms: [{ kind: "estimate", content: { notes: "For a wedding" }, ip: "192.0.2.1" }],
    contactMessages: [
      { form: "Contact", fields: { "your-message": "signed in" }, files: [{ name: "cv.pdf" }], address: "203.0.113.9" },
      { form: "Contact", fields: { "your-message": "as a guest" } },
    ],
    reviews: [{ name: "Sana", rating: 5, text: "Tastes of oranges" }],
    wishlists: [
      {
        name: "Eid gifts",
        items: [{ product: expect.any(String), quantity: 1 }],
        estimates: [
          { email: "sana@example.com", notes: "For a wedding", askedAt: expect.stringMatching(/^2026-11-21T12:00:00/) },
        ],
      },
    ],
    everWished: [{ product: expect.any(String), wishedAt: expect.any(String) }],
    wishlistMails: { confirmedAt: expect.stringMatching(/^2026-11-21T12:00:00/) },
  });
});

test("an export contains no secrets: no session, order key, mail token or password hash", async () => {
  await addUserWithData();
  const text = await exportOf(shop.browser);
  const { rows } = await shop.database.pool.query<{ secret: string }>(`
    select encode(token_hash, 'hex') as secret from sessions union all select customer_key from sessions
    union all select encode(token_hash, 'hex') from known_devices union all select encode(token_hash, 'hex') from mail_tokens
    union all select password_hash from users
    union all select order_key from orders union all select token from wishlists`);
  const cookies = [
    sessionCookie(shop.browser)
      .split(/%7C|\|/)
      .at(-1) ?? "",
    shop.browser.cookies.get("__Host-chowk_device") ?? "",
  ];
  for (const secret of [...rows.map((row) => row.secret), ...cookies]) {
    expect(secret).not.toBe("");
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret, "hex").toString("base64") || secret);
  }
});

test("an export does not reveal whether a requested new address is taken", async () => {
  await shop.addUser("taken@example.com");
  await shop.addSignedInUser();
  const changeTo = async (email: string) => {
    const change = { account_first_name: "Sana", account_email: email, password_current: password };
    await shop.browser.fill(routes.editAccount(), "save_account_details", change);
    await shop.mails();
    const { openLinks, mails } = JSON.parse(await exportOf(shop.browser)) as Record<string, unknown[]>;
    return { openLinks, subjects: mails?.map((mail) => (mail as { subject: string }).subject) };
  };
  const ofFree = await changeTo("free@example.com");
  expect(await changeTo("taken@example.com")).toEqual(ofFree);
});

test("an export contains no other user's data and is available only to its owner", async () => {
  await addUserWithData();
  const stranger = shop.newBrowser();
  expect((await stranger.get(routes.exportAccount())).headers.location).toBe(routes.signIn(routes.exportAccount()));
  await shop.addUser("mallory@example.com");
  await shop.signIn(stranger, "mallory@example.com");
  const text = await exportOf(stranger);
  expect(text).not.toMatch(/sana@|next@|Quetta|House 14|Multan|Product |oranges|Eid gifts|as a guest|stranger's/);
  expect(JSON.parse(text)).toMatchObject({ sessions: [{}], cart: [], orders: [], mails: [], openLinks: [] });
});

test("deleting an account mails its address once more, and no table holds that address afterwards", async () => {
  const user = await shop.addSignedInUser("leaving@example.com");
  await shop.browser.fill(routes.lostPassword(), "send", { user_login: user.email });
  await shop.mails();
  await shop.browser.fill(routes.deleteAccount(), "delete_account", { password_current: password });
  const mails = await shop.mails();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain(`To: ${user.email}`);
  expect(mails[0]).toContain("Your account has been deleted");
  expect(mails[0]).not.toContain("Sana");
  expect(await shop.mails()).toEqual([]);
  const { rows: tables } = await shop.database.pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`);
  expect(tables.length).toBeGreaterThan(30);
  for (const { name } of tables) {
    const { rows } = await shop.database.pool.query(`select t::text from ${name} t where t::text ilike '%leaving@%'`);
    expect(rows, `${name}`).toEqual([]);
  }
});

test("a deletion removes everything that an export lists; orders stay without their user agent", async () => {
  const { user, orderId } = await addUserWithData();
  await addGuestEstimate(user.email);
  await shop.browser.fill(routes.deleteAccount(), "delete_account", { password_current: password });
  const { rows: left } = await shop.database.pool.query(
    `select 'users' from users union all select 'addresses' from user_addresses union all select 'meta' from user_meta
      union all select 'browsers' from known_devices union all select 'links' from mail_tokens
      union all select 'registrations' from registrations union all select 'sessions' from sessions where user_id is not null
      union all select 'carts' from cart_lines union all select 'checkouts' from refused_checkouts
      union all select 'mails' from mail_outbox where lower(recipient) in ($1, 'first@example.com', 'next@example.com')
      union all select 'forms' from saved_forms
      union all select 'requests' from back_in_stock_requests
      union all select 'wishlists' from wishlist_owners where user_id is not null
      union all select 'wishes' from wishlist_wishes w join wishlist_owners o on o.id = w.owner_id and o.user_id is not null
      union all select 'estimates' from wishlist_estimates
      union all select 'wishlist mails' from wishlist_alerts
      union all select 'held forms' from held_forms
      union all select 'messages' from contact_messages where lower(from_email) = $1 or user_id = $2
      union all select 'files' from contact_message_files where message_id is not null and key = 'export/' || $2
      union all select 'reviews' from reviews where author_email <> ''`,
    [user.email, user.id],
  );
  expect(left).toEqual([]);
  const { rows } = await shop.database.pool.query(
    "select user_id, customer_ip, customer_agent, billing->>'address1' as at from orders where id = $1",
    [orderId],
  );
  expect(rows).toEqual([{ user_id: null, customer_ip: "", customer_agent: "", at: "House 14" }]);
});
