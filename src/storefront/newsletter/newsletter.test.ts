import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobHelpers } from "graphile-worker";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { newsletterCommand } from "#cli/sales/newsletter.ts";
import { newsletterConfirmMail } from "#jobs/newsletter-confirm-mail.ts";
import { newsletterLinkMailJob } from "#jobs/newsletter-link-mail.ts";
import { routes } from "#routes";
import { deleteUnconfirmed } from "#shop/newsletter/subscriptions.ts";
import { erasePersonalData, exportPersonalData, findPerson } from "#shop/privacy/personal-data.ts";
import { getSettings, setSetting } from "#shop/settings/settings.ts";
import { openAccountShop } from "#wire/page-requests/account/account-shop.fixtures.ts";

const shop = openAccountShop();
const email = "reader@example.com";
const origin = "https://shop.example";

beforeEach(async () => {
  await shop.database.pool.query("truncate newsletter_subscribers, newsletter_recipients, held_forms");
  await shop.database.pool.query("delete from mail_outbox where mail_key like 'newsletter%'");
});

/** Fills the form in. @returns the page */
async function subscribe(given: Record<string, string> = {}): Promise<string> {
  const page = (await shop.browser.get(routes.newsletter())).body;
  const text = /name="text" value="([0-9a-f]{16})"/.exec(page)?.[1] ?? "";
  return (await shop.browser.post(routes.newsletter(), { email, text, ...given })).body;
}

/** Runs the job twice. @returns the mailed links that it wrote; "" without a mail */
async function mailedLinks(to = email): Promise<{ confirm: string; stop: string }> {
  const { db, pool } = shop.database;
  for (let run = 0; run < 2; run += 1)
    await newsletterConfirmMail({ db, clock: { now: shop.now }, linkOrigin: () => origin })(
      { email: to },
      {} as JobHelpers,
    );
  const { rows } = await pool.query(
    "delete from mail_outbox where recipient = $1 and mail_key like 'newsletter%' returning text, extras",
    [to],
  );
  expect(rows.length).toBeLessThan(2);
  const [mail] = rows;
  if (!mail) return { confirm: "", stop: "" };
  expect(mail.extras.headers).toContainEqual({
    name: "List-Unsubscribe-Post",
    value: "List-Unsubscribe=One-Click",
  });
  const linkIn = (name: string, text: string) =>
    new RegExp(`${origin}(/newsletter/\\?${name}=[\\w-]{32})`).exec(text)?.[1] ?? "";
  return { confirm: linkIn("confirm", mail.text), stop: linkIn("stop", JSON.stringify(mail.extras.headers)) };
}

/** Asks for the link to the preferences and runs its job twice. @returns the mailed path; "" without a mail */
async function preferencesLink(to = email): Promise<string> {
  const { db, pool } = shop.database;
  const answer = (await shop.newBrowser().post(routes.findNewsletter(), { email: to })).body;
  expect(answer).toContain("If this address is subscribed");
  const { rows: jobs } = await pool.query(
    "select payload from graphile_worker._private_jobs where payload->>'email' = $1 and payload->>'key' is not null order by id",
    [to],
  );
  const job = newsletterLinkMailJob({ db, clock: { now: shop.now }, linkOrigin: () => origin });
  for (let run = 0; run < 2; run += 1) await job(jobs.at(-1).payload, {} as JobHelpers);
  const { rows } = await pool.query("delete from mail_outbox where mail_key like 'newsletter-link%' returning text");
  expect(rows.length).toBeLessThan(2);
  return new RegExp(`${origin}(/newsletter/\\?preferences=[\\w-]{32})`).exec(rows[0]?.text ?? "")?.[1] ?? "";
}

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const context = { db: shop.database.db, clock: { now: shop.now }, print: (line: string) => lines.push(line) };
  await newsletterCommand.run(context, args, {});
  return lines.join("\n");
}

test("an address is on the list once the button behind its mailed link is pressed, with the text and time as proof", async () => {
  expect(await subscribe()).toContain("Almost done");
  const { confirm } = await mailedLinks();
  expect((await shop.newBrowser().get(confirm)).body).toContain("Yes, subscribe me");
  expect(await run("list")).toBe("0 confirmed, 1 unconfirmed, 0 unsubscribed");
  for (let press = 0; press < 2; press += 1)
    expect((await shop.newBrowser().post(confirm, {})).body).toContain("Thank you. You are subscribed");
  const again = (await shop.newBrowser().get(confirm)).body;
  expect(again).toContain("already confirmed");
  expect(again).not.toContain("Yes, subscribe me");
  expect(await run("list")).toBe("1 confirmed, 0 unconfirmed, 0 unsubscribed");
  expect(await run("export")).toMatch(
    /reader@example\.com,2026-11-21T12:00:00\.000Z,2026-11-21T12:00:00\.000Z,"?Yes, /,
  );
});

