import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll } from "vitest";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { type Role, roles, type User } from "#shop/accounts/user.ts";
import { addUser } from "#shop/accounts/users.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop, origin } from "../page-requests/whole-shop.fixtures.ts";

export type Reader = Role | "guest";
export const readers: readonly Reader[] = ["guest", ...roles];

export interface SentCall {
  as?: Reader;
  method?: string;
  /** Sent as JSON, or as it is if it is a Buffer. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** A whole shop whose API is called as a guest and as a user of each role. */
export interface ApiShop {
  database: TestDatabase;
  app: FastifyInstance;
  /** By role; their ids differ from those of articles. */
  users: Record<Role, User>;
  time: Date;
  /** Returns the headers that a reader's browser sends. */
  headersOf(as: Reader): Record<string, string>;
  /** Calls a path below the API's root; a body is sent as JSON. */
  call(path: string, sent?: SentCall): Promise<LightMyRequestResponse>;
}

export const password = "correct horse battery";

/** Opens the shop before the tests of a file. @param env environment variables, once they are known */
export function openApiShop(env: () => Promise<Record<string, string>> = async () => ({})): ApiShop {
  const browsers = new Map<Role, { browser: FormBrowser; nonce: string }>();
  const shop = { time: new Date("2026-11-26T12:00:00Z") } as ApiShop;
  const host = new URL(origin).host;

  beforeAll(async () => {
    shop.database = await createTestDatabase();
    ({ app: shop.app } = await openWholeShop(shop.database, () => shop.time, await env()));
    const passwordHash = await hashPassword(password);
    shop.users = {} as ApiShop["users"];
    for (const role of roles) {
      const email = `${role}@example.com`;
      const names = { firstName: "Zara", lastName: "Khan", phone: null };
      const user = await addUser(shop.database.db, { email, role, passwordHash, ...names }, shop.time);
      if (!user) throw new Error("taken");
      shop.users[role] = user;
      const browser = new FormBrowser(shop.app);
      await browser.fill(routes.account(), "login", { username: email, password });
      const nonce = (await browser.get(`${routes.siteCall()}?action=rest-nonce`)).body;
      browsers.set(role, { browser, nonce });
    }
  });
  afterAll(() => shop.app.close());

  shop.headersOf = (as) => {
    const signedIn = as === "guest" ? undefined : browsers.get(as);
    const cookie = [...(signedIn?.browser.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
    return { host, ...(signedIn && { cookie, "x-wp-nonce": signedIn.nonce }) };
  };
  shop.call = async (path, { as = "guest", method = "GET", body, headers = {} } = {}) => {
    return shop.app.inject({
      url: `${routes.restRoot().slice(0, -1)}${path}`,
      method: method as "GET",
      headers: {
        ...shop.headersOf(as),
        ...(body !== undefined && !Buffer.isBuffer(body) && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
  };
  return shop;
}
