import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../page-requests/whole-shop.fixtures.ts";

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await openWholeShop(await createTestDatabase(), () => new Date("2026-11-21T12:00:00Z")));
});
afterAll(() => app.close());

const action = { action: "pisol_live_orders" };

test.each([routes.shopCall("pisol_live_orders"), routes.siteCall()])(
  "recent sales at %s are an empty JSON list and set no cookie",
  async (door) => {
    const browser = new FormBrowser(app);
    const answer = await browser.post(door, action);
    expect([answer.statusCode, answer.body]).toEqual([200, "[]"]);
    expect(answer.headers["content-type"]).toBe("application/json; charset=UTF-8");
    expect(answer.headers["set-cookie"]).toBeUndefined();
  },
);

test.each([routes.shopCall("pisol_live_orders"), routes.siteCall()])(
  "recent sales at %s need no nonce, but refuse a wrong one",
  async (door) => {
    const answer = await new FormBrowser(app).post(door, { ...action, _nonce: "0123456789" });
    expect([answer.statusCode, answer.body]).toEqual([403, "-1"]);
  },
);
