import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";

let app: FastifyInstance;

beforeAll(async () => {
  ({ app } = await openWholeShop(await createTestDatabase(), () => new Date("2026-11-21T12:00:00Z")));
});
afterAll(() => app.close());

test.each([routes.home(), routes.cart()])(
  "%s allows page transitions itself, before its style sheets",
  async (path) => {
    const { body, headers } = await new FormBrowser(app).get(path);
    const [, text = ""] = /<style>([^<]*@view-transition[^<]*)<\/style>/.exec(body) ?? [];
    expect(text).toContain("navigation:auto");
    expect(body.indexOf(text)).toBeLessThan(body.search(/<link rel="stylesheet"|<style data-href/));
    expect(body.split("@view-transition")).toHaveLength(2);
    const hash = createHash("sha256").update(text).digest("base64");
    expect(headers["content-security-policy"]).toContain(`'sha256-${hash}'`);
  },
);
