import cookies from "@fastify/cookie";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withStatementCount } from "#db/statement-count.ts";
import { Refusal } from "#shop/refusal.ts";
import { addProducts, addShopper, ascending } from "#shop/wishlist/wishlist.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { OwnWishlistsCache } from "../cached-reads/own-wishlists.ts";
import { Freshness } from "../freshness.ts";
import { openSite } from "../guards/allowed-host.ts";
import { NewSessions } from "./new-sessions.ts";
import { VisitCookies, wishlistCookie } from "./visit-cookies.ts";
import { sessionCookieName, VisitSession } from "./visit-session.ts";
import { VisitWishlists, wishlistCookieName } from "./visit-wishlists.ts";

const url = "https://shop.example";
const guestCookie = wishlistCookieName(url);
const sessionCookie = sessionCookieName(url);
const day = 86_400_000;
const start = Date.UTC(2026, 10, 21);
let now = start;
let database: TestDatabase;
let app: FastifyInstance;

/** A browser: its cookies. */
type Jar = Map<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const site = openSite(url);
  const services = {
    db: database.db,
    clock: { now: () => new Date(now) },
    site,
    newSessions: new NewSessions(),
    ownWishlists: new OwnWishlistsCache(database.db, new Freshness()),
  };
  app = fastify();
  await app.register(cookies);
  app.get<{ Querystring: { product?: string } }>("/:do", async (request, reply) => {
    const jar = new VisitCookies(request, reply, site);
    const session = new VisitSession(services, request, jar);
    const wishlists = new VisitWishlists(services, request, jar, session);
    const what = (request.params as { do: string }).do;
    const { result, statements } = await withStatementCount(async () => {
      if (what === "session") await session.keep();
      if (what === "out") await session.signOut("here");
      if (what === "keep") await wishlists.keepOwnerId();
      const offer = { attributes: {}, price: 1000, currency: "PKR", quantity: 1 };
      if (what === "add") await wishlists.add("default", { ...offer, productId: Number(request.query.product) });
      return wishlists.find();
    });
    const products = result?.lists.flatMap(({ items }) => items.map(({ productId }) => productId));
    return { owner: result?.ownerId, version: result?.version, products: products && ascending(products), statements };
  });
  app.setErrorHandler(async (error) => ({ refused: error instanceof Refusal ? error.code : String(error) }));
});
afterAll(() => app.close());
beforeEach(() => {
  now = start;
});

interface Answer {
  owner?: number;
  version?: string;
  products?: number[];
  statements: number;
  refused?: string;
}

/** Sends a request with the browser's cookies and stores those of the answer. */
async function ask(jar: Jar, path: string): Promise<Answer> {
  const answer = await app.inject({ url: path, cookies: Object.fromEntries(jar), headers: { host: "shop.example" } });
  for (const { name, value, maxAge } of answer.cookies)
    if (value === "" || maxAge === 0) jar.delete(name);
    else jar.set(name, value);
  return answer.json();
}

/** Signs the browser in, as another tab does: its cookie now belongs to a user's session. */
async function signIn(jar: Jar, userId: number): Promise<void> {
  await ask(jar, "/session");
  const key = jar.get(sessionCookie)?.split("|")[0];
  await database.pool.query("update sessions set user_id = $1, signed_in_at = created_at where customer_key = $2", [
    userId,
    key,
  ]);
}

test("a visitor without lists costs no statement and gets no cookie", async () => {
  const jar: Jar = new Map();
  expect(await ask(jar, "/find")).toEqual({ statements: 0 });
  expect(jar.size).toBe(0);
});

test("a guest's first add starts lists, and the cookie that holds their secret is hidden from scripts", async () => {
  const [product] = await addProducts(database.db, 1);
  const answer = await app.inject({ url: `/add?product=${product}`, headers: { host: "shop.example" } });
  const secret = answer.cookies.find(({ name }) => name === guestCookie);
  expect(secret).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/", maxAge: 30 * 86_400 });
  expect(secret?.value).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const { rows } = await database.pool.query("select to_json(o)::text as row from wishlist_owners o");
  expect(rows.map(({ row }) => row).join()).not.toContain(secret?.value);
  const hint = answer.cookies.find(({ name }) => name === wishlistCookie);
  expect(hint?.value).toMatch(/^[0-9a-f]{8}\.1$/);
  expect(hint?.httpOnly).toBeUndefined();
});

