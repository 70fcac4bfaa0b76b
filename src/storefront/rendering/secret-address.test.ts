import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Statistics } from "#http/observe/statistics.ts";
import { routes } from "#routes";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { addDownload, orderOf } from "#shop/orders/downloads/downloads.fixtures.ts";
import { getOrder } from "#shop/orders/orders.ts";
import { getSettings, setSetting } from "#shop/settings/settings.ts";
import { addGuestList } from "#shop/wishlist/guest-lists.fixtures.ts";
import { countedPage } from "#wire/page-requests/counted-page.ts";
import { openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { testSignatures } from "../../../tests/support/test-signatures.ts";

const token = "Zu4k-a-token-that-nobody-else-may-know-0123";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await setSetting(db, "meta_pixel_id", "1234567890123456");
  await setSetting(db, "google_measurement_id", "G-ABCDEFGHIJ");
  await setSetting(db, "extra_script_urls", ["https://tags.example/all.js"]);
  await setSetting(db, "order_attribution", "yes");
  // Otherwise the start of a session is recorded only with consent.
  await setSetting(db, "consent_banner", "no");
  ({ app } = await openWholeShop(database, () => noon));
});
afterAll(() => app.close());

async function open(url: string) {
  const { headers, body } = await app.inject({ url, headers: { host: new URL(origin).host } });
  return { body, referrerPolicy: headers["referrer-policy"], policy: String(headers["content-security-policy"]) };
}

const mailed = [
  routes.confirmNewsletter(token),
  routes.newsletterPreferences(token),
  routes.stopNewsletter(token),
  routes.confirmWishlistAlerts(token),
  routes.stopWishlistAlerts(token),
  routes.stopMarketing(token),
  routes.restoreCart(token),
  routes.downloadFile(1, 1, token),
].map((url) => [url, async () => ({ url, shows: "</main>" })] as const);

/** Places an order. */
async function placed() {
  const { db } = database;
  const { id } = await orderOf(db, await addDownload(db, { Guide: "guide.pdf" }, { regularPrice: 0, name: "Guide" }));
  return { id, key: (await getOrder(db, id, await getSettings(db))).key };
}

async function listOf(privacy: "shared" | "public") {
  const product = await addProduct(database.db, { name: "Iron" });
  return (await addGuestList(database.db, [product], noon, privacy)).token;
}

const existing = [
  [
    "a guest's order",
    async () => {
      const { id, key } = await placed();
      return { url: routes.orderReceived(id, key), shows: "Guide" };
    },
  ],
  [
    "an order's downloads",
    async () => {
      const { id } = await placed();
      const expires = noon.getTime() / 1000 + 60;
      return {
        url: routes.orderDownloads(id, expires, testSignatures.sign("order downloads", id, expires)),
        shows: "Guide",
      };
    },
  ],
  ["a shared wishlist", async () => ({ url: routes.wishlistView(await listOf("shared")), shows: "Iron" })],
  [
    "a public wishlist",
    async () => ({ url: routes.wishlistView(await listOf("public"), 1, "images_grid"), shows: "Iron" }),
  ],
  [
    "a wishlist whose address is spelled otherwise",
    async () => ({
      url: routes.wishlistView(await listOf("shared")).replace("/wishlist/view/", "/%77ishlist/v%69ew/"),
      shows: "Iron",
    }),
  ],
  ["a printed wishlist", async () => ({ url: routes.wishlistPrint(await listOf("shared")), shows: "Iron" })],
] as const;

test.each([...mailed, ...existing])(
  "the page of %s loads nothing of other sites and names only its origin",
  async (_, prepare) => {
    const { url, shows } = await prepare();
    const { body, referrerPolicy, policy } = await open(url);
    expect(body).toContain(shows);
    expect(referrerPolicy).toBe("strict-origin");
    expect(body).not.toMatch(
      /chowk_tracking|fcaPcOptions|wc_order_attribution|chowk_views|tags\.example|1234567890123456/,
    );
    expect(policy).not.toMatch(/facebook|google|tags\.example/);
  },
);

test("the same page without a secret in its address has the shop's networks", async () => {
  const { body, referrerPolicy, policy } = await open(routes.newsletter());
  expect(body).toMatch(/chowk_tracking.*1234567890123456/s);
  expect(body).toContain('<script defer src="https://tags.example/all.js">');
  expect(referrerPolicy).toBe("strict-origin-when-cross-origin");
  expect(policy).toContain("https://connect.facebook.net");
});

test.each([routes.resetPassword(token), routes.confirmAccount(token), routes.confirmEmail(token)])(
  "%s redirects to an address without the secret",
  async (url) => {
    const { statusCode, headers } = await app.inject({ url, headers: { host: new URL(origin).host } });
    expect(statusCode).toBe(303);
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers.location).not.toContain(token);
  },
);

test("neither the statistics nor where an order came from contains the secret", async () => {
  const statistics = new Statistics(database.db, countedPage);
  const url = `${routes.restoreCart(token)}&utm_source=${token}`;
  const headers = { host: new URL(origin).host, "user-agent": "Firefox/140.0" };
  statistics.addView({ method: "GET", url, headers } as never, { statusCode: 200 } as never);
  await statistics.write(noon);
  const { rows } = await database.pool.query("select source, times::int from shop_statistics");
  expect(rows).toEqual([{ source: "typein", times: 1 }]);
  expect((await database.pool.query("select from visit_names")).rowCount).toBe(0);
  // Starts a session, which keeps how the visit began.
  const product = await addProduct(database.db);
  const list = `${routes.wishlistView(await listOf("shared")).replace("wish", "%77ish")}?utm_source=${token}`;
  for (const landing of [url, list]) {
    const answer = await app.inject({ url: `${landing}&add-to-cart=${product}`, headers });
    expect(JSON.stringify(answer.cookies)).not.toContain("sbjs");
  }
  const { rows: landings } = await database.pool.query(
    "select landing from sessions where landing is not null order by id",
  );
  const entries = [`${origin}/mails/`, `${origin}/wishlist/view/`];
  expect(landings).toMatchObject(entries.map((sessionEntry) => ({ landing: { sessionEntry } })));
  expect(JSON.stringify(landings)).not.toContain(token);
});

test("a link on a wishlist, whose address is no referrer, leads back to it", async () => {
  const list = routes.wishlistView(await listOf("shared"));
  const product = await addProduct(database.db);
  const headers = { host: new URL(origin).host, referer: `${origin}/`, "sec-fetch-site": "same-origin" };
  const added = await app.inject({ url: `${list}?add_to_wishlist=${product}`, headers });
  expect([added.statusCode, added.headers.location]).toEqual([302, list]);
});
