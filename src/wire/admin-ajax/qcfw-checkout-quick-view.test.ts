import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { withStatementCount } from "#db/statement-count.ts";
import { openNonces } from "#http/guards/nonce.ts";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { addUser } from "#shop/accounts/users.ts";
import { addGroup, addProduct, addSizes } from "#shop/cart/cart.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop, origin } from "../page-requests/whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let guest: FormBrowser;
let now = new Date("2026-11-21T12:00:00Z");

/** Ids of the shop's only products. */
const made = { simple: 0, variable: 0, variation: 0, group: 0, draft: 0 };
const password = "correct horse";
const pageExpired = "This page has expired. Please reload it and try again.";

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  ({ app } = await openWholeShop(database, () => now));
  made.simple = await addProduct(db, { slug: "zinc", name: "Zinc <b>", regularPrice: 500 });
  ({ id: made.variable, small: made.variation } = await addSizes(db, { slug: "tea", name: "Tea" }));
  made.group = await addGroup(db, [made.simple]);
  made.draft = await addProduct(db, { slug: "hidden", name: "Secret tea", status: "draft" });
  await addPictures(made.variable, ["front", "back"]);
  await addPictures(made.simple, ["only"]);
  const person = { firstName: "A", lastName: "", phone: null, passwordHash: await hashPassword(password) };
  await addUser(db, { ...person, email: "a@example.com", role: "customer" }, now);
});
afterAll(() => app.close());
beforeEach(() => {
  now = new Date("2026-11-21T12:00:00Z");
  guest = new FormBrowser(app);
});

