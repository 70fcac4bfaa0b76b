import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test, vi } from "vitest";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import { putContent, readStored } from "#platform/storage/storage.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct } from "../cart/cart.fixtures.ts";
import { eraseReview, setReviewStatus } from "./moderation/moderate-reviews.ts";
import { deleteUnusedPictures, findPrivatePicture, settlePictures } from "./review-pictures.ts";
import { getReviews } from "./reviews.ts";

let database: TestDatabase;
let folder: string;
let productId: number;
const files = () => ({
  attachments: openLocalFolder(join(folder, "attachments")),
  media: openLocalFolder(join(folder, "media")),
});
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-review-pictures-"));
  productId = await addProduct(database.db);
  return () => rm(folder, { recursive: true });
});

const photo = (background = "#840") =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .withExif({ IFD0: { Copyright: "Sana", ImageDescription: "33.6N 73.0E" } })
    .jpeg()
    .toBuffer();

const noise = () => sharp(randomBytes(40 * 30 * 3), { raw: { width: 40, height: 30, channels: 3 } });

async function addReview(pictures: readonly Buffer[]): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    "insert into reviews (product_id, author_name, rating, body, status) values ($1, 'Sana', 5, 'Good', 'held') returning id",
    [productId],
  );
  const id = rows[0]?.id ?? 0;
  for (const [index, bytes] of pictures.entries()) {
    const key = `2026/11/21/${id}-${index}`;
    await putContent(files().attachments, key, bytes);
    await database.pool.query("insert into review_pictures (review_id, position, key) values ($1, $2, $3)", [
      id,
      index + 1,
      key,
    ]);
  }
  return id;
}

const jobs = async () =>
  (
    await database.pool.query(
      "select t.identifier as task, payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id",
    )
  ).rows;

const keyOf = async (id: number) =>
  (await database.pool.query<{ key: string }>("select key from review_pictures where review_id = $1", [id])).rows[0]
    ?.key ?? "";

const shown = async () => (await getReviews(database.db, productId, { limit: 5 })).reviews[0]?.pictures ?? [];

test("publishing a review publishes its pictures without metadata and drops files that are no pictures", async () => {
  const id = await addReview([await photo(), Buffer.from("\xff\xd8\xff no picture", "latin1")]);
  await settlePictures(database.db, files(), id);
  expect(await shown()).toEqual([]);
  await setReviewStatus(database.db, id, "approved");
  const { rows: jobs } = await database.pool.query("select task_identifier as task from graphile_worker.jobs");
  expect(jobs).toContainEqual({ task: "review-pictures" });
  await settlePictures(database.db, files(), id);
  await settlePictures(database.db, files(), id);
  const [picture, ...others] = await shown();
  expect([others, picture?.width, picture?.height]).toEqual([[], 40, 30]);
  const bytes = await readStored(files().media, picture?.file ?? "");
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  expect(bytes.includes("33.6N")).toBe(false);
  expect(await files().attachments.stat(`2026/11/21/${id}-0`)).toBeUndefined();
  const { rows } = await database.pool.query("select task_identifier as task from graphile_worker.jobs");
  expect(rows).toContainEqual({ task: "make-renditions" });
  await eraseReview(database.db, id);
  expect(await deleteUnusedPictures(database.db, files(), 10)).toBe(1);
  expect(await files().media.stat(picture?.file ?? "")).toBeUndefined();
  expect((await database.pool.query("select from media")).rowCount).toBe(0);
});

test("a deleted review's picture stays if it is added to the library at that moment", async () => {
  const id = await addReview([await photo("#246")]);
  await setReviewStatus(database.db, id, "approved");
  await settlePictures(database.db, files(), id);
  const file = (await shown())[0]?.file ?? "";
  await eraseReview(database.db, id);
  const adding = await database.pool.connect();
  await adding.query("begin");
  await adding.query("update media set uploaded_at = now() where file = $1", [file]);
  const deleting = deleteUnusedPictures(database.db, files(), 10);
  await eventually(async () => {
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    expect((await database.pool.query(waiting)).rowCount).toBe(1);
  });
  await adding.query("commit");
  adding.release();
  expect(await deleting).toBe(1);
  expect(await files().media.stat(file)).toBeDefined();
  expect((await database.pool.query("select from media where file = $1", [file])).rowCount).toBe(1);
});

test("deleting a review deletes its waiting pictures and their files", async () => {
  const id = await addReview([await photo()]);
  const { rows } = await database.pool.query<{ id: number }>("select id from review_pictures where review_id = $1", [
    id,
  ]);
  const [picture] = rows;
  expect(await findPrivatePicture(database.db, picture?.id ?? 0)).toBe(`2026/11/21/${id}-0`);
  await eraseReview(database.db, id);
  expect(await findPrivatePicture(database.db, picture?.id ?? 0)).toBeUndefined();
  await deleteUnusedPictures(database.db, files(), 10);
  expect(await files().attachments.stat(`2026/11/21/${id}-0`)).toBeUndefined();
});

