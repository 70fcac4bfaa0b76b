import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { addProduct } from "../../cart/cart.fixtures.ts";
import { importPicture } from "../import/import-picture.ts";
import { PictureImport } from "../import/import-pictures.ts";
import { makeRenditions } from "./make-renditions.ts";
import type { Rendition } from "./picture.ts";
import { PictureProblem } from "./picture-file.ts";
import { importLimits } from "./picture-limits.ts";
import { preparePicture, preparePictureFile } from "./prepare-picture.ts";
import { contentHashOf, storePicture } from "./store-picture.ts";

let database: TestDatabase;
let folder: string;
let media: FileStorage & { folder: string };
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-picture-"));
  media = openLocalFolder(join(folder, "media"));
  return () => rm(folder, { recursive: true, force: true });
});

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#e9e7dc" }, limitInputPixels: false });

describe("a stored picture is re-encoded", () => {
  test("upright, and without camera metadata", async () => {
    const secret = { IFD0: { Artist: "secret-name", Orientation: "6" } };
    const turned = await plain(40, 20).jpeg().withExif(secret).withMetadata({ orientation: 6 }).toBuffer();
    const stored = await storePicture(turned, media, "pictures/turned.jpg");
    expect(stored).toMatchObject({ width: 20, height: 40, mediaType: "image/jpeg", title: "turned" });
    expect(stored.file).toMatch(/^([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}\.jpg$/);
    const kept = await readFile(join(media.folder, stored.file));
    expect((await sharp(kept).metadata()).orientation).toBeUndefined();
    expect(kept.includes("secret-name")).toBe(false);
  });

  test("without data appended to the file", async () => {
    const bytes = Buffer.concat([await plain(8, 8).png().toBuffer(), Buffer.from("<script>alert(1)</script>")]);
    expect(Buffer.from((await preparePicture(bytes)).bytes).includes("script")).toBe(false);
  });

  test("from GIF and AVIF to formats that every browser supports", async () => {
    expect((await preparePicture(await plain(8, 8).gif().toBuffer())).mediaType).toBe("image/png");
    expect((await preparePicture(await plain(8, 8).avif({ effort: 0 }).toBuffer())).mediaType).toBe("image/jpeg");
  });
});

describe("refused pictures", () => {
  test.each([
    ["text", Buffer.from("hello"), "it is not a picture"],
    ["nothing", Buffer.alloc(0), "it is not a picture"],
    [
      "a drawing with programs",
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`),
      "it is an SVG drawing",
    ],
    ["a document", Buffer.from("%PDF-1.7"), "it is not a picture"],
    ["a page that calls itself a picture", Buffer.from("\xff\xd8\xff<html>", "latin1"), "it is broken"],
    [
      "more than 20 MB",
      Buffer.concat([Buffer.from("\xff\xd8\xff", "latin1"), Buffer.alloc(21 * 1024 * 1024)]),
      "it is larger than 20 MB",
    ],
  ])("%s", async (_, bytes, reason) => {
    await expect(preparePicture(bytes)).rejects.toThrow(reason);
  });

  test("half a picture", async () => {
    const whole = await plain(400, 400).jpeg().toBuffer();
    await expect(preparePicture(whole.subarray(0, whole.length / 2))).rejects.toThrow("it is broken");
  });

  test("a small file that decodes to more than 50 megapixels", async () => {
    const bomb = await plain(8000, 7000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(preparePicture(bomb)).rejects.toThrow("more than 50 megapixels");
  });

  test("a link out of the folder", async () => {
    await writeFile(join(tmpdir(), "chowk-outside.jpg"), await plain(8, 8).jpeg().toBuffer());
    await symlink(join(tmpdir(), "chowk-outside.jpg"), join(folder, "inside.jpg"));
    const pictures = await PictureImport.open(database.db, folder, media);
    expect((await pictures.store(["inside.jpg"])).get("inside.jpg")).toBe("there is no such file in the folder");
    await rm(join(tmpdir(), "chowk-outside.jpg"));
  });
});

test("a URL is fetched once, even by later imports, and the same bytes are one picture", async () => {
  const bytes = await plain(64, 64).jpeg().toBuffer();
  await writeFile(join(folder, "same.jpg"), bytes);
  const asked: string[] = [];
  const fetcher = async (url: string) => {
    asked.push(url);
    return bytes;
  };
  const url = "https://shop.example/a.jpg";
  for (const _ of [1, 2]) {
    const pictures = await PictureImport.open(database.db, folder, media, fetcher);
    const stored = await pictures.store([url, "same.jpg"]);
    expect(stored.get(url)).toMatchObject({ width: 64 });
    const { upsertMedia } = await import("./media.ts");
    const ids = await upsertMedia(
      database.db,
      [...stored.values()].filter((one) => typeof one !== "string"),
    );
    expect(ids.get(url)).toBe(ids.get("same.jpg"));
  }
  expect(asked).toEqual([url]);
});

test("an index of renditions also gives the picture's title", async () => {
  const bytes = await plain(48, 48).jpeg().toBuffer();
  const base = join(folder, "indexed");
  await mkdir(join(base, "renditions"), { recursive: true });
  await writeFile(join(base, "named.jpg"), bytes);
  const entry = { title: "A named picture", width: 48, height: 48, renditions: [] };
  await writeFile(join(base, "renditions/index.json"), JSON.stringify({ [contentHashOf(bytes)]: entry }));
  const pictures = await PictureImport.open(database.db, base, media);
  expect((await pictures.store(["named.jpg"])).get("named.jpg")).toMatchObject({ title: "A named picture" });
});

test("renditions are made once, none wider than the picture, in files of their own", async () => {
  await writeFile(join(folder, "wide.png"), await plain(900, 450).png().toBuffer());
  const id = await importPicture(database.db, folder, media, "wide.png");
  const jobs = await database.pool.query(
    "select 1 from graphile_worker.jobs where task_identifier = 'make-renditions'",
  );
  expect(jobs.rowCount).toBeGreaterThan(0);
  await makeRenditions(database.db, media, id);
  await makeRenditions(database.db, media, id);
  const { rows } = await database.pool.query<{ renditions: Rendition[] }>(
    "select renditions from media where id = $1",
    [id],
  );
  const renditions = rows[0]?.renditions ?? [];
  expect(renditions.map(({ format, width, height }) => `${format} ${width}x${height}`)).toEqual([
    "avif 400x200",
    "avif 800x400",
    "avif 900x450",
    "jpeg 400x200",
    "jpeg 800x400",
    "jpeg 900x450",
    "webp 400x200",
    "webp 800x400",
    "webp 900x450",
  ]);
  for (const { file, width, height } of renditions) {
    expect(await sharp(join(media.folder, file)).metadata()).toMatchObject({ width, height });
  }
  expect((await readdir(media.folder, { recursive: true })).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("new renditions are announced for the product with the picture, not for listings", async () => {
  await writeFile(join(folder, "small.png"), await plain(90, 90).png().toBuffer());
  const id = await importPicture(database.db, folder, media, "small.png");
  const productId = await addProduct(database.db);
  await database.pool.query("insert into product_media (product_id, position, media_id) values ($1, 0, $2)", [
    productId,
    id,
  ]);
  const heard: string[] = [];
  const stop = onLocalChange((tags) => heard.push(...tags));
  await makeRenditions(database.db, media, id);
  stop();
  expect(heard).toEqual([`product:${productId}`]);
});

test("a disk that cannot be written to is no fault of the picture", async () => {
  const path = join(folder, "sent");
  await writeFile(path, await plain(8, 8).jpeg().toBuffer());
  const prepare = (target: string) => preparePictureFile(path, join(folder, target), importLimits);
  expect(await prepare("prepared")).toMatchObject({ mediaType: "image/jpeg", width: 8, height: 8 });
  await expect(prepare("no/such/folder")).rejects.not.toBeInstanceOf(PictureProblem);
});
