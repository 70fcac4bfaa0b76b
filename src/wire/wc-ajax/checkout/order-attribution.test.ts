import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { openNonces } from "#http/guards/nonce.ts";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { addUser } from "#shop/accounts/users.ts";
import type { Attribution } from "#shop/attribution/attribution.rules.ts";
import { afterViews, noVisits } from "#shop/attribution/visit.rules.ts";
import { cookiesOf } from "#shop/attribution/visit-cookies.rules.ts";
import { addProduct, defaultSettings } from "#shop/cart/cart.fixtures.ts";
import { listOrderSources } from "#shop/orders/order-sources.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop, origin, secret } from "../../page-requests/whole-shop.fixtures.ts";
import { guestForm } from "../guest-form.fixtures.ts";

let database: TestDatabase;
let db: Database;
let app: FastifyInstance;
let guest: FormBrowser;
let productId: number;
const now = new Date("2026-11-21T12:00:00Z");
const nonces = openNonces([{ value: secret }], { now: () => now });
const tagged = `${origin}/product/tea/?utm_source=mail&utm_campaign=june%20sale`;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  ({ app } = await openWholeShop(database, () => now));
  productId = await addProduct(db, { slug: "tea", name: "Tea", regularPrice: 500 });
  await setSetting(db, "checkout_seconds", 0);
  await setSetting(db, "cod_orders_per_phone", 0);
});
afterAll(() => app.close());
beforeEach(() => {
  guest = new FormBrowser(app);
});

const add = (headers: Record<string, string> = {}) =>
  guest.post("/?wc-ajax=add_to_cart", { product_id: productId }, headers);

/** Places an order and returns what is stored about its source. */
async function order(fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const { order_id } = (await guest.post("/?wc-ajax=checkout", guestForm({ nonces }, fields), headers)).json();
  const { rows } = await db.execute<{ attribution: Attribution | null }>(
    sql`select attribution from orders where id = ${order_id}`,
  );
  return rows[0]?.attribution;
}

/** The Cookie header of a browser that came by a link. */
const cookiesFor = (url: string) => {
  const cookies = cookiesOf(afterViews(noVisits, [{ url, referrer: "", at: now.getTime() }], "Agent"));
  return Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
};

/** Gives the browser those cookies. */
function land(url: string): void {
  for (const pair of cookiesFor(url)) {
    const [name = "", value = ""] = pair.split("=");
    guest.cookies.set(name, decodeURIComponent(value));
  }
}

const phone = "Mozilla/5.0 (Linux; Android 14) Mobile";

const noFields = Object.fromEntries(
  ["source_type", "utm_source", "session_entry"].map((name) => [`wc_order_attribution_${name}`, ""]),
);

describe("an order without the fields", () => {
  test("has the source of the page that the session began on", async () => {
    await add({ referer: tagged });
    expect(await order()).toMatchObject({
      origin: "Source: Mail",
      utmCampaign: "june sale",
      sessionEntry: tagged,
      deviceType: "Desktop",
      touches: [{ type: "utm", source: "mail", campaign: "june sale" }],
    });
  });

  test("has the source of the link in a mail program that began the session by adding a product", async () => {
    await guest.browser.get(`/?add-to-cart=${productId}&utm_source=mail`, { host: new URL(origin).host });
    expect(await order()).toMatchObject({ origin: "Source: Mail" });
  });

  test("has the source of the link in a web mail that led to the product", async () => {
    const { headers } = await guest.browser.get(`/?add-to-cart=${productId}&utm_source=mail`, {
      host: new URL(origin).host,
      referer: "https://webmail.example/",
    });
    await add({ referer: origin + String(headers.location) });
    expect(await order()).toMatchObject({ origin: "Source: Mail" });
  });

  test("has the source in the browser's cookies, those of the order first", async () => {
    land(`${origin}/?gclid=1`);
    await add({ referer: tagged });
    expect(await order()).toMatchObject({ origin: "Source: Google", utmMedium: "cpc", sessionPages: 1 });
    await add();
    land(tagged);
    expect(await order()).toMatchObject({ origin: "Source: Mail" });
  });

  test("has no source if nothing tells, only the kind of device; not even that without a User-Agent", async () => {
    await add();
    expect(await order({}, { "user-agent": phone })).toEqual({ deviceType: "Mobile" });
    await add({ referer: `${origin}/shop/` });
    expect(await order({}, { "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" })).toEqual({ deviceType: "Desktop" });
    await add();
    expect(await order({}, { "user-agent": "" })).toBeNull();
  });

  test("of a user has the source of the page that they signed in on, which their data export contains", async () => {
    const person = { firstName: "Sana", lastName: "", phone: null, passwordHash: await hashPassword("correct horse") };
    await addUser(db, { ...person, email: "sana@shop.example", role: "customer" }, now);
    const typed = { username: "sana@shop.example", password: "correct horse" };
    await guest.fill(routes.account(), "login", typed, { referer: `${origin}${routes.account()}?utm_source=mail` });
    const { sessions } = (await guest.get(routes.exportAccount())).json();
    expect(sessions).toMatchObject([{ cameFrom: { origin: "Source: Mail" } }]);
  });

  test("takes no more statements", async () => {
    await add({ referer: tagged });
    const form = guestForm({ nonces });
    const { statements } = await withStatementCount(async () => {
      await guest.post("/?wc-ajax=checkout", form);
    });
    expect(statements).toBeLessThanOrEqual(7);
  });
});

