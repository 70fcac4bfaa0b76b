import { and, eq, isNull, sql } from "drizzle-orm";
import type { Sharp } from "sharp";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { media } from "#db/tables/settings-and-media.ts";
import { inTransaction } from "#db/transaction.ts";
import { withLocalCopy } from "#platform/storage/local-files.ts";
import { type FileStorage, putContent } from "#platform/storage/storage.ts";
import { deleteUnownedFile } from "../media/media-files.ts";
import { pagesWith } from "./media.ts";
import { inOrder, type Rendition } from "./picture.ts";

const widths = [400, 800, 1600];
const formats = ["avif", "webp", "jpeg"] as const;

/**
 * Quality by format for small, middle and large: small pictures get more bits per pixel, so that labels on cards stay
 * crisp.
 */
const qualities = { avif: [64, 56, 50], webp: [76, 72, 70], jpeg: [76, 72, 70] } as const;

/**
 * Makes the copies of a picture that pages serve, none wider than the original, and announces the pages that show it.
 * Does nothing if they exist or the picture is gone.
 * @param storage holds the files of pictures
 */
export async function makeRenditions(db: Database, storage: FileStorage, mediaId: number): Promise<void> {
  const [row] = await db.select().from(media).where(eq(media.id, mediaId));
  if (!row || row.renditionsMadeAt) return;
  const wanted = new Set(widths.map((width) => Math.min(width, row.width)));
  const { default: sharp } = await import("sharp");
  const made: Rendition[] = [];
  await withLocalCopy(storage, row.file, async (path) => {
    for (const width of wanted) {
      const resized = sharp(path, { failOn: "error" }).resize({ width, withoutEnlargement: true });
      for (const format of formats) made.push(await makeOne(resized.clone(), format, width, row.file, storage));
    }
  });
  await keepRenditions(db, mediaId, made);
  // The picture may have been deleted meanwhile.
  const [kept] = await db.select({ id: media.id }).from(media).where(eq(media.id, mediaId));
  if (!kept) await deleteUnownedFile(db, storage, row.file);
}

async function makeOne(
  picture: Sharp,
  format: (typeof formats)[number],
  width: number,
  original: string,
  storage: FileStorage,
): Promise<Rendition> {
  const quality = qualities[format][widths.findIndex((most) => width <= most)] ?? qualities[format][0];
  const encoded = {
    avif: () => picture.avif({ quality, effort: 4 }),
    webp: () => picture.webp({ quality, effort: 5, smartSubsample: true }),
    // JPEG has no transparency.
    jpeg: () => picture.flatten({ background: "#ffffff" }).jpeg({ quality, mozjpeg: true }),
  };
  const { data, info } = await encoded[format]().toBuffer({ resolveWithObject: true });
  const file = original.replace(/\.[a-z]+$/, `-${width}.${format === "jpeg" ? "jpg" : format}`);
  await putContent(storage, file, data);
  return { format, width: info.width, height: info.height, file };
}

async function keepRenditions(db: Database, mediaId: number, made: readonly Rendition[]): Promise<void> {
  await inTransaction(db, async (db) => {
    const kept = await db
      .update(media)
      .set({ renditions: inOrder(made), renditionsMadeAt: sql`now()` })
      .where(and(eq(media.id, mediaId), isNull(media.renditionsMadeAt)))
      .returning({ id: media.id });
    if (kept.length === 0) return;
    await announceChange(db, await pagesWith(db, mediaId));
  });
}
