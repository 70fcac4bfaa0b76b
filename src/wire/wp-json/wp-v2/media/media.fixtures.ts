import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LightMyRequestResponse } from "fastify";
import sharp from "sharp";
import { afterAll, beforeEach } from "vitest";
import { type ApiShop, openApiShop, type Reader } from "../../site-api.fixtures.ts";

export interface MediaShop extends ApiShop {
  /** The folder of the shop's files. */
  folder: string;
  /** Below the folder of the shop's files, by storage; unfinished ones included. */
  files(storage: "media" | "attachments"): Promise<string[]>;
  /** The names of the waiting jobs. */
  jobs(): Promise<string[]>;
  /** Uploads a file as a body with its name. */
  upload(
    file: Buffer,
    sent?: { as?: Reader; name?: string; headers?: Record<string, string>; query?: string },
  ): Promise<LightMyRequestResponse>;
  /** The rows of a statement. */
  rows(statement: string): Promise<Record<string, unknown>[]>;
}

/** Opens a shop with a folder for its files; each test begins with an empty library. @param env other environment variables */
export function openMediaShop(env: () => Promise<Record<string, string>> = async () => ({})): MediaShop {
  const shop = openApiShop(async () => {
    shop.folder = await mkdtemp(join(tmpdir(), "chowk-media-"));
    return { DATA_DIR: shop.folder, ...(await env()) };
  }) as MediaShop;
  afterAll(() => rm(shop.folder, { recursive: true, force: true }));
  beforeEach(async () => {
    await shop.database.pool.query(
      "delete from media; delete from media_uploads; delete from rate_limits; delete from graphile_worker._private_jobs",
    );
    for (const storage of ["media", "attachments"])
      await rm(join(shop.folder, storage), { recursive: true, force: true });
  });
  shop.rows = async (statement) => (await shop.database.pool.query<Record<string, unknown>>(statement)).rows;
  shop.files = async (storage) => {
    const entries = await readdir(join(shop.folder, storage), { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  shop.jobs = async () => {
    const rows = await shop.rows("select task_identifier as task from graphile_worker.jobs order by id");
    return rows.map(({ task }) => String(task));
  };
  shop.upload = (file, { as = "shop_manager", name = "picture.jpg", headers = {}, query = "" } = {}) =>
    shop.call(`/wp/v2/media${query}`, {
      as,
      method: "POST",
      body: file,
      headers: { "content-type": "image/jpeg", "content-disposition": `attachment; filename="${name}"`, ...headers },
    });
  return shop;
}

/** Returns a small photo that no other call returns. */
export function photo(width = 40, height = 30): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer();
}
