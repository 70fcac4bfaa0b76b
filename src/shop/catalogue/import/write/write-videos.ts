import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { insertMany } from "#db/insert-many.ts";
import { productVideos } from "#db/tables/catalogue.ts";
import type { StoredVideo } from "../import-videos.ts";
import type { ProductRow } from "../read/product-row.ts";
import type { Target } from "./resolve-targets.ts";

/**
 * Writes the videos of products, if the file has a column for them. A product keeps its poster and captions if the file has no
 * column for those, and its time of upload as long as the video is the same.
 */
export async function writeVideos(
  db: Database,
  placed: ReadonlyMap<ProductRow, Target>,
  videos: ReadonlyMap<string, StoredVideo>,
  mediaIds: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = [...placed].filter(([{ video }]) => video !== undefined);
  const [first] = rows;
  if (!first) return;
  const without = rows.filter(([{ video }]) => video === "").map(([, { id }]) => id);
  if (without.length > 0) await db.delete(productVideos).where(inArray(productVideos.productId, without));
  const values = rows.flatMap(([{ video = "", videoPoster = "", videoCaptions = "" }, { id }]) => {
    const stored = videos.get(video);
    return stored
      ? [
          {
            productId: id,
            source: video,
            ...stored,
            posterId: mediaIds.get(videoPoster) ?? null,
            captionsSource: videoCaptions,
            captions: videos.get(videoCaptions)?.file ?? "",
          },
        ]
      : [];
  });
  if (values.length === 0) return;
  const { videoPoster, videoCaptions } = first[0];
  await db.execute(sql`${insertMany(productVideos, values)} on conflict (product_id) do update set
    source = excluded.source, file = excluded.file, media_type = excluded.media_type, youtube_id = excluded.youtube_id,
    created_at = case when (product_videos.file, product_videos.youtube_id) = (excluded.file, excluded.youtube_id)
      then product_videos.created_at else excluded.created_at end
    ${setIf(videoPoster !== undefined, sql`, poster_id = excluded.poster_id`)}
    ${setIf(videoCaptions !== undefined, sql`, captions_source = excluded.captions_source, captions = excluded.captions`)}`);
}

function setIf(hasColumn: boolean, assignment: SQL): SQL {
  return hasColumn ? assignment : sql``;
}