describe("a browser without scripts", () => {
  const blog = "https://blog.example/best-tea";
  const landed = (referer: string) => ({ host: new URL(origin).host, "sec-fetch-site": "cross-site", referer });
  const link = (url: string) => guest.browser.get(url, landed("https://webmail.example/"));

  /** Browses two more pages, adds a product and orders. Returns what is stored about the order's source. */
  async function browseAndOrder() {
    for (const url of [routes.shop(), routes.product("tea")]) await guest.follow(url);
    await add({ referer: `${origin}${routes.product("tea")}` });
    return order();
  }

  test("that came by a tagged link and looks at other pages first has that source in its order", async () => {
    await link("/?utm_source=mail&utm_campaign=june%20sale");
    expect(await browseAndOrder()).toMatchObject({
      origin: "Source: Mail",
      utmCampaign: "june sale",
      sessionEntry: `${origin}/?utm_source=mail&utm_campaign=june%20sale`,
      touches: [{ type: "utm", source: "mail", campaign: "june sale" }],
    });
  });

  test("that came from another site has that source in its order", async () => {
    await guest.browser.get(routes.shop(), landed(blog));
    expect(await browseAndOrder()).toMatchObject({ sourceType: "referral", utmSource: "blog.example", referrer: blog });
  });

  test("has the source of its last campaign; another site counts only at the start of a visit", async () => {
    await link("/?utm_source=mail");
    await link("/?gclid=1");
    await guest.browser.get(routes.shop(), landed(blog));
    expect(await browseAndOrder()).toMatchObject({ origin: "Source: Google", touches: [{ source: "mail" }, {}] });
  });

  test("gets the cached page, with the source in cookies that no shared cache stores", async () => {
    await setSetting(db, "shared_cache_purge_url", "http://127.0.0.1:9/");
    onTestFinished(() => setSetting(db, "shared_cache_purge_url", ""));
    await guest.get(routes.shop());
    const plain = await guest.get(routes.shop());
    const landing = await link(`${routes.shop()}?utm_source=mail`);
    expect(landing.headers).toMatchObject({ "x-cache": "hit", etag: plain.headers.etag });
    expect(landing.rawPayload.equals(plain.rawPayload)).toBe(true);
    expect(landing.cookies.map(({ name }) => name)).toContain("sbjs_current");
    expect([plain, landing].map(({ headers }) => String(headers["cache-control"]).split(",")[0])).toEqual([
      "public",
      "private",
    ]);
    const unchanged = await guest.get(routes.shop());
    expect([unchanged.headers["x-cache"], unchanged.cookies]).toEqual(["hit", []]);
  });

  test("gets no cookies with prefetched pages, as a robot, or from the shop's own links", async () => {
    const url = "/?utm_source=mail";
    const others = { "sec-purpose": "prefetch", "user-agent": "Examplebot/1.0", "sec-fetch-site": "same-origin" };
    for (const [name, value] of Object.entries(others))
      expect((await guest.browser.get(url, { ...landed(blog), [name]: value })).cookies).toEqual([]);
    expect((await guest.get(routes.shop())).cookies).toEqual([]);
  });

  test("is asked for consent first, where the shop asks", async () => {
    await setSetting(db, "consent_banner", "yes");
    onTestFinished(() => setSetting(db, "consent_banner", "auto"));
    expect((await link("/?utm_source=mail")).cookies).toEqual([]);
    expect(await browseAndOrder()).toBeNull();
    guest.cookies.set("wp_consent_marketing", "deny");
    expect((await link("/?utm_source=mail")).cookies).toEqual([]);
    guest.cookies.set("wp_consent_marketing", "allow");
    await link("/?utm_source=mail");
    expect(await browseAndOrder()).toMatchObject({ origin: "Source: Mail" });
    const kept = () => [...guest.cookies.keys()].filter((name) => name.startsWith("sbjs_"));
    await guest.fill(routes.privacyChoices(), "choice", { choice: "save", marketing: "on" });
    expect(kept()).toHaveLength(4);
    const refused = await guest.fill(routes.privacyChoices(), "choice", { choice: "refuse" });
    expect(refused.headers.location).toContain("saved");
    expect(kept()).toEqual([]);
    expect(await browseAndOrder()).toBeNull();
  });
});

