import { runInNewContext } from "node:vm";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { ordersCommand } from "#cli/sales/orders.ts";
import type { Database } from "#db/database.ts";
import { openNonces } from "#http/guards/nonce.ts";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { timeZonesOf } from "#shop/consent/time-zones-of.ts";
import { countryCodes } from "#shop/delivery/countries.rules.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { FormBrowser, openWholeShop, secret } from "#wire/page-requests/whole-shop.fixtures.ts";
import { guestForm } from "#wire/wc-ajax/guest-form.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { attributionConsent, consentApi, googleConsent } from "./client/consent-api.ts";

let database: TestDatabase;
let db: Database;
let app: FastifyInstance;
let guest: FormBrowser;
let productId: number;
const start = new Date("2026-11-21T12:00:00Z");
let now = start;
const nonces = openNonces([{ value: secret }], { now: () => now });

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  ({ app } = await openWholeShop(database, () => now));
  productId = await addProduct(db, { slug: "tea", name: "Tea", regularPrice: 500 });
  await setSetting(db, "checkout_seconds", 0);
  await setSetting(db, "cod_orders_per_phone", 0);
});
afterAll(() => app.close());
beforeEach(async () => {
  now = start;
  guest = new FormBrowser(app);
  await setSetting(db, "consent_banner", "yes");
});

const signal = { "sec-gpc": "1" };
/** Exempts countries until the test ends. */
async function exempt(countries: readonly string[], allows: readonly string[]) {
  for (const [name, value] of [
    ["consent_exempt_countries", countries],
    ["consent_exempt_allows", allows],
  ] as const) {
    await setSetting(db, name, value);
    onTestFinished(() => resetSetting(db, name));
  }
}

