import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Picture } from "./picture.ts";
import { pictureJson } from "./product-record.ts";

/** The pictures of these ids; one that is gone is left out. */
export async function getPictures(db: Database, ids: readonly number[]): Promise<Map<number, Picture>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ picture: Picture }>(
    sql`select ${pictureJson("m")} as picture from media m where m.id in ${[...ids]}`,
  );
  return new Map(rows.map(({ picture }) => [picture.id, picture]));
}
