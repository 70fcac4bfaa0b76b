import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { isOneOf, prepared } from "#db/prepared.ts";
import { media } from "#db/tables/settings-and-media.ts";
import { pictureJson } from "../product-record.ts";
import type { Picture } from "./picture.ts";

/** Returns the pictures of these ids; deleted ones are missing. */
export async function getPictures(db: Database, ids: readonly number[]): Promise<Map<number, Picture>> {
  if (ids.length === 0) return new Map();
  const query = prepared(db, "pictures_by_id", (db, name) =>
    db
      .select({ id: media.id, picture: sql<Picture>`${pictureJson("media")}` })
      .from(media)
      .where(isOneOf(media.id, "ids"))
      .prepare(name),
  );
  const rows = await query.execute({ ids });
  return new Map(rows.map(({ id, picture }) => [id, picture]));
}