const choose = (choice: string, given: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  guest.fill(routes.privacyChoices(), "choice", { choice, ...given }, headers);

/** Places an order and returns the privacy choice that it stores. */
async function ordered(headers: Record<string, string> = {}) {
  await guest.post("/?wc-ajax=add_to_cart", { product_id: productId });
  const { order_id } = (await guest.post("/?wc-ajax=checkout", guestForm({ nonces }), headers)).json();
  const { rows } = await db.execute<{ privacy: Record<string, unknown> | null }>(
    sql`select consent -> 'privacy' as privacy from orders where id = ${order_id}`,
  );
  return rows[0]?.privacy;
}

async function sessions() {
  const { rows } = await db.execute<{ consent: unknown }>(sql`select consent from sessions order by id`);
  return rows.map(({ consent }) => consent);
}

test("nothing is printed, answered or stored unless something needs consent", async () => {
  await setSetting(db, "consent_banner", "auto");
  const page = (await guest.get("/")).body;
  for (const trace of ["shop-consent", "wp_has_consent", "gtag", routes.privacyChoices()])
    expect(page).not.toContain(trace);
  expect((await guest.get(routes.privacyChoices())).statusCode).toBe(404);
  expect((await guest.post(routes.privacyChoices(), { choice: "accept" })).statusCode).toBe(404);
  guest.cookies.set("wp_consent_marketing", "allow");
  expect(await ordered()).toBeNull();
});

test("a configured network makes the shop ask; Google is told its default before anything else", async () => {
  await setSetting(db, "consent_banner", "auto");
  await setSetting(db, "google_measurement_id", "G-ABCD1234");
  const page = (await guest.get("/")).body;
  await setSetting(db, "google_measurement_id", "");
  expect(page).toContain("<shop-consent");
  expect(page).toContain(`<a href="${routes.privacyChoices()}">Privacy choices</a>`);
  expect(page.indexOf("wait_for_update")).toBeGreaterThan(page.indexOf("wp_has_consent=may"));
  expect(page.indexOf("wait_for_update")).toBeLessThan(page.indexOf("/none.js"));
});

test("the three answers look alike and nothing is ticked", async () => {
  const page = (await guest.get("/")).body;
  const banner = /<shop-consent.*?<\/shop-consent>/s.exec(page)?.[0] ?? "";
  const classes = [...banner.matchAll(/<button type="submit"[^>]* class="([^"]*)"/g)].map(([, name]) => name);
  expect(classes).toEqual(["btn btn--line", "btn btn--line", "btn btn--line"]);
  expect(banner).not.toContain("checked");
});

test("a choice without scripts is remembered for 180 days, shown again, and starts no session", async () => {
  const before = (await sessions()).length;
  const answer = await choose("save", { marketing: "on" });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/privacy-choices/?saved=1"]);
  const set = Object.fromEntries(answer.cookies.map(({ name, value, maxAge }) => [name, [value.slice(0, 5), maxAge]]));
  expect(set).toMatchObject({
    wp_consent_functional: ["allow", 15_552_000],
    wp_consent_preferences: ["deny", 15_552_000],
    wp_consent_statistics: ["deny", 15_552_000],
    "wp_consent_statistics-anonymous": ["deny", 15_552_000],
    wp_consent_marketing: ["allow", 15_552_000],
  });
  expect(answer.cookies.find(({ name }) => name === "chowk_consent")?.httpOnly).toBe(true);
  expect(await sessions()).toHaveLength(before);
  const page = (await guest.get("/privacy-choices/?saved=1")).body;
  expect(page).toContain('role="status"');
  const form = page.slice(page.indexOf("consent-page"));
  expect(form).toMatch(/name="marketing"[^>]*checked/);
  expect(form).not.toMatch(/name="statistics"[^>]*checked/);
});

test("the session and the order keep choice, time and text", async () => {
  await choose("accept");
  now = new Date("2026-11-22T08:00:00Z");
  const privacy = await ordered();
  expect(privacy).toMatchObject({ statistics: true, marketing: true, by: "shopper", at: start.toISOString() });
  expect((await sessions()).at(-1)).toEqual(privacy);
  const { rows } = await db.execute(sql`select body from consent_texts where hash = ${privacy?.text}`);
  expect(rows[0]?.body).toContain("any ad networks we use");
  await choose("refuse");
  expect((await sessions()).at(-1)).toMatchObject({ marketing: false, by: "shopper", at: now.toISOString() });
});

test("orders show prints the choice, its time and its text", async () => {
  await choose("save", { statistics: "on" });
  await ordered();
  const { rows } = await db.execute<{ id: number }>(sql`select max(id)::int as id from orders`);
  const lines: string[] = [];
  const context = { db, clock: { now: () => now }, print: (line: string) => lines.push(line) };
  await ordersCommand.run(context, ["show", String(rows[0]?.id)], {});
  const at = lines.indexOf("Consent: statistics allowed, marketing refused, by shopper, 2026-11-21 12:00");
  expect(at).toBeGreaterThan(0);
  expect(lines[at + 1]).toContain("We would like to measure");
});

test("Global Privacy Control and Do Not Track refuse, whatever the cookies and the form say", async () => {
  await choose("accept");
  expect(await ordered(signal)).toMatchObject({ statistics: false, marketing: false, by: "signal" });
  expect(await ordered({ dnt: "1" })).toMatchObject({ marketing: false, by: "signal" });
  const page = (await new FormBrowser(app, signal).get(routes.privacyChoices())).body;
  expect(page).toContain("Your browser asks websites not to track you");
  const { text } = (await ordered()) ?? {};
  const answer = await guest.post(routes.privacyChoices(), { choice: "accept", text: String(text) }, signal);
  expect(answer.cookies.find(({ name }) => name === "wp_consent_marketing")?.value).toBe("deny");
});

test.each([
  ["forged", () => "1763726400.0123456789abcdef.11.0123456789abcdef0123456789abcdef"],
  ["giant", () => "9".repeat(3000)],
  ["foreign", () => "<script>'; drop table orders; --"],
  ["of another choice", (own: string) => own.replace(".10.", ".11.")],
])("a proof that is %s proves nothing", async (_, forge) => {
  await choose("save", { statistics: "on" });
  const own = guest.cookies.get("chowk_consent") ?? "";
  guest.cookies.set("wp_consent_marketing", "allow");
  guest.cookies.set("chowk_consent", forge(own));
  expect(await ordered()).toEqual({ statistics: true, marketing: true, by: "script", at: null, text: null });
});

test("a proof expires after 180 days", async () => {
  await choose("accept");
  now = new Date(start.getTime() + 181 * 24 * 3_600_000);
  expect(await ordered()).toMatchObject({ by: "script", at: null });
});

test("cookies with other values allow nothing", async () => {
  guest.cookies.set("wp_consent_marketing", "allow<b>");
  guest.cookies.set("wp_consent_statistics", "A".repeat(3000));
  expect(await ordered()).toBeNull();
});

test.each([
  ["an unknown text", { choice: "accept", text: "0123456789abcdef" }],
  ["markup for a text", { choice: "accept", text: "<b>" }],
  ["an unknown choice", { choice: "everything" }],
  ["repeated fields", { choice: ["accept", "refuse"] }],
])("%s saves nothing", async (_, fields) => {
  const page = (await guest.get(routes.privacyChoices())).body;
  const text = /name="text" value="([0-9a-f]{16})"/.exec(page)?.[1] ?? "";
  const answer = await guest.post(routes.privacyChoices(), { text, ...fields });
  expect(answer.headers.location).toBe(routes.privacyChoices());
  expect(answer.cookies).toEqual([]);
});

test("another site cannot choose for the visitor", async () => {
  const cross = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  const answer = await choose("accept", {}, cross);
  expect(answer.statusCode).toBe(403);
  expect(answer.cookies).toEqual([]);
});

/** Reads what a page says about countries where nobody is asked; undefined if it says nothing. */
function exemptionIn(page: string) {
  const [, json] = /<script type="application\/json" id="consent-exemption">(.*?)<\/script>/.exec(page) ?? [];
  return json === undefined ? undefined : JSON.parse(json);
}

const inCountry = () => guest.cookies.set("chowk_consent_exempt", "1");

test("without exempt countries no page names time zones, and a cookie that claims one allows nothing", async () => {
  expect(exemptionIn((await guest.get("/")).body)).toBeUndefined();
  inCountry();
  expect(await ordered()).toBeNull();
});

test("every visitor gets the exempt countries' time zones, under each name that browsers use, before the script", async () => {
  await exempt(["IN", "UA", "GB"], ["statistics"]);
  const page = (await guest.get("/")).body;
  expect(exemptionIn(page)).toEqual({
    zones: expect.arrayContaining(["Asia/Calcutta", "Asia/Kolkata", "Europe/Kiev", "Europe/Kyiv", "Europe/London"]),
    allows: ["functional", "statistics", "statistics-anonymous"],
  });
  expect(page.indexOf("consent-exemption")).toBeLessThan(page.indexOf("wp_has_consent=may"));
  inCountry();
  const again = await guest.get("/");
  expect(exemptionIn(again.body)).toEqual(exemptionIn(page));
});

test("orders from an exempt country keep what is allowed there; a choice and a browser's signal win", async () => {
  await exempt(["US"], ["statistics"]);
  inCountry();
  const there = { statistics: true, marketing: false, by: "country", at: null, text: null };
  expect(await ordered()).toEqual(there);
  expect((await sessions()).at(-1)).toEqual(there);
  const form = (await guest.get(routes.privacyChoices())).body;
  expect(form).toMatch(/id="page-statistics"[^>]*checked/);
  expect(await ordered(signal)).toMatchObject({ statistics: false, by: "signal" });
  await choose("refuse");
  expect(await ordered()).toMatchObject({ statistics: false, by: "shopper" });
});

test("an order from an exempt country is told to networks only while the country is exempt", async () => {
  await exempt(["US"], ["marketing"]);
  for (const [name, value] of [
    ["meta_pixel_id", "123456789"],
    ["meta_secret_token", "token"],
  ] as const) {
    await setSetting(db, name, value);
    onTestFinished(() => setSetting(db, name, ""));
  }
  inCountry();
  const allowed = async () => {
    await ordered();
    const { rows } = await db.execute(
      sql`select tracking -> 'allowed' as allowed from orders order by id desc limit 1`,
    );
    return rows[0]?.allowed;
  };
  expect(await allowed()).toEqual(["marketing"]);
  await setSetting(db, "consent_exempt_countries", []);
  expect(await allowed()).toBeNull();
});

test.each([
  [["UK"], /^UK is not a country's code: use a list of two-letter codes .* such as \["PK","GB"\]$/],
  [["PK", "gb", "Pakistan"], /^gb, Pakistan are not countries' codes: use a list/],
  ["PK", /^use a list of two-letter codes/],
])("%j is refused as exempt countries, with a list to follow", async (countries, reasons) => {
  await expect(setSetting(db, "consent_exempt_countries", countries)).rejects.toMatchObject({
    code: "setting_invalid",
    details: { reasons: expect.stringMatching(reasons) },
  });
});

test("the two names of each zone mean the same zone", () => {
  const canonical = (timeZone: string) => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  const zones = timeZonesOf(countryCodes);
  const names = new Set(Intl.supportedValuesOf("timeZone"));
  const added = zones.filter((zone) => !names.has(zone));
  expect(added.length).toBeGreaterThan(10);
  for (const zone of added) expect(zones).toContain(canonical(zone));
});

/** Runs the inline scripts in a page without a banner. */
function inPage(cookie: string, navigator: object = {}, zone = "Etc/UTC", exemption?: object) {
  const listeners: Record<string, ((event: { detail: Record<string, string> }) => void)[]> = {};
  const told: unknown[][] = [];
  const jar = new Map(cookie.split("; ").map((pair) => pair.split("=", 2) as [string, string]));
  const tracked: boolean[] = [];
  const page: Record<string, unknown> = {
    navigator,
    location: { protocol: "https:" },
    Intl: { DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone: zone }) }) },
    addEventListener: () => {},
    CustomEvent: class {
      readonly type: string;
      readonly init: { detail?: unknown };
      constructor(type: string, init: { detail?: unknown } = {}) {
        this.type = type;
        this.init = init;
      }
      get detail() {
        return this.init.detail;
      }
    },
    document: {
      get cookie() {
        return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      },
      set cookie(text: string) {
        const [name = "", value = ""] = (text.split(";", 1)[0] ?? "").split("=", 2);
        if (text.includes("max-age=0")) jar.delete(name);
        else jar.set(name, value);
      },
      querySelector: () => null,
      getElementById: () => exemption && { textContent: JSON.stringify(exemption) },
      addEventListener: (type: string, listener: never) => (listeners[type] ??= []).push(listener),
      dispatchEvent: (event: { type: string; detail: Record<string, string> }) =>
        listeners[event.type]?.forEach((listener) => listener(event)),
    },
    wc_order_attribution: { params: { allowTracking: false }, setOrderTracking: (may: boolean) => tracked.push(may) },
    gtag: (...told_: unknown[]) => told.push(told_),
  };
  page.window = page;
  runInNewContext(consentApi + googleConsent + attributionConsent, page);
  const heard: Record<string, string>[] = [];
  (listeners.wp_listen_for_consent_change ??= []).push(({ detail }) => heard.push({ ...detail }));
  const has = page.wp_has_consent as (name: string) => boolean;
  const set = page.wp_set_consent as (name: string, value: string) => void;
  return { page, jar, has, set, heard, told, tracked };
}