/** Adds pictures to a product by name, in order. */
async function addPictures(productId: number, names: readonly string[]): Promise<void> {
  const ids = new Map<string, number>();
  for (const name of new Set(names)) {
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into media (content_hash, file, media_type, width, height, byte_size)
        values (encode(sha256($1::bytea), 'hex'), $1 || '.jpg', 'image/jpeg', 1000, 1000, 1) returning id`,
      [name],
    );
    ids.set(name, rows[0]?.id ?? 0);
  }
  for (const [position, name] of names.entries())
    await database.pool.query("insert into product_media (product_id, position, media_id) values ($1, $2, $3)", [
      productId,
      position,
      ids.get(name),
    ]);
}

/** Returns the nonce that a page contains for its scripts. */
async function printedNonce(browser = guest): Promise<string> {
  const { body } = await browser.get(routes.shop());
  return /qcfw_checkout_quick_view\s*=?[^}]*"nonce":"([0-9a-f]{10})"/.exec(body)?.[1] ?? "";
}

const call = (fields: Record<string, string>, headers: Record<string, string> = {}, browser = guest) =>
  browser.post(routes.siteCall(), { action: "qcfw_checkout_quick_view", ...fields }, headers);

const ask = async (productId: number) => call({ nonce: await printedNonce(), product_id: String(productId) });

/** Returns a page's main content, without header and footer. */
const mainOf = (html: string) => /<main[^]*<\/main>/.exec(html)?.[0] ?? html;

/** Counts the occurrences of a substring. */
const count = (text: string, part: string) => text.split(part).length - 1;

/** Returns the start tag of the first element with an attribute. */
const tagWith = (html: string, attribute: string) => new RegExp(`<[a-z0-9]+ [^>]*${attribute}[^>]*>`).exec(html)?.[0];

/** Classifies an answer by its content. */
const kindOf = ({ body }: { body: string }) =>
  /^<div class="qcfw-checkout-product-modal.*<\/div>$/s.test(body) ? "a panel" : body.slice(0, 80);

test("returns one HTML element with pictures, options and a buying form", async () => {
  const answer = await ask(made.variable);
  const { statusCode, headers, body } = answer;
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=UTF-8"]);
  expect(headers).toMatchObject({ "x-robots-tag": "noindex", "cache-control": expect.stringContaining("no-store") });
  expect(kindOf(answer)).toBe("a panel");
  const parts = ["qcfw-checkout-product-images", 'id="qcfw-checkout-image-slider"', "qcfw-checkout-summary-content"];
  expect(parts.map((part) => count(body, part))).toEqual([1, 1, 1]);
  expect(count(body, 'class="qcfw-checkout-product-image"')).toBe(2);
  // Each picture by its number, and the dot that leads to it.
  expect(["Picture 1 of 2", "Picture 2 of 2"].map((name) => count(body, name))).toEqual([2, 2]);
  expect(tagWith(body, "variations_form")).toContain('data-product_variations="[{');
  expect(tagWith(body, 'name="attribute_size"')).toMatch(/^<select /);
  expect(tagWith(body, 'name="add-to-cart"')).toContain(`value="${made.variable}"`);
});

test("shows a simple product's only picture without slider controls", async () => {
  const { body } = await ask(made.simple);
  expect(count(body, 'class="qcfw-checkout-product-image"')).toBe(1);
  expect(count(body, "slide-controls")).toBe(0);
  expect(tagWith(body, 'id="quick-title"')).toBeDefined();
  expect(count(body, "Zinc <b>")).toBe(0);
  expect(tagWith(body, 'name="add-to-cart"')).toMatch(new RegExp(`type="submit"[^>]*value="${made.simple}"`));
});

test("works for a product without pictures", async () => {
  const bare = await addProduct(database.db, { slug: "bare", name: "Bare" });
  const answer = await ask(bare);
  expect(kindOf(answer)).toBe("a panel");
  expect(count(answer.body, "qcfw-checkout-image-slider")).toBe(0);
});

test("links a grouped product to its page", async () => {
  const { body } = await ask(made.group);
  expect(count(body, "<form")).toBe(0);
  expect(tagWith(body, 'class="btn')).toMatch(/^<a href="\/product\/[^"]+"/);
});

test("answers 404 without a name for unknown and hidden products", async () => {
  for (const id of [made.draft, made.variation, 999_999_999]) {
    const { statusCode, headers, body } = await ask(id);
    expect([statusCode, headers["content-type"], body]).toEqual([
      404,
      "text/plain; charset=UTF-8",
      "Content not found",
    ]);
  }
});

test("answers any fields with a popup, 404 or the nonce message, and never echoes them", async () => {
  const nonce = await printedNonce();
  const fields = fc.record(
    {
      product_id: fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.integer().map(String)),
      nonce: fc.oneof(fc.constant(nonce), fc.string({ unit: "binary", maxLength: 20 })),
      "product_id[]": fc.string({ maxLength: 10 }),
      "<script>alert(1)</script>": fc.string({ maxLength: 10 }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fields, async (given) => {
      const { statusCode, body } = await call(given);
      expect([200, 404]).toContain(statusCode);
      expect(count(body, "<script>alert")).toBe(0);
      expect(body === pageExpired).toBe(given.nonce !== nonce);
    }),
    { numRuns: 60 },
  );
});

test("answers an invalid nonce with a plain sentence and status 200", async () => {
  for (const nonce of ["", "0123456789", openNonces([{ value: "x".repeat(32) }], { now: () => now }).create("other")]) {
    const answer = await call({ nonce, product_id: String(made.simple) });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/plain; charset=UTF-8"]);
    expect(kindOf(answer)).toBe(pageExpired);
  }
});

test("accepts any nonce from same-origin requests, not from others", async () => {
  const nonce = await printedNonce();
  now = new Date(now.getTime() + 3 * 24 * 60 * 60 * 1000);
  const fields = { nonce, product_id: String(made.simple) };
  expect(kindOf(await call(fields, { origin }))).toBe("a panel");
  expect(kindOf(await call(fields, { "sec-fetch-site": "same-origin" }))).toBe("a panel");
  expect(kindOf(await call(fields))).toBe(pageExpired);
  expect((await call(fields, { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
});

test("accepts the shared guest nonce from signed-in users", async () => {
  const nonce = await printedNonce();
  const person = new FormBrowser(app);
  await person.fill(routes.account(), "login", { username: "a@example.com", password });
  const fields = { product_id: String(made.simple) };
  for (const given of [nonce, await printedNonce(person)])
    expect(kindOf(await call({ ...fields, nonce: given }, {}, person))).toBe("a panel");
});

test("a cached product needs no SQL statement", async () => {
  await ask(made.variable);
  const nonce = await printedNonce();
  const { statements } = await withStatementCount(async () => {
    await call({ nonce, product_id: String(made.variable) });
  });
  expect(statements).toBe(0);
});

test("without cash on delivery neither popup nor product page promises it", async () => {
  const pages = async () => [(await ask(made.simple)).body, (await guest.get(routes.product("zinc"))).body];
  const promised = async () => (await pages()).map((body) => /cash on delivery|pay the courier/i.test(mainOf(body)));
  expect(await promised()).toEqual([true, true]);
  await setSetting(database.db, "payment_methods", ["bacs"]);
  onTestFinished(() => resetSetting(database.db, "payment_methods"));
  expect(await promised()).toEqual([false, false]);
});

test("while the shop is closed it says so and names no product", async () => {
  const nonce = await printedNonce();
  await setSetting(database.db, "coming_soon", "yes");
  onTestFinished(() => setSetting(database.db, "coming_soon", "no"));
  const { body } = await call({ nonce, product_id: String(made.simple) });
  expect(count(body, "The shop is not open yet")).toBe(1);
  expect(count(body, "Zinc")).toBe(0);
});
