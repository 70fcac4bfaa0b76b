import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import { putContent, readStored } from "#platform/storage/storage.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct } from "../cart/cart.fixtures.ts";
import { eraseReview, setReviewStatus } from "./moderation/moderate-reviews.ts";
import { deleteUnusedPictures, findPrivatePicture, publishPictures } from "./review-pictures.ts";
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

const photo = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: "#840" } })
    .withExif({ IFD0: { Copyright: "Sana", ImageDescription: "33.6N 73.0E" } })
    .jpeg()
    .toBuffer();

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

const shown = async () => (await getReviews(database.db, productId, { limit: 5 })).reviews[0]?.pictures ?? [];

test("publishing a review publishes its pictures without metadata and drops files that are no pictures", async () => {
  const id = await addReview([await photo(), Buffer.from("\xff\xd8\xff no picture", "latin1")]);
  await publishPictures(database.db, files(), id);
  expect(await shown()).toEqual([]);
  await setReviewStatus(database.db, id, "approved");
  const { rows: jobs } = await database.pool.query("select task_identifier as task from graphile_worker.jobs");
  expect(jobs).toContainEqual({ task: "review-pictures" });
  await publishPictures(database.db, files(), id);
  await publishPictures(database.db, files(), id);
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
