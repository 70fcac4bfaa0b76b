import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import sharp from "sharp";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { exportProducts } from "../export/export-products.ts";
import { findProduct } from "../product-detail.ts";
import { youtubeIdOf } from "../video/youtube-id.rules.ts";
import { csvOf, type Row, simple } from "./import-products.fixtures.ts";
import { importProducts } from "./import-products.ts";

let database: TestDatabase;
let folder: string;
const webm = Buffer.concat([Buffer.from("1a45dfa3", "hex"), Buffer.alloc(500, 7)]);
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-videos-"));
  await mkdir(join(folder, "spin"));
  await mkdir(join(folder, "videos"));
  for (const number of [1, 2, 3]) {
    const picture = sharp({ create: { width: 20 + number, height: 20, channels: 3, background: "#17573f" } });
    await writeFile(join(folder, "spin", `${number}.png`), await picture.png().toBuffer());
  }
  await writeFile(join(folder, "videos", "tea.webm"), webm);
  await writeFile(join(folder, "videos", "tea.vtt"), "WEBVTT\n\n00:00.000 --> 00:02.000\nTea\n");
  await writeFile(join(folder, "videos", "page.mp4"), "<!doctype html><script>alert(1)</script>");
  return () => rm(folder, { recursive: true, force: true });
});
beforeEach(() => database.pool.query("truncate products, media cascade"));

const files = () => localFiles(folder);
async function importRows(...rows: Row[]) {
  const file = join(folder, "list.csv");
  await writeFile(file, csvOf(rows));
  return importProducts(database.db, { file, files: files() });
}
const stored = () => findProduct(database.db, 12);

const own: Row = {
  ...simple,
  Images: "spin/1.png",
  "Meta: _chowk_video": "videos/tea.webm",
  "Meta: _chowk_video_poster": "spin/2.png",
  "Meta: _chowk_video_captions": "videos/tea.vtt",
  "Meta: _chowk_spin": "spin/1.png, spin/2.png, spin/3.png, spin/2.png",
};

test("a video, its poster and captions and a spin set are stored with the product", async () => {
  expect((await importRows(own)).refused).toEqual([]);
  const product = await stored();
  expect(product?.video).toMatchObject({
    file: expect.stringMatching(/^[0-9a-f/]+\.webm$/),
    mediaType: "video/webm",
    youtubeId: "",
    captions: expect.stringMatching(/\.vtt$/),
    poster: { width: 22 },
  });
  expect(product?.spin.map(({ width }) => width)).toEqual([21, 22, 23, 22]);
  expect(product?.allPictures.map(({ width }) => width)).toEqual([21]);
  expect((await files().media.stat(product?.video?.file ?? ""))?.size).toBe(webm.byteLength);
});

test("importing again changes nothing; another video changes its time, no column keeps it, and an empty cell removes it", async () => {
  await importRows(own);
  const first = await stored();
  await database.pool.query("update product_videos set created_at = '2026-01-01'");
  const changes = async () =>
    Number((await database.pool.query("select coalesce(max(id), 0) as n from changes")).rows[0].n);
  const before = await changes();
  await importRows(own);
  await importRows(simple);
  expect([(await stored())?.video?.uploadedAt.slice(0, 4), await changes()]).toEqual(["2026", before]);
  await importRows({ ...simple, "Meta: _chowk_video": "https://youtu.be/dQw4w9WgXcQ" });
  const changed = (await stored())?.video;
  expect(changed).toMatchObject({ file: "", youtubeId: "dQw4w9WgXcQ", poster: { id: first?.video?.poster?.id } });
  expect(changed?.uploadedAt.startsWith("2026-01-01")).toBe(false);
  await importRows({ ...simple, "Meta: _chowk_video": "", "Meta: _chowk_spin": "" });
  expect(await stored()).toMatchObject({ video: null, spin: [] });
});

