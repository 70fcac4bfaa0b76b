import { type SQL, sql } from "drizzle-orm";
import { showsOnHomePage } from "../pictures/media.ts";

/** Every column that refers to a picture. */
export const mediaColumns = [
  "articles.media_id",
  "attribute_values.media_id",
  "authors.media_id",
  "categories.media_id",
  "product_media.media_id",
  "product_spin_frames.media_id",
  "product_videos.poster_id",
  "review_pictures.media_id",
] as const;

/**
 * SQL: a row or the home page refers to the picture with this id. Texts may name it too.
 * @param besides columns that do not count
 */
export function isReferredTo(mediaId: SQL, besides: readonly (typeof mediaColumns)[number][] = []): SQL {
  const uses = mediaColumns
    .filter((column) => !besides.includes(column))
    .map((column) => {
      const [table = "", name = ""] = column.split(".");
      return sql`exists (select from ${sql.identifier(table)} u where u.${sql.identifier(name)} = ${mediaId})`;
    });
  return sql`(${sql.join(uses, sql` or `)} or exists (select from settings where ${showsOnHomePage(mediaId)}))`;
}
