import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { upsertMedia } from "../pictures/media.ts";
import { PictureProblem } from "../pictures/picture-file.ts";
import { PictureImport } from "./import-pictures.ts";

/**
 * Stores one picture by its path below `folder`. @returns its media id
 * @throws PictureProblem
 */
export async function importPicture(db: Database, folder: string, media: FileStorage, source: string): Promise<number> {
  const pictures = await PictureImport.open(db, folder, media);
  const picture = (await pictures.store([source])).get(source);
  if (picture === undefined || typeof picture === "string") throw new PictureProblem(`${source}: ${picture}`);
  const ids = await inTransaction(db, (db) => upsertMedia(db, [picture]));
  const id = ids.get(source);
  if (id === undefined) throw new Error(`The picture ${source} came back without an id`);
  return id;
}
