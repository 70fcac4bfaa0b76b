import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../../wire/page-requests/whole-shop.fixtures.ts";

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await openWholeShop(await createTestDatabase(), () => new Date("2026-11-21T12:00:00Z")));
});
afterAll(() => app.close());

test("the page for a form that is too long says so and does not blame the shop", async () => {
  const answer = await new FormBrowser(app).post(routes.cart(), { note: "x".repeat(2_000_000) });
  expect(answer.statusCode).toBe(413);
  expect(answer.body).toContain("This request did not work");
  expect(answer.body).not.toContain("on our side");
  // Its change to and from other pages looks like theirs.
  expect(answer.body).toContain("@view-transition{navigation:auto}");
  expect(answer.headers["content-security-policy"]).toMatch(/style-src[^;]*'sha256-/);
});