test("parallel adds of a guest are all stored, without reading the lists before", async () => {
  const jar: Jar = new Map();
  const products = await addProducts(database.db, 10);
  await ask(jar, `/add?product=${products[0]}`);
  const answers = await Promise.all(products.slice(1).map((product) => ask(jar, `/add?product=${product}`)));
  expect(Math.max(...answers.map(({ statements }) => statements))).toBe(2);
  expect((await ask(jar, "/find")).products).toEqual(ascending(products));
});

test("the first use after a sign-in moves the guest's lists to the account and clears the guest's cookie", async () => {
  const jar: Jar = new Map();
  const userId = await addShopper(database.db);
  const [tea = 0, cup = 0] = await addProducts(database.db, 2);
  await ask(jar, `/add?product=${tea}`);
  await signIn(jar, userId);
  expect((await ask(jar, `/add?product=${cup}`)).products).toEqual(ascending([tea, cup]));
  expect(jar.has(guestCookie)).toBe(false);
  const elsewhere: Jar = new Map();
  await signIn(elsewhere, userId);
  expect((await ask(elsewhere, "/find")).products).toEqual(ascending([tea, cup]));
  await ask(jar, "/out");
  expect(jar.has(wishlistCookie)).toBe(false);
  expect(await ask(jar, "/find")).toEqual({ statements: 0 });
});

test("adds that run while another tab signs in reach the account", async () => {
  const jar: Jar = new Map();
  const userId = await addShopper(database.db);
  const products = await addProducts(database.db, 8);
  await ask(jar, `/add?product=${products[0]}`);
  const signedIn: Jar = new Map(jar);
  await signIn(signedIn, userId);
  const [late, ...others] = await Promise.all([
    ask(jar, `/add?product=${products[1]}`),
    ...products.slice(2).map((product) => ask(new Map(signedIn), `/add?product=${product}`)),
  ]);
  expect([late, ...others].filter(({ refused }) => refused)).toEqual([]);
  // The late add may have started a guest's list again: its cookie is in the browser that is signed in now.
  const kept = jar.get(guestCookie);
  if (kept) signedIn.set(guestCookie, kept);
  expect((await ask(signedIn, "/find")).products).toEqual(ascending(products));
});

test("a visit renews a guest's cookie once a day; after 30 days without one it is cleared with the lists", async () => {
  const jar: Jar = new Map();
  const [product] = await addProducts(database.db, 1);
  await ask(jar, `/add?product=${product}`);
  const secret = jar.get(guestCookie);
  now = start + 29 * day;
  expect((await ask(jar, "/find")).products).toEqual([product]);
  now = start + 58 * day;
  expect((await ask(jar, "/find")).products).toEqual([product]);
  expect(jar.get(guestCookie)).toBe(secret);
  now = start + 88 * day;
  expect((await ask(jar, "/find")).products).toBeUndefined();
  expect(jar.has(guestCookie)).toBe(false);
  expect(jar.has(wishlistCookie)).toBe(false);
});

test.each(["", "x", "../../etc/passwd", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}'`])(
  "a malformed cookie (%j) is ignored and costs no statement",
  async (value) => {
    const jar: Jar = new Map([[guestCookie, value]]);
    expect(await ask(jar, "/find")).toEqual({ statements: 0 });
  },
);

test("an unknown secret opens nothing, and an add replaces it", async () => {
  const chosen = "a".repeat(43);
  const jar: Jar = new Map([[guestCookie, chosen]]);
  const [product] = await addProducts(database.db, 1);
  expect((await ask(jar, `/add?product=${product}`)).products).toEqual([product]);
  expect(jar.get(guestCookie)).not.toBe(chosen);
});

test("an owner without lists can be started, once", async () => {
  const jar: Jar = new Map();
  const { owner, products } = await ask(jar, "/keep");
  expect(products).toEqual([]);
  expect((await ask(jar, "/keep")).owner).toBe(owner);
});

test("an address that starts too many lists is refused", async () => {
  now = start + 200 * day;
  await database.pool.query("delete from rate_limits");
  expect((await ask(new Map(), "/keep")).owner).toBeDefined();
  await database.pool.query("update rate_limits set points = 600");
  expect((await ask(new Map(), "/keep")).refused).toBe("too_many_tries");
});
