import { hash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { openDatabase } from "#db/open.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { stylesCookie } from "#http/visit/visit-cookies.ts";
import { wishlistCookieName } from "#http/visit/visit-wishlists.ts";
import { routes } from "#routes";
import { newWishlistToken } from "#shop/wishlist/wishlist-token.ts";
import { readCatalogue } from "./catalogue.ts";
import type { Figure } from "./figure.ts";
import { withServer } from "./in-process-server.ts";
import { type Load, measureLoad } from "./load.ts";
import { addManyVariations } from "./many-variations.ts";
import { cpuMsOf } from "./processes.ts";
import { ask, formHeaders } from "./requests.ts";
import type { Shop } from "./shop.ts";
import { warmUp } from "./warm-up.ts";
import type { Workspace } from "./workspace.ts";

const connections = 16;
const seconds = 4;
const rounds = 3;
/** Guests whose lists the adds are spread over, so that each add is a new product of its list. */
const guests = 2000;
const hearts = 12;
const manyItems = 500;
const pages = 200;

/** Measures adding to wishlists, the fragments of a page with hearts, and the page of a list with 500 products. */
export async function measureWishlist(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop();
  await addManyVariations(shop);
  const { buyableIds } = await readCatalogue(shop);
  const { tokens, short, long } = await prepareGuests(shop);
  const nonces = (await ask(shop.origin, { path: routes.account() })).body.toString();
  const calls = new Calls(shop, nonces);
  const adds = await measureAdds(shop, calls, tokens, buyableIds);
  const fragments = await measureFragments(shop, calls, tokens, buyableIds);
  const figures = [
    ...figuresOf("add to wishlist, c16", adds, 1000),
    ...figuresOf(`load_fragments with ${hearts} hearts, c16`, fragments, 3000),
    ...(await measurePages(shop, { short, long })),
  ];
  await shop.stop();
  return [
    ...figures,
    ...(await countStatements(workspace, shop, { guest: tokens.at(-1) ?? "", short, long, buyableIds })),
  ];
}

function figuresOf(what: string, loads: readonly Load[], perSecond: number): Figure[] {
  return [
    { what, values: loads.map((load) => load.perSecond), unit: "/s", bar: { atLeast: perSecond } },
    { what: "  p99", values: loads.map((load) => load.p99), unit: "ms", bar: { atMost: 30 } },
    { what: "  CPU", values: loads.map((load) => load.cpuMicros / 1000), unit: "CPU-ms" },
  ];
}

/** The wishlist's calls, with the nonces that a page gives guests. */
class Calls {
  readonly #nonces: string;
  readonly #cookie: string;

  constructor({ origin }: Shop, page: string) {
    this.#nonces = page;
    this.#cookie = wishlistCookieName(origin);
  }

  cookie(token: string): string {
    return `${this.#cookie}=${token}`;
  }

  form(action: string, fields: Record<string, string>): string {
    const nonce = new RegExp(`"${action}_nonce":"([0-9a-f]{10})"`).exec(this.#nonces)?.[1];
    if (nonce === undefined) throw new Error(`The page has no nonce for ${action}`);
    return new URLSearchParams({ action, nonce, context: "frontend", ...fields }).toString();
  }
}

/** Stores guests with an empty list, and two with a short and a long one. @returns the tokens of their cookies */
async function prepareGuests({ dataDir }: Shop) {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  try {
    const { db } = database;
    const tokens: string[] = [];
    for (let count = 0; count < guests; count++) tokens.push(await addGuest(db, 0));
    return { tokens, short: await addGuest(db, 20), long: await addGuest(db, manyItems) };
  } finally {
    await database.close();
  }
}

async function addGuest(db: Database, items: number): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db.execute(sql`
    with owner as (insert into wishlist_owners (guest_hash, expires_at)
        values (${hash("sha256", token, "buffer")}, now() + interval '30 days') returning id),
      list as (insert into wishlists (owner_id, token, name, privacy, is_default, created_at)
        select id, ${newWishlistToken()}, '', 'shared', true, now() from owner returning id)
    insert into wishlist_items (wishlist_id, product_id, quantity, added_at, price, currency)
    select list.id, p.id, 1, now(), 1000, 'PKR' from list, (select id from products
      where status = 'publish' and type in ('simple', 'variation') order by id limit ${items}) p`);
  return token;
}

/** Each request adds another product to a guest's list. */
function measureAdds(
  shop: Shop,
  calls: Calls,
  tokens: readonly string[],
  buyableIds: readonly number[],
): Promise<Load[]> {
  let sent = 0;
  return measureRounds(
    shop,
    '"result":"true"',
    () => {
      const productId = buyableIds[Math.floor(sent / guests) % buyableIds.length];
      const token = tokens[sent++ % guests] ?? "";
      return {
        token,
        body: calls.form("add_to_wishlist", { add_to_wishlist: String(productId), product_type: "simple" }),
      };
    },
    calls,
  );
}

/** Each request is what a listing sends for a visitor with wishes. */
function measureFragments(
  shop: Shop,
  calls: Calls,
  tokens: readonly string[],
  buyableIds: readonly number[],
): Promise<Load[]> {
  const fields = buyableIds.slice(0, hearts).flatMap((id) => {
    const key = `fragments[yith-wcwl-add-to-wishlist.add-to-wishlist-${id}.wishlist-fragment.on-first-load]`;
    return [
      [`${key}[item]`, "add_to_wishlist"],
      [`${key}[product_id]`, String(id)],
    ];
  });
  const body = calls.form("load_fragments", Object.fromEntries(fields) as Record<string, string>);
  let sent = 0;
  return measureRounds(shop, "add-to-wishlist", () => ({ token: tokens[sent++ % guests] ?? "", body }), calls);
}

async function measureRounds(
  shop: Shop,
  expected: string,
  next: () => { token: string; body: string },
  calls: Calls,
): Promise<Load[]> {
  const setupRequest = (request: object) => {
    const { token, body } = next();
    return { ...request, body, headers: { ...formHeaders, cookie: calls.cookie(token) } };
  };
  const measure = (length: { amount: number } | { duration: number }) =>
    measureLoad(shop.pid, {
      url: shop.origin,
      connections,
      ...length,
      requests: [{ method: "POST", path: routes.siteCall(), setupRequest }],
      verifyBody: (body) => body.includes(expected),
    });
  await measure({ amount: warmUp.calls });
  const loads = [];
  for (let round = 0; round < rounds; round++) loads.push(await measure({ duration: seconds }));
  return loads;
}

interface Lists {
  short: string;
  long: string;
}

async function measurePages(shop: Shop, { short, long }: Lists): Promise<Figure[]> {
  const values: Record<string, number[]> = { short: [], long: [] };
  const styles = await readStylesCookie(shop);
  const cookieOf = (token: string) => `${wishlistCookieName(shop.origin)}=${token}; ${styles}`;
  await cpuMsOfPage(shop, cookieOf(long), warmUp.pages);
  for (let round = 0; round < rounds; round++)
    for (const [name, token] of Object.entries({ short, long }))
      values[name]?.push(await cpuMsOfPage(shop, cookieOf(token), pages));
  const unit = "CPU-ms";
  return [
    {
      what: `page of a wishlist with ${manyItems} items`,
      values: values.long ?? [],
      unit,
      bar: { atMost: 3 },
    },
    { what: "  with 20 items", values: values.short ?? [], unit },
  ];
}

/** Returns the cookie of browsers that have the style sheets, as those of visitors with a list do: their pages link to them. */
async function readStylesCookie({ origin }: Shop): Promise<string> {
  const { body } = await ask(origin, { path: routes.home() });
  const first = /<style data-href="([^"]+)"/.exec(body.toString())?.[1];
  if (first === undefined) throw new Error("The page for first visits contains no style sheets");
  return `${stylesCookie}=${first}`;
}