describe("the kind of device", () => {
  test("of an order placed by the page's form without scripts is in the report", async () => {
    const devices = async () => {
      const sums = await listOrderSources(db, { by: "device", since: undefined }, defaultSettings);
      return new Map(sums.filter(({ isRefused }) => !isRefused).map(({ name, orders }) => [name, orders]));
    };
    const before = await devices();
    await add();
    const typed = guestForm({ nonces });
    const placed = await guest.fill(routes.checkout(), "woocommerce_checkout_place_order", typed, {
      "user-agent": phone,
    });
    expect(placed.headers.location).toContain("order-received");
    expect((await devices()).get("Mobile")).toBe((before.get("Mobile") ?? 0) + 1);
  });
});

describe("an order with the fields", () => {
  test("has what they report, whatever the session knows", async () => {
    await add({ referer: tagged });
    const fields = { wc_order_attribution_source_type: "organic", wc_order_attribution_utm_source: "google" };
    expect(await order(fields)).toEqual({
      origin: "Organic: Google",
      sourceType: "organic",
      utmSource: "google",
      deviceType: "Desktop",
    });
  });

  test("has no source if they are empty, because the buyer does not allow it", async () => {
    land(tagged);
    await add({ referer: tagged });
    expect(await order(noFields, { "user-agent": phone })).toBeNull();
    const { rows } = await db.execute(sql`select consent from orders order by id desc limit 1`);
    expect(rows).toMatchObject([{ consent: { attribution: false } }]);
  });

  test("keeps the source of the first request when the form is sent again", async () => {
    await add();
    const form = { chowk_attempt: "4f1c0a3e", wc_order_attribution_source_type: "typein" };
    await order(form);
    expect(await order({ ...form, wc_order_attribution_source_type: "utm" })).toMatchObject({ origin: "Direct" });
  });

  test("has touches within their limits, and no forged ones", async () => {
    await add();
    const touch = { at: "2026-11-20T12:00:00.000Z", type: "utm", source: "mail", medium: "", campaign: "" };
    const fields = { wc_order_attribution_source_type: "typein" };
    const touches = JSON.stringify([touch, { ...touch, at: "2020-01-01T00:00:00.000Z" }, { ...touch, type: "x" }]);
    expect((await order({ ...fields, chowk_touches: touches }))?.touches).toEqual([touch]);
    await add();
    expect(await order({ ...fields, chowk_touches: "[{" })).not.toHaveProperty("touches");
  });
});