test("a script written against the WordPress consent API follows the choice", () => {
  const { page, has, set, heard, tracked } = inPage("wp_consent_marketing=denyall");
  expect(page.wp_consent_type).toBe("optin");
  expect(["functional", "marketing", "toString", "m.*"].map(has)).toEqual([true, false, false, false]);
  set("marketing", "allow");
  set("marketing", "allow");
  set("marketing", "maybe");
  set("session", "allow");
  expect(heard).toEqual([{ marketing: "allow" }]);
  expect(has("marketing")).toBe(true);
  set("marketing", "deny");
  expect(has("marketing")).toBe(false);
  expect(tracked).toEqual([true, false]);
});

test("Google is told denied first, and then each choice", () => {
  const { told, set } = inPage("");
  const denied = { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" };
  expect(told).toEqual([["consent", "default", { ...denied, analytics_storage: "denied", wait_for_update: 500 }]]);
  set("statistics", "allow");
  expect(told.at(-1)).toEqual(["consent", "update", { ...denied, analytics_storage: "granted" }]);
  expect(inPage("wp_consent_marketing=allow").told.map(([, kind]) => kind)).toEqual(["default", "update"]);
});

test.each([{ globalPrivacyControl: true }, { doNotTrack: "1" }])("in the browser %o refuses", (navigator) => {
  const { has, told, set, heard } = inPage("wp_consent_marketing=allow; wp_consent_statistics=allow", navigator);
  expect(["functional", "statistics", "marketing"].map(has)).toEqual([true, false, false]);
  expect(told).toHaveLength(1);
  set("marketing", "deny");
  set("marketing", "allow");
  expect(heard.every(({ marketing }) => marketing === "deny")).toBe(true);
});

const exemption = { zones: ["America/Chicago"], allows: ["functional", "preferences", "statistics", "marketing"] };
const refusing = { globalPrivacyControl: true };

test("in an exempt time zone scripts may until the visitor refuses, and no choice is stored for them", () => {
  const { page, jar, has, set, told, tracked } = inPage("a=b", {}, "America/Chicago", exemption);
  expect(page.wp_consent_type).toBe("optout");
  expect(["functional", "statistics", "marketing", "other"].map(has)).toEqual([true, true, true, false]);
  expect([...jar.keys()]).toEqual(["a", "chowk_consent_exempt"]);
  expect(told.at(-1)).toMatchObject(["consent", "update", { ad_storage: "granted", analytics_storage: "granted" }]);
  set("marketing", "deny");
  expect(["statistics", "marketing"].map(has)).toEqual([false, false]);
  expect(tracked).toEqual([false]);
});

test.each([
  ["another time zone", "", {}, "Europe/Berlin"],
  ["a browser's signal", "", refusing, "America/Chicago"],
  ["an earlier refusal", "; wp_consent_marketing=deny", {}, "America/Chicago"],
])("with %s nothing is allowed in spite of the exemption", (_, cookies, navigator, zone) => {
  const { has } = inPage(`chowk_consent_exempt=1${cookies}`, navigator, zone, exemption);
  expect(["statistics", "marketing"].map(has)).toEqual([false, false]);
});

test("the mark of an exempt country goes when the country does, and with a browser's signal", () => {
  const marks = [
    inPage("chowk_consent_exempt=1", {}, "America/Chicago"),
    inPage("chowk_consent_exempt=1", {}, "Europe/Berlin", exemption),
    inPage("chowk_consent_exempt=1", refusing, "America/Chicago", exemption),
  ];
  for (const { jar, page } of marks)
    expect([jar.has("chowk_consent_exempt"), page.wp_consent_type]).toEqual([false, "optin"]);
});

test("a part of the categories is no opt-out for scripts that ask only for the type", () => {
  const part = { ...exemption, allows: ["functional", "statistics", "statistics-anonymous"] };
  const { page, has } = inPage("", {}, "America/Chicago", part);
  expect([page.wp_consent_type, has("statistics"), has("marketing")]).toEqual(["optin", true, false]);
});