test.each([
  ["videos/page.mp4", "the video videos/page.mp4: only MP4 and WEBM files can be used"],
  ["videos/none.mp4", "the video videos/none.mp4: there is no such file next to the list"],
  ["../secret.mp4", "the video ../secret.mp4: there is no such file next to the list"],
  ["https://a.example/tea.mp4", "the video https://a.example/tea.mp4: only addresses of videos on YouTube can be used"],
])("the video %s is refused", async (video, reason) => {
  const report = await importRows({ ...simple, "Meta: _chowk_video": video });
  expect(report.refused).toEqual([{ line: 2, reasons: [reason] }]);
});

test("captions that are no WebVTT and more than 100 frames are refused", async () => {
  const captions = { ...own, "Meta: _chowk_video_captions": "videos/page.mp4" };
  expect((await importRows(captions)).refused[0]?.reasons).toEqual([
    "the file with captions videos/page.mp4: only VTT files can be used",
  ]);
  const frames = Array.from({ length: 101 }, () => "spin/1.png").join(", ");
  expect((await importRows({ ...simple, "Meta: _chowk_spin": frames })).refused[0]?.reasons).toEqual([
    "Meta: _chowk_spin has more than 100 pictures",
  ]);
});

test("an export carries the files, and its import gives the same list", async () => {
  await importRows(own, {
    ...simple,
    ID: 13,
    SKU: "B",
    "Meta: _chowk_video": "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  });
  const lists: string[] = [];
  for (const name of ["one", "two"]) {
    const target = join(folder, name);
    await mkdir(target);
    await exportProducts(database.db, { file: join(target, "list.csv"), files: files() });
    lists.push(await readFile(join(target, "list.csv"), "utf8"));
    expect((await readFile(join(target, "videos", "tea.webm"))).equals(webm)).toBe(true);
    await database.pool.query("truncate products, media cascade");
    const report = await importProducts(database.db, { file: join(target, "list.csv"), files: files() });
    expect(report.refused).toEqual([]);
  }
  expect(lists[1]).toBe(lists[0]);
  expect(lists[0]).toContain(
    'videos/tea.webm,spin/2.png,videos/tea.vtt,"spin/1.png, spin/2.png, spin/3.png, spin/2.png"',
  );
  expect(lists[0]).toContain("https://www.youtube.com/watch?v=dQw4w9WgXcQ");
});

test("an export keeps two videos apart that were imported under one name from different folders", async () => {
  await importRows(own);
  const other = await mkdtemp(join(folder, "other-"));
  await mkdir(join(other, "videos"));
  await writeFile(join(other, "videos", "tea.webm"), Buffer.concat([webm, Buffer.from("another")]));
  const row = { ...simple, ID: 13, SKU: "B", "Meta: _chowk_video": "videos/tea.webm" };
  await writeFile(join(other, "list.csv"), csvOf([row]));
  await importProducts(database.db, { file: join(other, "list.csv"), files: files() });
  const second = (await findProduct(database.db, 13))?.video?.file ?? "";
  const target = await mkdtemp(join(folder, "export-"));
  await exportProducts(database.db, { file: join(target, "list.csv"), files: files() });
  expect((await readFile(join(target, "videos", "tea.webm"))).equals(webm)).toBe(true);
  expect((await readFile(join(target, "videos", basename(second)), "latin1")).endsWith("another")).toBe(true);
  expect(await readFile(join(target, "list.csv"), "utf8")).toContain(`videos/${basename(second)}`);
});

test.each([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=12", "dQw4w9WgXcQ"],
  ["https://youtu.be/dQw4w9WgXcQ?si=x", "dQw4w9WgXcQ"],
  ["https://m.youtube.com/shorts/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ", undefined],
  ["https://www.youtube.com/watch?v=%22onload%3Dx", undefined],
  ["https://www.youtube.com/@channel", undefined],
  ["javascript:alert(1)", undefined],
  ["videos/tea.webm", undefined],
])("the id of the video %s is %s", (address, id) => expect(youtubeIdOf(address)).toBe(id));
