import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "#config";
import { openStorage } from "#platform/storage/open-storage.ts";
import { deleteUnownedFile } from "#shop/catalogue/media/media-files.ts";
import { deleteOldUnfinished } from "#shop/catalogue/media/unfinished-uploads.ts";
import { makeRenditions } from "#shop/catalogue/pictures/make-renditions.ts";
import { openS3Server, type S3Server } from "../../../../../tests/support/s3-server.ts";
import { openMediaShop, photo } from "./media.fixtures.ts";

let server: S3Server;
let env: Record<string, string>;
const shop = openMediaShop(async () => {
  server = await openS3Server();
  const { endpoint, bucket, account } = server;
  env = {
    STORAGE_URL: `s3://${bucket}?region=${account.region}&endpoint=${endpoint}`,
    STORAGE_ACCESS_KEY: account.accessKey,
    STORAGE_SECRET_KEY: account.secretKey,
  };
  return env;
});
beforeAll(() => () => server.close());
beforeEach(async () => {
  const { attachments, media } = await openStorage(readConfig(env, shop.folder));
  for (const storage of [attachments, media]) for await (const { key } of storage.list()) await storage.delete(key);
});

/** Makes the bucket refuse the pictures of an upload. */
const spoilPictures = (times = 1) => server.spoil(/^PUT \/\S+\/media\//, { status: 403, code: "AccessDenied" }, times);

const keys = () => server.keys().map((key) => key.replace(/\/.*/, ""));

async function failedUpload(file: Buffer, name = "tea.jpg", query = ""): Promise<number> {
  spoilPictures();
  const answer = await shop.upload(file, { name, query });
  expect(answer.statusCode).toBe(500);
  expect(answer.json().code).toBe("internal_error");
  return Number(answer.headers["x-wp-upload-attachment-id"]);
}

const post = (id: number) =>
  shop.call(`/wp/v2/media/${id}/post-process`, {
    as: "shop_manager",
    method: "POST",
    body: { action: "create-image-subsizes" },
  });
const remove = (id: number) => shop.call(`/wp/v2/media/${id}?force=true`, { as: "shop_manager", method: "DELETE" });

test("an upload that arrived but could not be stored as a picture is finished later under its id", async () => {
  const file = await photo();
  const id = await failedUpload(file);
  expect(id).toBeGreaterThan(0);
  expect(keys()).toEqual(["attachments"]);
  expect((await shop.call(`/wp/v2/media/${id}`, { as: "shop_manager" })).statusCode).toBe(404);
  spoilPictures();
  const failed = await post(id);
  expect([failed.statusCode, failed.headers["x-wp-upload-attachment-id"]]).toEqual([500, String(id)]);
  const done = await post(id);
  expect([done.statusCode, done.json().id, done.json().title.raw]).toEqual([200, id, "tea"]);
  expect(keys()).toEqual(["media"]);
  expect(await shop.rows("select from media_uploads")).toEqual([]);
  expect((await shop.upload(file)).json().id).toBe(id);
});

test("an upload whose post was deleted meanwhile is finished without it", async () => {
  const newPost = { as: "shop_manager", method: "POST", body: { title: "Teas" } } as const;
  const article = (await shop.call("/wp/v2/posts", newPost)).json().id;
  const id = await failedUpload(await photo(), "tea.jpg", `?post=${article}`);
  const gone = await shop.call(`/wp/v2/posts/${article}?force=true`, { as: "shop_manager", method: "DELETE" });
  expect(gone.json().deleted).toBe(true);
  const done = await post(id);
  expect([done.statusCode, done.json().id, done.json().post]).toEqual([200, id, null]);
});

test("an upload that is given up leaves no file and no row", async () => {
  const id = await failedUpload(await photo());
  const gone = await remove(id);
  expect([gone.statusCode, gone.json()]).toMatchObject([200, { deleted: true, previous: { id } }]);
  expect([keys(), await shop.rows("select from media_uploads"), await shop.rows("select from media")]).toEqual([
    [],
    [],
    [],
  ]);
  expect((await post(id)).statusCode).toBe(404);
});

test("the name of an upload that is given up is shown as text", async () => {
  const id = await failedUpload(await photo(), "Tea & Co.jpg");
  expect((await remove(id)).json().previous.title.rendered).toBe("Tea &amp; Co.jpg");
});

test("of two calls at once that finish an upload both get its picture", async () => {
  const id = await failedUpload(await photo());
  const answers = await Promise.all([post(id), post(id)]);
  expect(answers.map((answer) => [answer.statusCode, answer.json().id])).toEqual([
    [200, id],
    [200, id],
  ]);
  expect(await shop.rows("select id::float8 as id from media")).toEqual([{ id }]);
  expect(keys()).not.toContain("attachments");
});

test("an upload that is given up while it is finished does not become a picture", async () => {
  const { pool } = shop.database;
  const id = await failedUpload(await photo());
  const blocker = await pool.connect();
  // Its picture has been made, and waits for the job that would delete its file.
  await blocker.query("begin; lock table graphile_worker._private_jobs in exclusive mode");
  const finishing = post(id);
  await vi.waitFor(
    async () => expect(await shop.rows("select from pg_locks where not granted")).toHaveLength(1),
    10_000,
  );
  expect((await remove(id)).statusCode).toBe(200);
  await blocker.query("rollback");
  blocker.release();
  expect((await finishing).statusCode).toBe(404);
  expect([await shop.rows("select from media_uploads"), await shop.rows("select from media")]).toEqual([[], []]);
});

test("an upload that nobody finishes is deleted after two days", async () => {
  await failedUpload(await photo());
  const { attachments } = await openStorage(readConfig(env, shop.folder));
  const after = (hours: number) => new Date(shop.time.getTime() + hours * 3_600_000);
  const { db } = shop.database;
  expect(await deleteOldUnfinished(db, attachments, after(47), 10)).toBe(0);
  expect(await deleteOldUnfinished(db, attachments, after(49), 10)).toBe(1);
  expect([keys(), await shop.rows("select from media_uploads")]).toEqual([[], []]);
});

test("a file whose picture could not be written to the database is deleted by a job, and stored again when the upload is finished", async () => {
  const { pool, db } = shop.database;
  await pool.query(`create function refuse_media() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before insert on media for each row execute function refuse_media()`);
  const answer = await shop.upload(await photo());
  await pool.query("drop function refuse_media cascade");
  expect(answer.statusCode).toBe(500);
  expect(keys().sort()).toEqual(["attachments", "media"]);
  const [job] = await shop.rows("select payload from graphile_worker._private_jobs");
  const { media } = await openStorage(readConfig(env, shop.folder));
  const { file = "" } = (job?.payload ?? {}) as { file?: string };
  await deleteUnownedFile(db, media, file);
  expect(keys()).toEqual(["attachments"]);
  expect((await post(Number(answer.headers["x-wp-upload-attachment-id"]))).statusCode).toBe(200);
  expect(keys()).toEqual(["media"]);
});

test("sizes that their job did not make are made on demand", async () => {
  const { id } = (await shop.upload(await photo())).json();
  spoilPictures();
  const failed = await post(id);
  expect([failed.statusCode, failed.headers["x-wp-upload-attachment-id"]]).toEqual([500, String(id)]);
  const done = await post(id);
  expect(Object.keys(done.json().media_details.sizes).sort()).toEqual(["avif-40", "full", "jpeg-40", "webp-40"]);
  expect((await post(id)).json().media_details.sizes).toEqual(done.json().media_details.sizes);
});

test("the files of a deleted picture go with their sizes, unless the picture has come back", async () => {
  const file = await photo();
  const { media } = await openStorage(readConfig(env, shop.folder));
  const { db } = shop.database;
  const first = (await shop.upload(file)).json();
  await makeRenditions(db, media, first.id);
  expect(keys()).toHaveLength(4);
  const name = first.media_details.file;
  await remove(first.id);
  const second = (await shop.upload(file)).json();
  await deleteUnownedFile(db, media, name);
  expect(keys()).toHaveLength(4);
  await remove(second.id);
  await deleteUnownedFile(db, media, name);
  expect(keys()).toEqual([]);
});