async function cpuMsOfPage({ origin, pid }: Shop, cookie: string, pages: number): Promise<number> {
  const headers = { cookie, "accept-encoding": "identity" };
  const before = cpuMsOf(pid);
  for (let count = 0; count < pages; count++) {
    const { status, body } = await ask(origin, { path: routes.wishlist(), headers });
    if (status !== 200 || !body.includes("yith-wcwl-row-"))
      throw new Error(`The wishlist answered ${status} without rows`);
  }
  return (cpuMsOf(pid) - before) / pages;
}

/** Counts SQL statements at the connection of a server in this process. */
async function countStatements(
  workspace: Workspace,
  { dataDir }: Shop,
  { guest, short, long, buyableIds }: Lists & { guest: string; buyableIds: readonly number[] },
): Promise<Figure[]> {
  const counts = await withServer(dataDir, workspace.buildDir, async (app) => {
    const headers = (token: string) => ({
      host: "localhost",
      cookie: `${wishlistCookieName("http://localhost")}=${token}`,
    });
    const page = await app.inject({ url: routes.account(), headers: { host: "localhost" } });
    const calls = new Calls({ origin: "http://localhost" } as Shop, page.body);
    const send = async (token: string, productId?: number) => {
      const form = { add_to_wishlist: String(productId), product_type: "simple" };
      const { result, statements } = await withStatementCount(async () =>
        productId === undefined
          ? app.inject({ url: routes.wishlist(), headers: headers(token) })
          : app.inject({
              method: "POST",
              url: routes.siteCall(),
              headers: { ...headers(token), ...formHeaders },
              payload: calls.form("add_to_wishlist", form),
            }),
      );
      if (result.statusCode !== 200) throw new Error(`The wishlist answered ${result.statusCode}`);
      return statements;
    };
    const [first, second] = buyableIds.slice(-2);
    // Loads what the server caches.
    for (const token of [short, long]) await send(token);
    await send(guest, second);
    return { add: await send(guest, first), short: await send(short), long: await send(long) };
  });
  return [
    { what: "SQL of an add to the wishlist", values: [counts.add], unit: "", bar: { atMost: 4 } },
    {
      what: `SQL of a wishlist with ${manyItems} items`,
      values: [counts.long],
      unit: "",
      bar: { atMost: counts.short },
    },
  ];
}