test("one click of a mail program unsubscribes without a session, and the old confirmation link stays dead", async () => {
  await subscribe();
  const { confirm, stop } = await mailedLinks();
  await shop.browser.post(confirm, {});
  expect((await shop.newBrowser().get(stop)).body).toContain("Unsubscribe");
  expect(await run("list")).toContain("1 confirmed");
  const answer = await shop.newBrowser().post(stop, { "List-Unsubscribe": "One-Click" });
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  expect(await run("list")).toBe("0 confirmed, 0 unconfirmed, 1 unsubscribed");
  expect((await shop.browser.post(confirm, {})).body).toContain("no longer works");
  expect(await mailedLinks()).toEqual({ confirm: "", stop: "" });
  shop.time += 1000;
  await subscribe();
  await shop.browser.post((await mailedLinks()).confirm, {});
  expect(await run("list")).toBe("1 confirmed, 0 unconfirmed, 0 unsubscribed");
});

test("the answer is the same for subscribers, strangers and spam, and only a stranger is mailed", async () => {
  const first = await subscribe();
  await shop.browser.post((await mailedLinks()).confirm, {});
  expect(await subscribe()).toBe(first);
  expect((await mailedLinks()).confirm).toBe("");
  expect(await subscribe({ email: "bot@example.com", ak_hp_textarea: "filled" })).toBe(first);
  expect((await mailedLinks("bot@example.com")).confirm).toBe("");
  expect((await shop.database.pool.query("select kind from held_forms")).rows).toEqual([{ kind: "newsletter" }]);
});

test("a link confirms only its own address, only the latest link works, and only for 7 days", async () => {
  await subscribe();
  const old = await mailedLinks();
  await subscribe({ email: "other@example.com" });
  const other = await mailedLinks("other@example.com");
  await subscribe();
  const latest = await mailedLinks();
  expect((await shop.browser.post(old.confirm, {})).body).toContain("no longer works");
  await shop.browser.post(other.confirm, {});
  expect(await run("list")).toBe("1 confirmed, 1 unconfirmed, 0 unsubscribed");
  shop.time += 7 * 86_400_000 + 1;
  expect((await shop.browser.post(latest.confirm, {})).body).toContain("no longer works");
  expect(await deleteUnconfirmed(shop.database.db, shop.now(), 10)).toBe(1);
  expect(await run("list")).toBe("1 confirmed, 0 unconfirmed, 0 unsubscribed");
});

test("malformed addresses, outdated texts and requests of other sites are refused, and markup is shown as text", async () => {
  const page = await subscribe({ email: '"><script>alert(1)</script>' });
  expect(page).toContain("Please enter a valid email address.");
  expect(page).not.toContain("<script>alert(1)");
  expect(await subscribe({ email: "a@example.com\r\nbcc: b@example.com" })).toContain("valid email address");
  expect(await subscribe({ text: "0123456789abcdef" })).not.toContain("Almost done");
  const foreign = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
  expect((await shop.browser.post(routes.newsletter(), { email }, foreign)).statusCode).toBe(403);
  const { body } = await shop.browser.get("/newsletter/?confirm=%22%3E%3Cscript%3Ealert(1)%3C/script%3E");
  expect(body).not.toContain("<script>alert(1)");
  expect(await run("list")).toBe("0 confirmed, 0 unconfirmed, 0 unsubscribed");
});

test("one mailbox gets only a few confirmation mails", async () => {
  const answers = [];
  for (let count = 0; count < 12; count += 1) answers.push(await subscribe());
  expect(answers.at(0)).toContain("Almost done");
  expect(answers.at(-1)).toContain("Too many attempts");
});

