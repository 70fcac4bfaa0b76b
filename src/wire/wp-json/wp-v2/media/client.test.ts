import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApplicationPassword } from "#shop/accounts/application-passwords/application-passwords.ts";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { addUser } from "#shop/accounts/users.ts";
import { SiteApi } from "#storefront/client/requests/site-api/site-api.ts";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/support/test-database.ts";
import { openWholeShop } from "../../../page-requests/whole-shop.fixtures.ts";
import { password } from "../../site-api.fixtures.ts";
import type { mediaSchema } from "../schemas/item-schemas.ts";
import { photo } from "./media.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let folder: string;
let api: SiteApi;
let headers: Record<string, string>;
const now = new Date("2026-11-26T12:00:00Z");
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-client-"));
  ({ app } = await openWholeShop(database, () => now, { SITE_URL: "", DATA_DIR: folder }));
  const names = { firstName: "Zara", lastName: "Khan", phone: null };
  const user = await addUser(
    database.db,
    { email: "zara@example.com", role: "shop_manager", passwordHash: await hashPassword(password), ...names },
    now,
  );
  const made = await makeApplicationPassword(database.db, { userId: user?.id ?? 0, name: "Test", appId: "" }, now);
  headers = { authorization: `Basic ${btoa(`zara@example.com:${made.password}`)}` };
  api = new SiteApi({ root: `${await app.listen({ host: "127.0.0.1", port: 0 })}/wp-json/` });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

type Media = Static<typeof mediaSchema>;

test("the shop's own client uploads, lists, changes and deletes pictures", async () => {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(await photo())]), "tea.jpg");
  const added = await api.call<Media>({ path: "/wp/v2/media", method: "POST", body, headers });
  expect(added.title.raw).toBe("tea");
  await database.pool.query(`insert into media (content_hash, file, media_type, width, height, byte_size)
    select lpad(n::text, 64, '0'), n || '.jpg', 'image/jpeg', 1, 1, 1 from generate_series(1, 100) n`);
  const all = await api.call<Media[]>({ path: "/wp/v2/media?per_page=-1&orderby=id&order=asc", headers });
  expect(all).toHaveLength(101);
  const path = `/wp/v2/media/${added.id}`;
  const changed = await api.call<Media>({ path, method: "PATCH", data: { alt_text: "A cup" }, headers });
  expect([changed.id, changed.alt_text]).toEqual([added.id, "A cup"]);
  await expect(api.call({ path, method: "DELETE", headers })).rejects.toMatchObject({
    code: "rest_trash_not_supported",
  });
  await api.call({ path: `${path}?force=true`, method: "DELETE", headers });
  await expect(api.call({ path, headers })).rejects.toMatchObject({
    code: "rest_post_invalid_id",
    data: { status: 404 },
  });
});