describe("hostile values", () => {
  const script = '<script>alert(1)</script>"';
  const hostile = `${script}\u0000\u0007\u202e\ud800`;

  test("are stored as limited text without control characters", async () => {
    await add();
    const stored = await order({
      wc_order_attribution_source_type: "utm",
      wc_order_attribution_utm_source: hostile + "x".repeat(9000),
      wc_order_attribution_session_entry: "y".repeat(9000),
      wc_order_attribution_session_pages: "99999999999",
      wc_order_attribution_is_admin: "1",
    });
    expect(stored?.utmSource).toMatch(/^<script>alert\(1\)<\/script>"/);
    expect(stored?.utmSource).toHaveLength(255);
    // Control characters are what is tested.
    expect(JSON.stringify(stored)).not.toMatch(/\\u0000|\\u0007|\u202e|\\ud800/);
    expect([stored?.sessionEntry?.length, stored?.sessionPages]).toEqual([2000, undefined]);
    expect(Object.keys(stored ?? {})).not.toContain("isAdmin");
  });

  test("in cookies of 100 kB neither fail the request nor the order", async () => {
    for (const name of ["sbjs_current", "sbjs_first", "sbjs_current_add", "sbjs_session", "sbjs_udata"])
      guest.cookies.set(name, `typ=utm|||src=${script}|||cmp=${"z".repeat(100_000)}`);
    expect((await add()).statusCode).toBe(200);
    const stored = await order();
    expect([stored?.sourceType, stored?.utmCampaign?.length]).toEqual(["utm", 255]);
    expect(JSON.stringify(stored).length).toBeLessThan(5000);
  });

  test("in the referrer neither fail the request nor the order", async () => {
    for (const referer of ["%", "https://[", `${origin}/?utm_source=%00%ff`, `https://x.example/${"a".repeat(9000)}`]) {
      guest = new FormBrowser(app);
      expect((await add({ referer })).statusCode).toBe(200);
      expect(await order()).not.toBe(undefined);
    }
  });
});

describe("the setting order_attribution", () => {
  test.each([
    ["no", null, null],
    ["consent", null, "Direct"],
  ] as const)("%s: neither cookies nor requests are evaluated", async (setting, unreported, reported) => {
    await setSetting(db, "order_attribution", setting);
    onTestFinished(() => setSetting(db, "order_attribution", "yes"));
    land(tagged);
    await add({ referer: tagged });
    expect(await order({}, { "user-agent": phone })).toBe(unreported);
    await add();
    const told = await order({ wc_order_attribution_source_type: "typein" });
    expect(told?.origin ?? null).toBe(reported);
    const { rows } = await db.execute(sql`select landing from sessions order by id desc limit 1`);
    expect(rows).toEqual([{ landing: null }]);
    const { body } = await guest.get(routes.shop());
    expect(body.includes("wc_order_attribution")).toBe(setting === "consent");
    expect(body.includes('"allowTracking":true')).toBe(false);
  });
});

test("the parameters for scripts have typed nested values", async () => {
  const { body } = await guest.get(routes.shop());
  const json = /var wc_order_attribution = (.*);$/m.exec(body)?.[1] ?? "{}";
  expect(JSON.parse(json)).toEqual({
    params: {
      lifetime: 0.00001,
      session: 30,
      base64: false,
      ajaxurl: "/wp-admin/admin-ajax.php",
      prefix: "wc_order_attribution_",
      allowTracking: true,
    },
    fields: expect.objectContaining({
      source_type: "current.typ",
      session_entry: "current_add.ep",
      user_agent: "udata.uag",
    }),
  });
});

test("pages come from the cache for browsers with the cookies, whatever campaign they came by", async () => {
  await guest.get(routes.shop());
  land(tagged);
  const { headers } = await guest.get(`${routes.shop()}?utm_source=mail&gclid=1`);
  expect(headers["x-cache"]).toBe("hit");
  expect(headers["set-cookie"]).toBeUndefined();
});

test("a prefetch begins no session, so nothing is recorded", async () => {
  const before = await db.execute(sql`select count(*) from sessions`);
  const answer = await guest.browser.get(`/?add-to-cart=${productId}&utm_source=mail`, {
    host: new URL(origin).host,
    "sec-purpose": "prefetch;prerender",
  });
  expect(answer.statusCode).toBe(503);
  expect((await db.execute(sql`select count(*) from sessions`)).rows).toEqual(before.rows);
});

test("a registration keeps where the person came from", async () => {
  const names = ["source_type", "utm_source"].map((name) => `wc_order_attribution_${name}`);
  const [type = "", source = ""] = names;
  await guest.fill(routes.account(), "register", { email: "sana@example.com", [type]: "utm", [source]: "mail" });
  const { rows } = await db.execute<{ attribution: Attribution }>(sql`select attribution from registrations`);
  expect(rows[0]?.attribution).toMatchObject({ origin: "Source: Mail" });
});