test("pictures of a review that is no longer approved are not public until it is again, and those of a deleted one are deleted", async () => {
  const id = await addReview([await photo()]);
  const approve = async () => {
    await setReviewStatus(database.db, id, "approved");
    await settlePictures(database.db, files(), id);
    return (await shown())[0]?.file ?? "";
  };
  for (const status of ["held", "spam"] as const) {
    const file = await approve();
    expect(await files().media.stat(file)).toBeDefined();
    await database.pool.query("delete from graphile_worker._private_jobs");
    await setReviewStatus(database.db, id, status);
    expect(await jobs()).toEqual([{ task: "review-pictures", payload: { reviewId: id } }]);
    await settlePictures(database.db, files(), id);
    await settlePictures(database.db, files(), id);
    expect(await files().media.stat(file)).toBeUndefined();
    expect(await files().attachments.stat(await keyOf(id))).toBeDefined();
  }
  const file = await approve();
  expect((await sharp(await readStored(files().media, file)).metadata()).width).toBe(40);
  await database.pool.query("delete from graphile_worker._private_jobs");
  await eraseReview(database.db, id);
  expect(await jobs()).toEqual([{ task: "review-pictures", payload: { reviewId: null } }]);
  await deleteUnusedPictures(database.db, files(), 10);
  expect(await files().media.stat(file)).toBeUndefined();
});

test("a picture that is published again keeps its file, encoded once", async () => {
  const id = await addReview([await noise().jpeg().toBuffer()]);
  const publish = async () => {
    await setReviewStatus(database.db, id, "approved");
    await settlePictures(database.db, files(), id);
    const [picture] = await shown();
    return { ...picture, bytes: await readStored(files().media, picture?.file ?? "") };
  };
  const first = await publish();
  await setReviewStatus(database.db, id, "held");
  await settlePictures(database.db, files(), id);
  const again = await publish();
  expect(again).toEqual({ ...first, id: again.id });
});

test("a picture whose hiding was interrupted is neither lost nor left public", async () => {
  const id = await addReview([await photo("#048")]);
  await setReviewStatus(database.db, id, "approved");
  await settlePictures(database.db, files(), id);
  const file = (await shown())[0]?.file ?? "";
  await setReviewStatus(database.db, id, "held");
  const opened = files();
  vi.spyOn(opened.media, "delete").mockRejectedValueOnce(new Error("cut"));
  await expect(settlePictures(database.db, opened, id)).rejects.toThrow("cut");
  await opened.media.delete(file);
  await settlePictures(database.db, opened, id);
  expect((await sharp(await readStored(opened.attachments, await keyOf(id))).metadata()).width).toBe(40);
});

test("a picture that an approved review shows too stays public", async () => {
  const bytes = await photo("#084");
  const [one, other] = [await addReview([bytes]), await addReview([bytes])];
  for (const id of [one, other]) {
    await setReviewStatus(database.db, id, "approved");
    await settlePictures(database.db, files(), id);
  }
  const file = (await shown())[0]?.file ?? "";
  await setReviewStatus(database.db, one, "spam");
  await settlePictures(database.db, files(), one);
  expect(await files().media.stat(file)).toBeDefined();
  await setReviewStatus(database.db, other, "spam");
  await settlePictures(database.db, files(), other);
  expect(await files().media.stat(file)).toBeUndefined();
});

test.each([
  ["a swatch", "update attribute_values set media_id = $1"],
  [
    "the home page",
    `insert into settings (key, value) values ('home_page', jsonb_build_object('backdrop', jsonb_build_object('mediaId', $1::bigint)))
     on conflict (key) do update set value = excluded.value`,
  ],
])("a picture that %s shows too stays public", async (place, show) => {
  const { pool, db } = database;
  await pool.query("insert into attributes (slug, name) values ('lid', 'Lid') on conflict do nothing");
  await pool.query(
    "insert into attribute_values (attribute_id, slug, name, position) select id, 'red', 'Red', 0 from attributes on conflict do nothing",
  );
  const id = await addReview([await photo(place === "a swatch" ? "#480" : "#408")]);
  await setReviewStatus(db, id, "approved");
  await settlePictures(db, files(), id);
  const [picture] = await shown();
  expect((await pool.query(show, [picture?.id])).rowCount).toBe(1);
  await setReviewStatus(db, id, "spam");
  await settlePictures(db, files(), id);
  expect(await files().media.stat(picture?.file ?? "")).toBeDefined();
  expect((await pool.query("select from media where id = $1", [picture?.id])).rowCount).toBe(1);
});