test("import adds addresses once and never those that unsubscribed; export and erasure of personal data include them", async () => {
  const { db } = shop.database;
  await subscribe();
  const { confirm, stop } = await mailedLinks();
  await shop.browser.post(confirm, {});
  await shop.browser.post(stop, {});
  const folder = await mkdtemp(join(tmpdir(), "newsletter-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "list.csv");
  await writeFile(file, `Email,Name\r\n${email},R\r\nNew@Example.com,N\r\nnew@example.com,N\r\nnobody,X\r\n`);
  expect(await run("import", file)).toBe("Line 5: not an email address\nAdded 1 subscriber; 2 were known.");
  expect(await run("export")).toContain("new@example.com");
  expect(await run("export")).not.toContain(email);
  const person = await findPerson(db, email);
  expect(await exportPersonalData(db, person, await getSettings(db))).toMatchObject({
    newsletter: [{ text: expect.stringContaining("newsletter") }],
  });
  const report = await erasePersonalData(db, email, shop.now());
  expect(report).toContainEqual({ name: "newsletter", erased: 1, kept: 0 });
  expect(await run("list")).toBe("1 confirmed, 0 unconfirmed, 0 unsubscribed");
});

test("the footer has the form only when the setting says so", async () => {
  const { db } = shop.database;
  const hasForm = async () => (await shop.browser.get(routes.account())).body.includes("footer-newsletter-email");
  expect(await hasForm()).toBe(false);
  await setSetting(db, "newsletter_footer", "yes");
  await expect.poll(hasForm).toBe(true);
});

test("a subscriber chooses kinds of newsletters by a mailed link without signing in, and nobody learns who subscribes", async () => {
  await subscribe();
  await shop.browser.post((await mailedLinks()).confirm, {});
  expect(await preferencesLink("stranger@example.com")).toBe("");
  const link = await preferencesLink();
  const reader = shop.newBrowser();
  const isChosen = (html: string) =>
    ["news", "offers"].map((kind) =>
      new RegExp(`<input[^>]*value="${kind}"[^>]*>`).exec(html)?.[0].includes("checked"),
    );
  expect(isChosen((await reader.get(link)).body)).toEqual([true, true]);
  const saved = await reader.post(link, { kinds: "offers" });
  expect(saved.body).toContain("Your choice has been saved");
  expect(saved.headers["cache-control"]).toBe("private, no-store");
  expect(saved.body).not.toContain(email);
  expect(isChosen((await reader.get(link)).body)).toEqual([false, true]);
  expect(await run("export")).toMatch(/,news\r?\n?$/);
  const person = await findPerson(shop.database.db, email);
  expect(await exportPersonalData(shop.database.db, person, await getSettings(shop.database.db))).toMatchObject({
    newsletter: [{ unwanted: ["news"] }],
  });
  expect((await reader.post(link, {})).body).toContain("You have been unsubscribed");
  expect(await run("list")).toBe("0 confirmed, 0 unconfirmed, 1 unsubscribed");
  expect((await reader.post(link, { kinds: "news" })).body).toContain("no longer works");
  expect((await reader.get("/newsletter/?preferences=x")).body).toContain("no longer works");
});

test("the account leads to the preferences of its own address and keeps its frame there, not for others' links", async () => {
  const { browser } = shop;
  const { email: own } = await shop.addSignedInUser();
  expect((await browser.get(routes.editAccount())).body).toContain(`href="${routes.newsletter()}"`);
  const isFramed = (html: string) => html.includes("woocommerce-MyAccount-navigation");
  const form = (await browser.get(routes.newsletter())).body;
  expect([isFramed(form), form.includes(`value="${own}"`)]).toEqual([true, true]);
  await subscribe({ email: own });
  await shop.newBrowser().post((await mailedLinks(own)).confirm, {});
  const [, link = ""] =
    /href="(\/newsletter\/\?preferences=[\w-]{32})"/.exec((await browser.get(routes.editAccount())).body) ?? [];
  const choices = (await browser.get(link)).body;
  expect([isFramed(choices), choices.includes("Offers: sales and coupons")]).toEqual([true, true]);
  expect(isFramed((await browser.post(link, { kinds: "news" })).body)).toBe(true);
  await subscribe({ email: "friend@example.com" });
  const friends = await mailedLinks("friend@example.com");
  expect(isFramed((await browser.get(friends.confirm)).body)).toBe(false);
  expect(isFramed((await shop.newBrowser().get(link)).body)).toBe(false);
});

test("a form of the hosted service leads to its page without scripts, and a token in a link becomes the cookie", async () => {
  const { db } = shop.database;
  const token = "eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2ln";
  expect((await shop.browser.get(`/newsletter/?token=${token}`)).headers["set-cookie"]).toBeUndefined();
  for (const host of ["https://a.example; script-src *", "http://subscribe.example", "https://*.example"])
    await expect(setSetting(db, "subscribe_host", host)).rejects.toMatchObject({ code: "setting_invalid" });
  await setSetting(db, "subscribe_host", "https://subscribe.example");
  await setSetting(db, "subscribe_blog", "1234");
  onTestFinished(() => setSetting(db, "subscribe_host", ""));
  const load = () => shop.browser.get(routes.newsletter());
  await expect
    .poll(async () => (await load()).body)
    .toContain('action="https://subscribe.example/memberships/" method="get"');
  const { body, headers } = await load();
  expect(headers["content-security-policy"]).toMatch(
    /frame-src https:\/\/subscribe\.example;.*form-action 'self' https:\/\/subscribe\.example/,
  );
  for (const field of [
    "post_id",
    "tier_id",
    "blog",
    "plan",
    "app_source",
    "post_access_level",
    "display",
    "selected_newsletter_categories",
    "lang",
  ])
    expect(body).toContain(`name="${field}" value="`);
  expect(body).toMatch(
    /id="jp_retrieve_subscriptions_link" class="newsletter-retrieve" href="[^"]*blog=1234[^"]*source=jetpack_retrieve_subscriptions"/,
  );

  const followed = await shop.newBrowser().get(`/shop/?orderby=date&token=${token}`);
  expect([followed.statusCode, followed.headers.location]).toEqual([302, "/shop/?orderby=date"]);
  expect(followed.headers["set-cookie"]).toMatch(
    new RegExp(`wp-jp-premium-content-session=${token}; Max-Age=2592000; Path=/; Secure; SameSite=Lax`),
  );
  for (const bad of ["abc", "a.b.c;x", "%0d%0aset-cookie"])
    expect((await shop.newBrowser().get(`/shop/?token=${bad}`)).headers.location).toBeUndefined();
});
