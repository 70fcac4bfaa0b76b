import { beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { mediaColumns } from "../../catalogue/media/media-uses.ts";
import { addArticle } from "../articles.fixtures.ts";
import { listPictureFaults } from "./picture-faults.ts";
import { listUnusedMedia } from "./unused-media.ts";

let database: TestDatabase;
beforeEach(async () => {
  database ??= await createTestDatabase();
  await database.pool.query(
    "delete from articles; delete from media; delete from settings; delete from article_revisions",
  );
});

const now = new Date("2026-11-26T12:00:00Z");
let count = 0;

/** Adds a picture. @returns its id, and its file without the ending */
async function addPicture(alt = ""): Promise<{ id: number; stem: string }> {
  count += 1;
  const hash = count.toString(16).padStart(64, "a");
  const stem = `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
  const { rows } = await database.pool.query(
    `insert into media (content_hash, file, media_type, width, height, byte_size, title, alt)
     values ($1, $2, 'image/jpeg', 1, 1, 1, 'picture', $3) returning id::float8 as id`,
    [hash, `${stem}.jpg`, alt],
  );
  return { id: rows[0].id, stem };
}

/** Adds an article with a featured picture. @returns its id */
async function addFeaturing(
  picture: { id: number },
  given: { slug: string; status?: "draft"; body?: string },
): Promise<number> {
  const id = await addArticle(database.db, given);
  await database.pool.query("update articles set media_id = $1 where id = $2", [picture.id, id]);
  return id;
}

const unused = async () => (await listUnusedMedia(database.db)).map(({ id }) => id);

test("the list of columns that refer to pictures is that of the database", async () => {
  const { rows } = await database.pool.query(`select conrelid::regclass || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'media'::regclass and conrelid <> 'media_sources'::regclass order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([...mediaColumns]);
});

test("unused pictures are those that no row, block, text or setting names", async () => {
  const [alone, featured, inBlock, byName, inText, inDraft, atHome] = await Promise.all(
    Array.from({ length: 7 }, () => addPicture()),
  );
  if (!alone || !featured || !inBlock || !byName || !inText || !inDraft || !atHome) throw new Error("missing");
  await database.pool.query("insert into media_sources (source, media_id) values ('hill.jpg', $1)", [byName.id]);
  await addFeaturing(featured, {
    slug: "tea",
    body: `<p>[gallery ids="${inBlock.id}"]</p><p>[gallery pictures="hill.jpg"]</p><p><img src="/media/${inText.stem}-800.webp"></p>`,
  });
  await addArticle(database.db, {
    slug: "draft",
    status: "draft",
    body: `<img src="/media/${inDraft.stem}.jpg" alt="">`,
  });
  await database.pool.query("insert into settings (key, value) values ('home_page', $1)", [
    JSON.stringify({ deal: { mediaId: atHome.id } }),
  ]);
  expect(await unused()).toEqual([alone.id]);
});

test("pictures of published pages without a text for people who do not see them are listed", async () => {
  const [silent, described, inBlock, untold, decoration] = [
    await addPicture(),
    await addPicture("A cup of tea"),
    await addPicture(" "),
    await addPicture("Its own text is not on the page"),
    await addPicture(),
  ];
  await addFeaturing(silent, { slug: "one" });
  await addFeaturing(described, { slug: "two" });
  await addFeaturing(silent, { slug: "draft", status: "draft" });
  const id = await addArticle(database.db, {
    slug: "three",
    body: `[gallery ids="${inBlock.id},${described.id}"]<img src="/media/${untold.stem}.jpg"><img alt="" src="/media/${decoration.stem}.jpg">`,
  });
  const found = async (articleId?: number) =>
    (await listPictureFaults(database.db, now, articleId)).flatMap((one) =>
      one.fault === "no alt" ? [[one.slug, one.id]] : [],
    );
  expect(await found()).toEqual([
    ["one", silent.id],
    ["three", inBlock.id],
    ["three", untold.id],
  ]);
  expect(await found(id)).toEqual([
    ["three", inBlock.id],
    ["three", untold.id],
  ]);
});

test("pictures without a caption are those to which neither the library nor their figure gives one", async () => {
  const [silent, inFigure, decoration, captioned] = await Promise.all(
    Array.from({ length: 4 }, () => addPicture("A cup")),
  );
  if (!silent || !inFigure || !decoration || !captioned) throw new Error("missing");
  await database.pool.query("update media set caption = 'Hot' where id = $1", [captioned.id]);
  const tag = ({ stem }: { stem: string }, alt = "A cup") => `<img src="/media/${stem}-800.webp" alt="${alt}">`;
  await addFeaturing(silent, {
    slug: "tea",
    body: `<figure>${tag(inFigure)}<figcaption>Hot</figcaption></figure>${tag(decoration, "")}${tag(captioned)}`,
  });
  expect(await listPictureFaults(database.db, now)).toEqual([
    { slug: "tea", fault: "no caption", id: silent.id, title: "picture" },
  ]);
});

test("pictures that blocks or the text name and the library does not have are unknown", async () => {
  const stem = `aa/bb/${"0".repeat(64)}`;
  await addArticle(database.db, { slug: "tea", body: `[gallery ids="999999"]<img src="/media/${stem}.jpg" alt="">` });
  expect(await listPictureFaults(database.db, now)).toEqual([
    { slug: "tea", fault: "unknown", id: null, title: "999999" },
    { slug: "tea", fault: "unknown", id: null, title: `/media/${stem}` },
  ]);
});
