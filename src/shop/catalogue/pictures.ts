import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { routes } from "#routes";
import type { Picture } from "./picture.ts";
import { type PictureRecord, pictureJson } from "./product-record.ts";

/** A picture with its URLs. */
export function toPicture(record: PictureRecord): Picture {
  const { file, renditions, ...rest } = record;
  return {
    ...rest,
    src: routes.media(file),
    renditions: renditions.map(({ file, ...rendition }) => ({ ...rendition, src: routes.media(file) })),
  };
}

/** The pictures of these ids; one that is gone is left out. */
export async function getPictures(db: Database, ids: readonly number[]): Promise<Map<number, Picture>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ picture: PictureRecord }>(
    sql`select ${pictureJson("m")} as picture from media m where m.id in ${[...ids]}`,
  );
  return new Map(rows.map(({ picture }) => [picture.id, toPicture(picture)]));
}
